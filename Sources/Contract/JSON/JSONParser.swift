import Kernel

/// Reads JSON text strictly: RFC 8259, UTF-8 only, distinct keys, bounded depth.
public struct JSONParser {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses a whole text.
    ///
    /// - Throws: ``JSONSyntaxError``, with the byte at which the text stops being JSON.
    public static func parse(_ bytes: some Sequence<UInt8>) throws(JSONSyntaxError) -> JSON {
        var parser = JSONParser(Array(bytes))
        let value = try parser.value()
        parser.skipSpace()
        guard parser.position == parser.bytes.count else {
            throw parser.error("something follows the value")
        }
        return value
    }

    private func error(_ reason: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: position, reason: reason)
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func value() throws(JSONSyntaxError) -> JSON {
        skipSpace()
        guard let current else { throw error("the text ends too early") }
        switch current {
        case UInt8(ascii: "{"):
            return try nested { (parser) throws(JSONSyntaxError) in
                try parser.object()
            }
        case UInt8(ascii: "["):
            return try nested { (parser) throws(JSONSyntaxError) in
                try parser.array()
            }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), 0x30...0x39: return try number()
        default: throw error("a value was expected")
        }
    }

    private mutating func nested(
        _ parse: (inout JSONParser) throws(JSONSyntaxError) -> JSON
    ) throws(JSONSyntaxError) -> JSON {
        guard depth < Limits.jsonDepth else {
            throw error("nested deeper than \(Limits.jsonDepth) levels")
        }
        depth += 1
        position += 1
        let value = try parse(&self)
        depth -= 1
        return value
    }

    private mutating func word(_ word: String, _ value: JSON) throws(JSONSyntaxError) -> JSON {
        guard bytes[position...].starts(with: word.utf8) else {
            throw error("a value was expected")
        }
        position += word.utf8.count
        return value
    }

    private mutating func array() throws(JSONSyntaxError) -> JSON {
        var values: [JSON] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array([]) }
        while true {
            values.append(try value())
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(values) }
            guard take(UInt8(ascii: ",")) else { throw error("a comma or ] was expected") }
        }
    }

    private mutating func object() throws(JSONSyntaxError) -> JSON {
        var members: [JSON.Member] = []
        var keys: Set<String> = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object([]) }
        // Not for those within: a body may be full of the smallest.
        if depth == 1 { members.reserveCapacity(Self.smallObject) }
        while true {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw error("a key was expected") }
            let key = try string()
            // Keys are compared by their normal form, which such a key would take long to have.
            guard key.isStreamSafe else { throw error("a key has too many combining marks") }
            guard !Self.isGiven(key, in: members, &keys) else {
                throw error("a key is given twice")
            }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw error("a colon was expected") }
            members.append(JSON.Member(key, try value()))
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw error("a comma or } was expected") }
        }
    }

    /// Whether an object has a key already.
    ///
    /// Most objects are small, and comparing is cheaper than hashing then; `keys` holds those of a
    /// large one.
    private static func isGiven(
        _ key: String,
        in members: [JSON.Member],
        _ keys: inout Set<String>
    ) -> Bool {
        guard members.count >= smallObject else { return members.contains { $0.key == key } }
        if keys.isEmpty { keys = Set(members.map(\.key)) }
        return !keys.insert(key).inserted
    }

    private static let smallObject = 8

    private mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    private mutating func number() throws(JSONSyntaxError) -> JSON {
        let start = position
        _ = take(UInt8(ascii: "-"))
        let wholeStart = position
        skipDigits()
        guard position > wholeStart else { throw error("a digit was expected") }
        guard bytes[wholeStart] != 0x30 || position == wholeStart + 1 else {
            throw error("a number starts with a superfluous zero")
        }
        if take(UInt8(ascii: ".")) { try requireDigits() }
        if current.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
            position += 1
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try requireDigits()
        }
        guard position - start <= Limits.jsonNumberCharacters else {
            throw error("a number is longer than \(Limits.jsonNumberCharacters) characters")
        }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func skipDigits() {
        while let byte = current, (0x30...0x39).contains(byte) { position += 1 }
    }

    private mutating func requireDigits() throws(JSONSyntaxError) {
        let start = position
        skipDigits()
        guard position > start else { throw error("a digit was expected") }
    }
}

// MARK: Strings

extension JSONParser {
    private mutating func string() throws(JSONSyntaxError) -> String {
        position += 1
        let start = position
        var allBits: UInt8 = 0
        while let byte = current, byte != 0x22, byte != 0x5C, byte >= 0x20 {
            allBits |= byte
            position += 1
        }
        if current == 0x22 {
            let content = bytes[start..<position]
            // ASCII is UTF-8 whatever it says.
            let isASCII = allBits < 0x80
            let text = isASCII ? String(decoding: content, as: UTF8.self) : try validated(content)
            position += 1
            return text
        }
        return try escapedString(from: start)
    }

    private mutating func escapedString(from start: Int) throws(JSONSyntaxError) -> String {
        var content = Array(bytes[start..<position])
        while let byte = current {
            switch byte {
            case 0x22:
                let text = try validated(content[...])
                position += 1
                return text
            case 0x5C:
                position += 1
                try appendEscape(to: &content)
            case 0..<0x20: throw error("a control character stands in a string")
            default:
                content.append(byte)
                position += 1
            }
        }
        throw error("a string does not end")
    }

    private func validated(_ bytes: ArraySlice<UInt8>) throws(JSONSyntaxError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw error("a string is not valid UTF-8")
        }
        return text
    }

    private mutating func appendEscape(to content: inout [UInt8]) throws(JSONSyntaxError) {
        guard let byte = current else { throw error("a string does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): content += Array(String(try unicodeEscape()).utf8)
        default: throw error("an escape is unknown")
        }
    }

    private mutating func unicodeEscape() throws(JSONSyntaxError) -> Character {
        let first = try hexUnit()
        var scalar = UInt32(first)
        if (0xD800...0xDBFF).contains(first) {
            guard take(0x5C), take(UInt8(ascii: "u")) else { throw error("half a surrogate pair") }
            let second = try hexUnit()
            guard (0xDC00...0xDFFF).contains(second) else { throw error("half a surrogate pair") }
            scalar = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(scalar) else { throw error("half a surrogate pair") }
        return Character(scalar)
    }

    private mutating func hexUnit() throws(JSONSyntaxError) -> UInt16 {
        guard position + 4 <= bytes.count,
            bytes[position..<position + 4].allSatisfy({ Self.isHexDigit($0) }),
            let text = String(validating: bytes[position..<position + 4], as: UTF8.self),
            let unit = UInt16(text, radix: 16)
        else { throw error("four hexadecimal digits were expected") }
        position += 4
        return unit
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }
}

/// Where and why a text is not JSON.
public struct JSONSyntaxError: Error, Equatable, Sendable {
    /// The byte at which reading stopped, counted from 0.
    public let offset: Int
    /// What is wrong there; never the text itself.
    public let reason: String
}
