/// The `*` of `If-None-Match`: no version at all may stand there (RFC 9110, section 13.1.2).
public struct NoVersionTag: Hashable, Sendable {
    /// Makes the tag.
    public init() {}
}

extension NoVersionTag: Codable {
    /// Reads `*`.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes `*`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("*")
    }
}

extension NoVersionTag: WireLeaf {
    static var schema: Schema { Schema(.string, allowed: ["*"]) }

    static var sampleValue: Self { Self() }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        guard case .string("*") = json.asText else { return .failure(WireFault(rule: "must be *")) }
        return .success(Self())
    }
}

extension HeaderField {
    /// The version that a change was made of, without which nothing is changed.
    static let requiredMatch = Self(
        "If-Match",
        key: "ifMatch",
        "The version that the change was made of, in quotes."
    )

    /// That what is made is new.
    static let noMatch = Self(
        "If-None-Match",
        key: "ifNoneMatch",
        "`*`: the record is new, and nothing of its id is or was there."
    )
}
