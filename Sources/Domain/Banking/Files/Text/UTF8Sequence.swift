/// What the bytes at the beginning of a slice, the first of which is above 0x7F, are in UTF-8.
///
/// Source: the Unicode Standard 16.0, table 3-7 "Well-Formed UTF-8 Byte Sequences".
enum UTF8Sequence {
    /// A character of that many bytes.
    case valid(length: Int)
    /// The beginning of one, with nothing behind it.
    case incomplete
    /// No character.
    case invalid

    init(_ bytes: ArraySlice<UInt8>) {
        guard let lead = bytes.first, let (length, second) = Self.form(of: lead) else {
            self = .invalid
            return
        }
        for offset in 1..<length {
            guard bytes.startIndex + offset < bytes.endIndex else {
                self = .incomplete
                return
            }
            let range = offset == 1 ? second : 0x80...0xBF
            guard range.contains(bytes[bytes.startIndex + offset]) else {
                self = .invalid
                return
            }
        }
        self = .valid(length: length)
    }

    /// How many bytes a lead begins, and which ones may be the second.
    private static func form(of lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
        switch lead {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: nil
        }
    }
}
