public import Kernel

/// A day as most surfaces write it: `2025-01-15`.
public struct WireDay: Hashable, Sendable {
    /// The day.
    public let day: CivilDay

    /// Makes a wire day.
    public init(_ day: CivilDay) {
        self.day = day
    }
}

extension WireDay: Codable {
    /// Reads `YYYY-MM-DD`.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes `YYYY-MM-DD`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(day.text)
    }
}

extension WireDay: WireLeaf {
    static var schema: Schema { Schema(.string, format: "date") }
    static var sampleValue: Self { Self(CivilDay(dayNumber: 0)) }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        guard case .string(let text) = json.asText, let day = CivilDay(text) else {
            return .failure(WireFault(rule: "must be a day such as 2025-01-15"))
        }
        return .success(Self(day))
    }
}
