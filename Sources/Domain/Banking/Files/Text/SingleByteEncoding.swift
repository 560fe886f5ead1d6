/// An encoding of one byte a character.
enum SingleByteEncoding: Sendable {
    /// Windows-1252; what is declared as ISO-8859-1 is read as this, as browsers do.
    case windows1252
    /// ISO-8859-15.
    case latin9
    /// Another one, whose bytes above 0x7F are not read.
    case other

    /// Finds an encoding by what a file calls it; `nil` for a file that declares none.
    init(declared name: String?) {
        let plain = (name ?? "").filter { $0.isLetter || $0.isNumber }
        switch plain {
        case "iso885915", "885915", "latin9", "csisolatin9", "1885915": self = .latin9
        case "", "none", "usascii", "ascii", "1252", "windows1252", "cp1252", "iso88591", "88591",
            "latin1", "isolatin1", "unicode":
            self = .windows1252
        // These are told by the bytes; what does not fit is most likely Windows-1252.
        case _ where plain.hasPrefix("utf"): self = .windows1252
        default: self = .other
        }
    }

    /// The character of a byte above 0x7F; `nil` in an encoding that is not read.
    func scalar(_ byte: UInt8) -> Unicode.Scalar? {
        switch self {
        case .windows1252:
            (0x80...0x9F).contains(byte)
                ? Unicode.Scalar(Self.windowsOnly[Int(byte) - 0x80]) : Unicode.Scalar(byte)
        case .latin9: Self.latin9Only[byte] ?? Unicode.Scalar(byte)
        case .other: nil
        }
    }

    /// Characters of 0x80...0x9F.
    ///
    /// Source: the WHATWG Encoding Standard, index windows-1252.
    private static let windowsOnly: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    ]

    /// Where ISO-8859-15 differs from ISO-8859-1.
    private static let latin9Only: [UInt8: Unicode.Scalar] = [
        0xA4: "\u{20AC}", 0xA6: "\u{160}", 0xA8: "\u{161}", 0xB4: "\u{17D}", 0xB8: "\u{17E}",
        0xBC: "\u{152}", 0xBD: "\u{153}", 0xBE: "\u{178}",
    ]
}
