/// A table that turns a text into a vector: the sum of a short vector for each piece of its words.
///
/// Two texts mean about the same when their vectors point the same way. No model runs. Common words
/// have short vectors and telling ones long vectors, so nothing has to be left out or weighed.
public struct WordEmbeddings: Sendable {
    /// How many numbers a vector has.
    public static let dimensions = 128

    let pieces: WordPieces
    /// By how much the levels of each row are multiplied.
    private let scales: [Float]
    /// The levels of all rows, one row after the other.
    private let levels: [Int8]

    /// Reads a table and its vocabulary.
    ///
    /// - Parameters:
    ///   - table: The layout is told in `data/SOURCES.md`.
    ///   - vocabulary: One word or piece a line, in the order of the rows.
    /// - Throws: ``EmbeddingFault`` when one is not as it should be, or they do not fit together.
    public init(table: [UInt8], vocabulary: [UInt8]) throws(EmbeddingFault) {
        let head = Self.headBytes
        guard table.count >= head else { throw .length }
        guard table.starts(with: Self.magic) else { throw .magic }
        let number = { (offset: Int) in
            table.withUnsafeBytes { bytes in
                UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            }
        }
        guard number(8) == 1 else { throw .version }
        guard number(16) == UInt32(Self.dimensions) else { throw .dimensions }
        let rows = Int(number(12))
        guard table.count == head + rows * (4 + Self.dimensions) else { throw .length }
        pieces = WordPieces(vocabulary)
        guard pieces.count == rows, vocabulary.last == 0x0A else { throw .vocabulary }
        scales = (0..<rows).map { Float(bitPattern: number(head + 4 * $0)) }
        levels = table[(head + 4 * rows)...].map { Int8(bitPattern: $0) }
    }

    private static let magic = Array("PUREMB01".utf8)
    private static let headBytes = 20

    // MARK: Words

    /// The words of a text that have a vector, in their order, repeats kept.
    public func words(in text: String) -> [String] {
        SearchWords.words(in: text).filter { word in
            word.utf8.first.map { $0 >= 0x61 } ?? false || pieces.has(word)
        }
    }

    /// The rows of words, one after the other.
    func rows(of words: [String]) -> [Int32] {
        var rows: [Int32] = []
        rows.reserveCapacity(words.count * 2)
        for word in words { pieces.append(linesOf: word, to: &rows) }
        return rows
    }

    /// How much a word tells: the squared length of its vector.
    func weight(of word: String) -> Double {
        Double(TextVector.squaredLength(sum(of: [word])))
    }

    // MARK: Vectors

    /// The vector of a text, of length one; `nil` for a text without a word that has one.
    public func vector(of text: String) -> TextVector? {
        vector(of: words(in: text))
    }

    /// The vector of words, of length one; `nil` without words.
    func vector(of words: [String]) -> TextVector? {
        TextVector(direction: sum(of: words))
    }

    /// The sum of the words' rows, in their order.
    private func sum(of words: [String]) -> [Float] {
        let rows = rows(of: words)
        var sum = [Float](repeating: 0, count: Self.dimensions)
        sum.withUnsafeMutableBufferPointer { sum in
            levels.withUnsafeBufferPointer { levels in
                for row in rows {
                    let scale = scales[Int(row)]
                    let first = Int(row) * Self.dimensions
                    let own = UnsafeBufferPointer(rebasing: levels[first..<first + Self.dimensions])
                    for place in 0..<Self.dimensions { sum[place] += scale * Float(own[place]) }
                }
            }
        }
        return sum
    }
}

/// Why a table of embeddings cannot be read.
public enum EmbeddingFault: Error, Sendable, CaseIterable {
    /// It does not begin as such a table does.
    case magic
    /// It is of another version.
    case version
    /// Its vectors have another number of dimensions.
    case dimensions
    /// It has more or fewer bytes than it says.
    case length
    /// The vocabulary has more or fewer lines than the table has rows.
    case vocabulary
}
