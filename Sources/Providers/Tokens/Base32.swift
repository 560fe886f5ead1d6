/// Bytes as text that people can read out and type: base32 without padding (RFC 4648, section 6).
public enum Base32 {
    /// Writes bytes as text in upper case.
    public static func text(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 8 + 4) / 5)
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(alphabet[Int(bits >> UInt32(count) & 0x1F)])
            }
        }
        if count > 0 { text.append(alphabet[Int(bits << UInt32(5 - count) & 0x1F)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether every character of a text is one of the alphabet's, in upper case.
    static func isWellFormed(_ text: String) -> Bool { text.utf8.allSatisfy(alphabet.contains) }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
}
