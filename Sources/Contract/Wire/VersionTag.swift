/// The version of a record as `If-Match` names it: its number in quotes (RFC 9110, section 13.1.1).
///
/// The number is the position of the link that recorded the last change, in the household's chain.
public struct VersionTag: Hashable, Sendable {
    /// The version.
    public let version: Int64

    /// Makes a tag.
    public init(_ version: Int64) {
        self.version = version
    }

    /// The version in its quotes.
    public var text: String { "\"\(version)\"" }
}

extension VersionTag: Codable {
    /// Reads `"12"`.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes `"12"`, with its quotes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension VersionTag: WireLeaf {
    static var schema: Schema {
        var schema = Schema(.string)
        schema.bounds.pattern = #"^"[0-9]{1,18}"$"#
        return schema
    }

    static var sampleValue: Self { Self(0) }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        guard case .string(let text) = json.asText, text.hasPrefix("\""), text.hasSuffix("\"")
        else { return .failure(malformed) }
        let digits = text.dropFirst().dropLast().utf8
        guard (1...18).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let version = Int64(text.dropFirst().dropLast())
        else { return .failure(malformed) }
        return .success(Self(version))
    }

    private static let malformed = WireFault(rule: "must be a version in quotes, such as \"12\"")
}

extension HeaderField {
    /// The version that a change was made of.
    static let ifMatch = Self(
        "If-Match",
        key: "ifMatch",
        "The version that the change was made of, in quotes; without it the last writer wins."
    )

    /// The same, where keys are in snake case.
    static let ifMatchInSnakeCase = Self("If-Match", key: "if_match", ifMatch.summary)

    /// The version of what is answered.
    static let version = Self(
        "ETag",
        key: "version",
        "The version of what is answered, in quotes.",
        isSent: false,
        isAnswered: true,
        isQuoted: true
    )
}
