public import Kernel

/// An instant as most surfaces write it: `2025-01-15T10:30:00Z`, whole seconds.
public struct WireTimestamp: Hashable, Sendable {
    /// The instant.
    public let instant: Timestamp

    /// Makes a wire instant.
    public init(_ instant: Timestamp) {
        self.instant = instant
    }
}

extension WireTimestamp: Codable {
    /// Reads an RFC 3339 instant; without an offset it is UTC.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes whole seconds in UTC with `Z`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(instant.text)
    }
}

extension WireTimestamp: WireLeaf {
    static var schema: Schema { Schema(.string, format: "date-time") }
    static var sampleValue: Self { Self(Timestamp(milliseconds: 0)) }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        guard case .string(let text) = json.asText, let instant = Timestamp(text) else {
            return .failure(WireFault(rule: "must be a date such as 2025-01-15T10:30:00Z"))
        }
        return .success(Self(instant))
    }
}

extension JSON {
    /// Text from a body and text from a query alike, without the space around it.
    var asText: JSON {
        switch self {
        case .string(let text), .loose(let text): .string(WireText.trimmed(text))
        default: self
        }
    }
}
