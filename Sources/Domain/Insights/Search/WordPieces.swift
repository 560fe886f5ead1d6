/// The lines of a vocabulary, and the pieces of any word in them.
struct WordPieces: Sendable {
    /// The text of all lines, one after the other, without ends of lines.
    private let bytes: [UInt8]
    /// Where each line begins in `bytes`, and where the last one ends.
    private let starts: [Int32]
    /// A line's place plus one at its hash, or at the next free slot; 0 for none.
    private let slots: [Int32]
    private let longest: Int

    /// How many lines there are.
    var count: Int { starts.count - 1 }

    /// Reads lines that each end with a line feed.
    init(_ text: [UInt8]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var starts: [Int32] = [0]
        var longest = 0
        for byte in text {
            if byte == 0x0A {
                longest = max(longest, bytes.count - Int(starts[starts.count - 1]))
                starts.append(Int32(bytes.count))
            } else {
                bytes.append(byte)
            }
        }
        self.bytes = bytes
        self.starts = starts
        self.longest = longest
        self.slots = Self.table(of: bytes, starts)
    }

    /// Whether a word is a whole line.
    func has(_ word: String) -> Bool {
        Array(word.utf8).withUnsafeBufferPointer { line(of: $0) } != nil
    }

    /// Adds the lines that a word consists of: the whole word, else its longest pieces.
    ///
    /// The pieces are cut off from left to right. A word of digits that is no line has none.
    ///
    /// - Complexity: O(*n*²) in the word's length, which ``SearchWords`` bounds.
    func append(linesOf word: String, to lines: inout [Int32]) {
        var word = word
        word.withUTF8 { word in
            guard let first = word.first else { return }
            if let line = line(of: word) { return lines.append(line) }
            guard !(0x30...0x39).contains(first) else { return }
            var start = 0
            while start < word.count {
                let piece = piece(of: word, from: start)
                if let line = piece.line { lines.append(line) }
                start = piece.end
            }
        }
    }

    private func line(of word: UnsafeBufferPointer<UInt8>) -> Int32? {
        find(word[...], isInside: false, hash: word.reduce(Self.seed, Self.extend))
    }

    /// The longest line that a word goes on with, and where that ends.
    private func piece(
        of word: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> (line: Int32?, end: Int) {
        var found: (line: Int32?, end: Int) = (nil, start + 1)
        var hash = start == 0 ? Self.seed : Self.seedInside
        for end in start..<min(word.count, start + longest) {
            hash = Self.extend(hash, word[end])
            if let line = find(word[start...end], isInside: start > 0, hash: hash) {
                found = (line, end + 1)
            }
        }
        return found
    }

    /// The place of a line; of one inside of a word, that of `##` and the text.
    private func find(
        _ text: Slice<UnsafeBufferPointer<UInt8>>,
        isInside: Bool,
        hash: UInt32
    ) -> Int32? {
        let mark = isInside ? 2 : 0
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] > 0 {
            let line = Int(slots[slot]) - 1
            let own = Int(starts[line])..<Int(starts[line + 1])
            if own.count == text.count + mark, !isInside || bytes[own.lowerBound] == Self.sharp,
                bytes[(own.lowerBound + mark)..<own.upperBound].elementsEqual(text)
            {
                return Int32(line)
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    // MARK: The table

    private static let sharp = UInt8(ascii: "#")
    /// FNV-1a, which goes on from a hash of what was before.
    private static let seed: UInt32 = 0x811C_9DC5
    private static let seedInside = extend(extend(seed, sharp), sharp)

    private static func extend(_ hash: UInt32, _ byte: UInt8) -> UInt32 {
        (hash ^ UInt32(byte)) &* 0x0100_0193
    }

    private static func table(of bytes: [UInt8], _ starts: [Int32]) -> [Int32] {
        var capacity = 64
        while capacity < starts.count * 2 { capacity *= 2 }
        var slots = [Int32](repeating: 0, count: capacity)
        for line in 0..<(starts.count - 1) {
            let text = bytes[Int(starts[line])..<Int(starts[line + 1])]
            var slot = Int(text.reduce(seed, extend)) & (capacity - 1)
            while slots[slot] > 0 { slot = (slot + 1) & (capacity - 1) }
            slots[slot] = Int32(line) + 1
        }
        return slots
    }
}
