/// Eight hexadecimal digits, the first of them in the highest byte, all worked on at once.
///
/// An id has thirty-two, and ids are written and read a dozen times for each decision.
struct HexDigits {
    /// The digits' values, 0 to 15, a byte each.
    private let values: UInt64

    /// The digits of a number.
    init(_ number: UInt32) {
        var values = UInt64(number)
        values = (values << 16 | values) & 0x0000_FFFF_0000_FFFF
        values = (values << 8 | values) & 0x00FF_00FF_00FF_00FF
        self.values = (values << 4 | values) & 0x0F0F_0F0F_0F0F_0F0F
    }

    /// Reads the digits in any case; `nil` when a character is none.
    init?(ascii: UInt64) {
        // Letters have bit 6 and count on from 1 in their lower half, so 9 is missing.
        let isLetter = ascii >> 6 & Self.each
        values = ((ascii & (0x0F * Self.each)) + 9 * isLetter) & (0x0F * Self.each)
        // What is no digit comes back as another character.
        guard self.ascii == ascii | isLetter << 5 else { return nil }
    }

    /// The number that the digits write.
    var number: UInt32 {
        var number = values
        number = (number | number >> 4) & 0x00FF_00FF_00FF_00FF
        number = (number | number >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: number | number >> 16)
    }

    /// The digits as characters, letters in lower case.
    var ascii: UInt64 {
        let isLetter = (values + 6 * Self.each) >> 4 & Self.each
        return values + 0x30 * Self.each + 0x27 * isLetter
    }

    /// 1 in each byte.
    private static let each: UInt64 = 0x0101_0101_0101_0101
}
