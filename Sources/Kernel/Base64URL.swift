/// Bytes as text that fits URLs and tokens: base64url without padding (RFC 4648, section 5).
public enum Base64URL {
    /// Writes bytes as text.
    public static func text(_ bytes: some Collection<UInt8>) -> String {
        let characters = (bytes.count * 4 + 2) / 3
        return String(unsafeUninitializedCapacity: characters) { buffer in
            var position = 0
            var bits: UInt32 = 0
            var count = 0
            for byte in bytes {
                bits = bits << 8 | UInt32(byte)
                count += 8
                while count >= 6 {
                    count -= 6
                    buffer[position] = alphabet[Int(bits >> UInt32(count) & 0x3F)]
                    position += 1
                }
            }
            if count > 0 {
                buffer[position] = alphabet[Int(bits << UInt32(6 - count) & 0x3F)]
                position += 1
            }
            return position
        }
    }

    /// Reads text back into bytes; `nil` for padding, foreign characters or stray bits at the end.
    ///
    /// Stray bits are refused so that no two texts mean the same bytes: otherwise a changed last
    /// character of a signature or refresh token could go unnoticed.
    public static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for character in text {
            let value = values[Int(character)]
            guard value < 64 else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        guard count < 6, bits & (1 << UInt32(count) - 1) == 0 else { return nil }
        return bytes
    }

    /// Reads text back into bytes; `nil` for padding, foreign characters or stray bits at the end.
    public static func bytes(_ text: String) -> [UInt8]? {
        bytes(text.utf8)
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, character) in alphabet.enumerated() {
            values[Int(character)] = UInt8(value)
        }
        return values
    }()
}
