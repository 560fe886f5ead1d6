public import Kernel

extension ID: Codable {
    /// Reads a UUID in any case.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes the UUID in lower case.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension ID: WireLeaf {
    static var schema: Schema { Schema(.string, format: "uuid") }
    static var sampleValue: Self { Self(.zero) }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        guard case .string(let text) = json.asText, let id = Self(text) else {
            return .failure(WireFault(rule: "is not a UUID"))
        }
        return .success(id)
    }
}

/// A member of the household as a caller may name it: integer id, UUID, or an issuer's subject.
public struct MemberReference: Hashable, Sendable, Codable {
    /// The reference as it was sent.
    public let text: String

    /// Makes a reference.
    public init(_ text: String) {
        self.text = text
    }

    /// Makes one of the id that answers give.
    public init(_ member: ID<Entity.Member>) { self.init(member.text) }

    /// Reads a string or a number.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension MemberReference: WireLeaf {
    static var schema: Schema {
        var schema = String.schema
        schema.bounds.minLength = 1
        schema.bounds.maxLength = Limits.identifierCharacters
        schema.takesInteger = true
        return schema
    }

    static var sampleValue: Self { Self("") }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        let read: Result<String, WireFault>
        if case .number(let number) = json {
            read = .success(number)
        } else {
            read = String.read(json)
        }
        return read.flatMap { text in
            text.hasMoreScalars(than: Limits.identifierCharacters)
                ? .failure(WireFault(rule: "is too long")) : .success(Self(text))
        }
    }
}
