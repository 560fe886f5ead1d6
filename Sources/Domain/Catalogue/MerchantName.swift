import Foundation

/// Names of merchants, made comparable.
public enum MerchantName {
    /// The form in which two names of the same merchant are equal, scalar by scalar.
    ///
    /// Outer white space is dropped, inner white space becomes one space, case is folded, and what
    /// Unicode regards as the same text is written the same way (NFC), so the form may be compared
    /// by bytes, as databases do. Linear in the name's length.
    public static func normalised(_ name: String) -> String {
        normalisedASCII(name) ?? normalisedUnicode(name)
    }

    /// The common case, one pass over the bytes; `nil` when a byte is not ASCII.
    private static func normalisedASCII(_ name: String) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(name.utf8.count)
        var isSpaceOwed = false
        for byte in name.utf8 {
            switch byte {
            case 0x80...: return nil
            case 0x09...0x0D, 0x20: isSpaceOwed = !bytes.isEmpty
            default:
                if isSpaceOwed { bytes.append(0x20) }
                isSpaceOwed = false
                bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func normalisedUnicode(_ name: String) -> String {
        // By way of upper case, which joins what lower case alone keeps apart (ß and SS, ς and σ).
        name.unicodeScalars
            .split { $0.properties.isWhitespace }
            .map { String($0).lowercased().uppercased().lowercased() }
            .joined(separator: " ")
            .precomposedStringWithCanonicalMapping
    }
}
