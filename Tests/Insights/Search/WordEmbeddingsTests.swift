import Foundation
import Testing

@testable import Insights

@Suite("The table of word embeddings")
struct WordEmbeddingsTests {
    /// Texts with the words, rows and vectors that another reader of the table found.
    struct Reference: Decodable {
        struct Text: Decodable, Sendable, CustomTestStringConvertible {
            let text: String
            let words: [String]
            let rows: [Int32]
            let vector: [Float]

            var testDescription: String { text }
        }

        let tolerance: Float
        let texts: [Text]
    }

    private static func reference() throws -> Reference {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "reference.json")
        return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
    }

    @Test("gives the words, rows and vectors that another reader found")
    func reference() throws {
        let reference = try Self.reference()
        #expect(reference.texts.count == 20)
        let table = WordEmbeddings.carried
        for text in reference.texts {
            let words = SearchWords.words(in: text.text)
            #expect(words.filter { text.words.contains($0) } == text.words)
            #expect(table.rows(of: words) == text.rows)
            #expect(table.rows(of: table.words(in: text.text)) == text.rows)
            let vector = table.vector(of: text.text)
            #expect((vector == nil) == text.rows.isEmpty)
            let numbers = vector?.components ?? Array(repeating: 0, count: 128)
            let far = zip(numbers, text.vector).filter { abs($0 - $1) > reference.tolerance }
            #expect(far.isEmpty, "\(text.text)")
        }
    }

    @Test(
        "weighs words as the contract says",
        arguments: [("the", 0.283), ("austin", 0.747), ("latte", 6.937)]
    )
    func weights(word: String, expected: Double) {
        #expect(abs(WordEmbeddings.carried.weight(of: word) - expected) < 0.001)
    }

    @Test("knows every word of letters, and of digits those that are lines")
    func words() {
        let table = WordEmbeddings.carried
        #expect(table.words(in: "qxzjk 24 9999 99999") == ["qxzjk", "24"])
        #expect(table.vector(of: "9999 東京 😀") == nil)
        let word = String(repeating: "z", count: 40)
        #expect(!table.rows(of: [word]).isEmpty)
    }

    // MARK: Files

    /// A table of two words, `a` along the first dimension and `b` against the second.
    static func small(rows: UInt32 = 2) -> [UInt8] {
        var bytes = Array("PUREMB01".utf8)
        for number in [1, rows, 128] as [UInt32] { bytes += number.littleEndianBytes }
        for scale in [0.5, 0.25] as [Float] { bytes += scale.bitPattern.littleEndianBytes }
        var levels = [Int8](repeating: 0, count: 256)
        levels[0] = 127
        levels[129] = -127
        return bytes + levels.map(UInt8.init(bitPattern:))
    }

    @Test("is read from its bytes")
    func small() throws {
        let table = try WordEmbeddings(table: Self.small(), vocabulary: Array("a\nb\n".utf8))
        #expect(table.weight(of: "a") == 63.5 * 63.5)
        let both = try #require(table.vector(of: "b a a"))
        #expect(both.components[0] > 0 && both.components[1] < 0)
        #expect(abs(both.components[0] / both.components[1] + 4) < 0.0001)
        #expect(table.vector(of: "b b") == table.vector(of: "b"))
        #expect(table.rows(of: ["abz"]) == [0])
    }

    @Test(
        "is refused when a byte of its head is another, or when it has another length",
        arguments: [
            (0, EmbeddingFault.magic), (7, .magic), (8, .version), (16, .dimensions), (12, .length),
        ]
    )
    func heads(place: Int, fault: EmbeddingFault) {
        var table = Self.small()
        table[place] ^= 1
        #expect(throws: fault) {
            try WordEmbeddings(table: table, vocabulary: Array("a\nb\n".utf8))
        }
    }

    @Test("is refused when its length or its vocabulary's is another")
    func lengths() {
        let words = Array("a\nb\n".utf8)
        for table in [[], Array(Self.small().dropLast()), Self.small() + [0]] {
            #expect(throws: EmbeddingFault.length) {
                try WordEmbeddings(table: table, vocabulary: words)
            }
        }
        for words in ["", "a\n", "a\nb", "a\nb\nc", "a\nb\nc\n"] {
            #expect(throws: EmbeddingFault.vocabulary) {
                try WordEmbeddings(table: Self.small(), vocabulary: Array(words.utf8))
            }
        }
        #expect(throws: EmbeddingFault.length) {
            try WordEmbeddings(table: Self.small(rows: .max), vocabulary: words)
        }
    }
}

extension UInt32 {
    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian, Array.init) }
}
