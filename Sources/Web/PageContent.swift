import Mustache

/// How text stands in a page: escaped, and without characters that change how the text around it is
/// read.
///
/// It is escaped by bytes. Mustache's own escapes go by characters: a combining mark behind a quote
/// makes another character of it, which would stand as it is and end the attribute around it.
struct PageContent: MustacheContentType {
    /// What templates call it.
    static let name = "PAGE"

    func escapeText(_ text: String) -> String {
        var text = text
        let bytes = text.withUTF8 { bytes in
            bytes.indices.contains { Self.change(at: $0, in: bytes) != nil }
                ? Self.changed(bytes) : nil
        }
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    private static func changed(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var changed: [UInt8] = []
        changed.reserveCapacity(bytes.count * 2)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if let change = change(at: index, in: bytes) {
                changed += change.escape.utf8
                index += change.length
            } else {
                changed.append(bytes[index])
                index += 1
            }
        }
        return changed
    }

    /// What stands in the place of the bytes from an index on; `nil` where they stay.
    private static func change(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>
    ) -> (escape: String, length: Int)? {
        switch bytes[index] {
        case UInt8(ascii: "<"): return ("&lt;", 1)
        case UInt8(ascii: ">"): return ("&gt;", 1)
        case UInt8(ascii: "&"): return ("&amp;", 1)
        case UInt8(ascii: "\""): return ("&quot;", 1)
        case UInt8(ascii: "'"): return ("&#39;", 1)
        case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return nil
        case 0..<0x20, 0x7F: return ("", 1)
        case 0xE2 where index + 2 < bytes.endIndex:
            return isTurning(bytes[index + 1], bytes[index + 2]) ? ("", 3) : nil
        default: return nil
        }
    }

    /// Whether a character that begins with 0xE2 is U+202A to U+202E or U+2066 to U+2069, which
    /// turn the direction of writing, also of an amount beside them (Unicode Standard Annex 9,
    /// section 2).
    private static func isTurning(_ second: UInt8, _ third: UInt8) -> Bool {
        second == 0x80 && (0xAA...0xAE).contains(third)
            || second == 0x81 && (0xA6...0xA9).contains(third)
    }
}
