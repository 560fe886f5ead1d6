public import Kernel

/// A time of the household's clock: `22:00`.
public struct WireTime: Hashable, Sendable {
    /// The time.
    public let time: LocalTime

    /// Makes a wire time.
    public init(_ time: LocalTime) {
        self.time = time
    }
}

extension WireTime: Codable {
    /// Reads `HH:MM`.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes `HH:MM`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(time.text)
    }
}

extension WireTime: WireLeaf {
    static var schema: Schema {
        var schema = Schema(.string)
        schema.bounds.pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$"
        return schema
    }

    static var sampleValue: Self {
        guard let midnight = LocalTime(hour: 0) else { preconditionFailure("a day has a start") }
        return Self(midnight)
    }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        guard case .string(let text) = json.asText, let time = LocalTime(text) else {
            return .failure(WireFault(rule: "must be a time such as 22:00"))
        }
        return .success(Self(time))
    }
}
