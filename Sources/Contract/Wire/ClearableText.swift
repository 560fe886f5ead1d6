/// Text that a caller may also take away: blank text is there, and says that nothing is to stay.
///
/// Any other text that is blank counts as not sent.
public struct ClearableText: Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    /// The text without the space around it; empty when nothing is to stay.
    public let text: String

    /// Makes text.
    public init(_ text: String) {
        self.text = text
    }

    /// Makes text of a literal.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// Reads a string.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension ClearableText: WireLeaf {
    static var schema: Schema { String.schema }
    static var sampleValue: Self { Self("") }
    static var keepsBlank: Bool { true }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        String.read(json).map { text in Self(text) }
    }
}
