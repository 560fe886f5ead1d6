import Kernel

/// Percent-encoding of path parts and query values (RFC 3986, section 2).
public enum PercentCoding {
    /// The text with every byte escaped that is not an unreserved character.
    public static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }

    /// The text behind the escapes.
    ///
    /// - Parameters:
    ///   - text: What was sent.
    ///   - plusIsSpace: As in a form or a query, `+` stands for a space.
    /// - Returns: `nil` when an escape is broken or the bytes are not UTF-8.
    public static func decoded(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        decoded(Array(text.utf8)[...], plusIsSpace: plusIsSpace)
    }

    /// The names and values of a form or a query, decoded, in order.
    ///
    /// Taken apart by bytes, because characters take long to find in what anybody may send.
    ///
    /// - Returns: `nil` when an escape is broken or the bytes are not UTF-8.
    public static func pairs(_ text: some StringProtocol) -> [(key: String, value: String)]? {
        var pairs: [(key: String, value: String)] = []
        for part in Array(text.utf8).split(separator: UInt8(ascii: "&")) {
            let sides = part.split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            guard let key = decoded(sides[0], plusIsSpace: true),
                let value = sides.count == 1 ? "" : decoded(sides[1], plusIsSpace: true)
            else { return nil }
            pairs.append((key, value))
        }
        return pairs
    }

    /// Whether a query names a key, whatever else it says and however wrong that is.
    public static func query(_ query: some StringProtocol, names key: String) -> Bool {
        Array(query.utf8).split(separator: UInt8(ascii: "&")).contains { part in
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            return decoded(name, plusIsSpace: true).map { $0.isExactly(key) } ?? false
        }
    }

    private static func decoded(_ text: ArraySlice<UInt8>, plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(hexValue),
                    let low = rest.popFirst().flatMap(hexValue)
                else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(0x20)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
            || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
