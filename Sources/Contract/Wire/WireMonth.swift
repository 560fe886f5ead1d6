public import Kernel

/// A month of the calendar: `2025-01`.
public struct WireMonth: Hashable, Sendable {
    /// The month.
    public let month: CivilMonth

    /// Makes a wire month.
    public init(_ month: CivilMonth) {
        self.month = month
    }
}

extension WireMonth: Codable {
    /// Reads `YYYY-MM`.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes `YYYY-MM`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(month.text)
    }
}

extension WireMonth: WireLeaf {
    static var schema: Schema {
        var schema = Schema(.string)
        schema.bounds.pattern = TextPattern.month
        return schema
    }
    static var sampleValue: Self { Self(CivilDay(dayNumber: 0).month) }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        guard case .string(let text) = json.asText, let month = CivilMonth(text) else {
            return .failure(WireFault(rule: "must be a month such as 2025-01"))
        }
        return .success(Self(month))
    }
}
