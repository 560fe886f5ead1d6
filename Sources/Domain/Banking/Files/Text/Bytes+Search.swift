extension ArraySlice<UInt8> {
    /// Whether it begins with a text of ASCII, in any case.
    func hasPrefix(_ text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { text in
            text.indices.allSatisfy { self[startIndex + $0].lowered == text[$0].lowered }
        }
    }

    /// Where a text of ASCII first stands, in any case.
    func first(range text: StaticString) -> Range<Int>? {
        let length = text.utf8CodeUnitCount
        return text.withUTF8Buffer { text in
            let first = text[0].lowered
            for start in indices.dropLast(Swift.max(0, length - 1))
            where self[start].lowered == first && self[start...].hasPrefix(text) {
                return start..<(start + length)
            }
            return nil
        }
    }

    /// Where the first line begins that begins with a text of ASCII.
    func first(line text: StaticString) -> Int? {
        var rest = self
        while let range = rest.first(range: text) {
            let isFirst = range.lowerBound == startIndex
            if isFirst || self[range.lowerBound - 1].isLineEnd { return range.lowerBound }
            rest = rest[range.upperBound...]
        }
        return nil
    }

    private func hasPrefix(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        count >= text.count
            && text.indices.allSatisfy { self[startIndex + $0].lowered == text[$0].lowered }
    }

    /// Without white space and control characters at either end.
    var trimmedSpace: ArraySlice<UInt8> {
        guard let first = firstIndex(where: { $0 > 0x20 }) else { return self[endIndex...] }
        let last = lastIndex { $0 > 0x20 } ?? first
        return self[first...last]
    }

    /// Whether it is digits and at least one.
    var isDigits: Bool { !isEmpty && allSatisfy(\.isDigit) }

    /// The number that digits write; at most 15 of them.
    var number: Int? {
        guard isDigits, count <= 15 else { return nil }
        return reduce(0) { $0 * 10 + Int($1 & 0xF) }
    }
}

extension [UInt8] {
    /// Without white space and control characters at either end.
    var trimmedSpace: ArraySlice<UInt8> { self[...].trimmedSpace }
}

extension UInt8 {
    /// The letter in lower case; anything else as it is.
    var lowered: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    /// The letter in upper case; anything else as it is.
    var raised: UInt8 { (0x61...0x7A).contains(self) ? self & 0xDF : self }

    var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether it is a letter of ASCII.
    var isLetter: Bool { (0x61...0x7A).contains(lowered) }

    var isLineEnd: Bool { self == 0x0A || self == 0x0D }

    /// Whether it is white space of ASCII.
    var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
