/// A JSON value (RFC 8259) as conditions are read from it and written to it.
///
/// Whoever holds JSON of another kind translates it case by case; a decoder that can be asked what
/// a value is gives one by itself.
public enum PolicyValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case flag(Bool)
    /// A whole number.
    case whole(Int64)
    /// Any other number; see ``number(_:)``.
    case decimal(Double)
    /// A string.
    case text(String)
    /// An array.
    case list([PolicyValue])
    /// An object; its keys are distinct.
    case object([Member])

    /// One key of an object with its value.
    public struct Member: Sendable, Hashable {
        /// The key.
        public let key: String
        /// The value.
        public let value: PolicyValue

        /// Makes a member.
        public init(_ key: String, _ value: PolicyValue) {
            self.key = key
            self.value = value
        }
    }

    /// A number, as a whole one wherever it is one that a double holds exactly.
    public static func number(_ number: Double) -> PolicyValue {
        guard number.magnitude < 0x1p53, let whole = Int64(exactly: number) else {
            return .decimal(number)
        }
        return .whole(whole)
    }

    /// An object of what there is; what there is none of is left out.
    static func object(_ members: (String, PolicyValue?)...) -> PolicyValue {
        .object(members.compactMap { key, value in value.map { Member(key, $0) } })
    }

    /// The value of a key, when this is an object that has it.
    subscript(key: String) -> PolicyValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }
}

extension PolicyValue {
    /// The one form that all texts of the same value share: sorted keys, no insignificant space.
    public var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .flag(let flag): bytes += (flag ? "true" : "false").utf8
        case .whole(let number): bytes += String(number).utf8
        case .decimal(let number): bytes += String(number).utf8
        case .text(let text): Self.write(text, to: &bytes)
        case .list(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in Self.sorted(members).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Members in the order of their keys, which they mostly have.
    private static func sorted(_ members: [Member]) -> [Member] {
        let areSorted = zip(members, members.dropFirst()).allSatisfy(isBefore)
        return areSorted ? members : members.sorted(by: isBefore)
    }

    /// The order of keys: by their bytes.
    static func isBefore(_ left: Member, _ right: Member) -> Bool {
        left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
    }

    /// Writes a string, escaping only what RFC 8259, section 7 says must be escaped.
    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
        if isPlain { bytes += text.utf8 }
        for byte in isPlain ? "".utf8 : text.utf8 {
            switch byte {
            case 0x22, 0x5C: bytes += [0x5C, byte]
            case 0x0A: bytes += "\\n".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0x09: bytes += "\\t".utf8
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes += "\\u00\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
