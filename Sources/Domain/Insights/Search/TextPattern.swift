/// A text that is looked for in others, whatever the case.
///
/// By Knuth, Morris and Pratt: no text takes longer than its length.
struct TextPattern: Sendable {
    private let pattern: [UInt8]
    /// For each beginning of the pattern: how much of it also begins the pattern.
    private let borders: [Int]

    /// Takes what is looked for.
    init(_ text: String) {
        let pattern = Array(text.lowercased().utf8)
        var borders = [Int](repeating: 0, count: pattern.count)
        var length = 0
        for place in pattern.indices.dropFirst() {
            while length > 0, pattern[place] != pattern[length] { length = borders[length - 1] }
            if pattern[place] == pattern[length] { length += 1 }
            borders[place] = length
        }
        self.pattern = pattern
        self.borders = borders
    }

    /// Whether a text holds it; an empty one is in every text.
    func isIn(_ text: String) -> Bool {
        let isASCII = text.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.reduce(0, |) < 0x80
        }
        return isASCII == true
            ? isIn(text.utf8) { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            : isIn(text.lowercased().utf8) { $0 }
    }

    @inline(__always)
    private func isIn(_ bytes: String.UTF8View, _ folded: (UInt8) -> UInt8) -> Bool {
        guard !pattern.isEmpty else { return true }
        var length = 0
        for byte in bytes {
            let byte = folded(byte)
            while length > 0, byte != pattern[length] { length = borders[length - 1] }
            if byte == pattern[length] { length += 1 }
            if length == pattern.count { return true }
        }
        return false
    }
}
