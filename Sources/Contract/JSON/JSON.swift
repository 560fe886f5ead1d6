/// A JSON value (RFC 8259) as it was sent: numbers keep their text, objects their order.
///
/// Our own reading of JSON exists for three things that Foundation's does not give: numbers without
/// binary noise, every fault of a body at once, and a canonical form to compare repeated requests
/// by.
public enum JSON: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, by its text.
    case number(String)
    /// A string.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object; keys are distinct and in the order they were sent.
    case object([Member])
    /// Text from a path or a query, which may stand for a string, a number or a flag.
    case loose(String)

    /// One key of an object with its value.
    public struct Member: Hashable, Sendable {
        /// The key.
        public let key: String
        /// The value.
        public let value: JSON

        /// Makes a member.
        public init(_ key: String, _ value: JSON) {
            self.key = key
            self.value = value
        }
    }

    /// The value of a key, when this is an object that has it.
    public subscript(key: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        // Keys are compared only where they are of one length: a long one takes long to compare.
        return members.first { $0.key.utf8.count == key.utf8.count && $0.key == key }?.value
    }

    /// The keys and values, when this is an object.
    public var members: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }
}

extension JSON {
    /// The value as text without insignificant space, keys in the order they have.
    public var text: String { String(decoding: bytes(sortingKeys: false), as: UTF8.self) }

    /// The one form that all texts of the same value share: sorted keys, no insignificant space.
    ///
    /// - Complexity: O(*n* log *n*) in the number of keys.
    public var canonicalBytes: [UInt8] { bytes(sortingKeys: true) }

    private func bytes(sortingKeys: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes, sortingKeys: sortingKeys)
        return bytes
    }

    private func write(to bytes: inout [UInt8], sortingKeys: Bool) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let flag): bytes += (flag ? "true" : "false").utf8
        case .number(let text): bytes += text.utf8
        case .string(let text), .loose(let text): JSONText.append(text, to: &bytes)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes, sortingKeys: sortingKeys)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            let ordered = sortingKeys ? members.sorted(by: JSON.isBefore) : members
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in ordered.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONText.append(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes, sortingKeys: sortingKeys)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}

extension JSON {
    /// The order of keys in the canonical form: by their bytes.
    private static func isBefore(_ left: Member, _ right: Member) -> Bool {
        left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
    }
}

/// How a string is written in JSON.
enum JSONText {
    /// The room that most answers need.
    ///
    /// With an array's own 32 bytes it is within what malloc keeps ready for each thread (1,032).
    static let usualBytes = 960

    /// Appends a text as it is.
    static func append(verbatim text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Appends the string in quotes, escaping only what RFC 8259, section 7 says must be escaped.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            guard hasEscape(utf8) else {
                bytes.append(contentsOf: utf8)
                return
            }
            for byte in utf8 { appendEscaped(byte, to: &bytes) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether any byte must be escaped: eight of them at a time, the last eight once more.
    private static func hasEscape(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes = UnsafeRawBufferPointer(utf8)
        guard bytes.count >= 8 else {
            return bytes.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
        }
        let last = bytes.count - 8
        var offset = 0
        while offset < last {
            if hasEscape(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) {
                return true
            }
            offset += 8
        }
        return hasEscape(bytes.loadUnaligned(fromByteOffset: last, as: UInt64.self))
    }

    private static func hasEscape(_ word: UInt64) -> Bool {
        let each: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ each &* 0x22
        let backslashes = word ^ each &* 0x5C
        // What is taken from a byte that is too small for it, turns its highest bit on.
        let isControl = (word &- each &* 0x20) & ~word
        let isQuote = (quotes &- each) & ~quotes
        let isBackslash = (backslashes &- each) & ~backslashes
        return (isControl | isQuote | isBackslash) & (each &* 0x80) != 0
    }

    private static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case 0x22, 0x5C: bytes += [0x5C, byte]
        case 0x0A: bytes += "\\n".utf8
        case 0x0D: bytes += "\\r".utf8
        case 0x09: bytes += "\\t".utf8
        case 0..<0x20:
            let digits = String(byte, radix: 16)
            bytes += "\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8
        default: bytes.append(byte)
        }
    }
}
