/// What is asked of a text that anybody may have sent, before anything else is done with it.
///
/// Swift compares and hashes texts by their normal form, and sorts each run of combining marks for
/// it: 200,000 bytes of them take seconds, a megabyte a minute. What looks at scalars or bytes
/// alone, as these do, takes as long as the text is.
extension String {
    /// Whether there are more Unicode scalars than `most`; reads no further than that.
    public func hasMoreScalars(than most: Int) -> Bool {
        // No scalar takes more than four bytes, and none takes less than one.
        if utf8.count <= most { return false }
        if utf8.count > most * 4 { return true }
        let end = unicodeScalars.endIndex
        let last = unicodeScalars.index(unicodeScalars.startIndex, offsetBy: most, limitedBy: end)
        return last.map { $0 < end } ?? false
    }

    /// Whether no run of combining marks is longer than any language needs, so that the text is
    /// normalised in a time that grows with its length alone.
    ///
    /// Source: Unicode Standard Annex 15, section 13 "Stream-Safe Text Format", read 2026-11-24.
    public var isStreamSafe: Bool {
        if isASCII { return true }
        // The first combining mark is U+0300, whose first byte is 0xCC.
        guard utf8.contains(where: { $0 >= 0xCC }) else { return true }
        var run = 0
        for scalar in unicodeScalars {
            if scalar.properties.canonicalCombiningClass == .notReordered {
                run = 0
            } else {
                run += 1
                guard run <= Limits.combiningMarks else { return false }
            }
        }
        return true
    }

    /// Whether it has no other characters than those of ASCII.
    private var isASCII: Bool {
        // One sum over all bytes, which the processor makes of many at once.
        let allBits = utf8.withContiguousStorageIfAvailable { $0.reduce(0, |) }
        return allBits.map { $0 < 0x80 } ?? false
    }

    /// Whether both are the same bytes.
    public func isExactly(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { own.elementsEqual($0) }
        }
        return isSame.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
    }
}
