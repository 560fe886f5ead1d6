public import Kernel

/// An instant as Guardian writes it: `2025-01-15T10:30:00`, UTC, whole seconds, no offset.
public struct GuardianTimestamp: Hashable, Sendable {
    /// The instant.
    public let instant: Timestamp

    /// Makes a wire instant.
    public init(_ instant: Timestamp) {
        self.instant = instant
    }
}

extension GuardianTimestamp: Codable {
    /// Reads an RFC 3339 instant; without an offset it is UTC.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes whole seconds in UTC without `Z`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(instant.text.dropLast()))
    }
}

extension GuardianTimestamp: WireLeaf {
    static var schema: Schema { Schema(.string) }
    static var sampleValue: Self { Self(Timestamp(milliseconds: 0)) }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        WireTimestamp.read(json).map { Self($0.instant) }
    }
}
