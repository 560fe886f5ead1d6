public import Kernel

/// Where a window of months or days begins or ends: `2025-01` or `2025-01-15`.
public enum MonthOrDay: Hashable, Sendable {
    /// A whole month.
    case month(CivilMonth)
    /// A day of the household.
    case day(CivilDay)

    /// The text that names it.
    public var text: String {
        switch self {
        case .month(let month): month.text
        case .day(let day): day.text
        }
    }

    /// The month, or that of the day.
    public var month: CivilMonth {
        switch self {
        case .month(let month): month
        case .day(let day): day.month
        }
    }
}

extension MonthOrDay: Codable {
    /// Reads `YYYY-MM` or `YYYY-MM-DD`.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes what it was made of.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension MonthOrDay: WireLeaf {
    static var schema: Schema {
        var schema = Schema(.string)
        schema.bounds.pattern = TextPattern.monthOrDay
        return schema
    }
    static var sampleValue: Self { .day(CivilDay(dayNumber: 0)) }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        guard case .string(let text) = json.asText else { return .failure(.wrongType) }
        if let month = CivilMonth(text) { return .success(.month(month)) }
        if let day = CivilDay(text) { return .success(.day(day)) }
        let rule = "must be a month such as 2025-01 or a day such as 2025-01-15"
        return .failure(WireFault(rule: rule))
    }
}
