public import Kernel

/// Where a window of time begins or ends: a day, or an instant of which the day counts.
public enum DateFilter: Hashable, Sendable {
    /// A day of the household.
    case day(CivilDay)
    /// An instant; the household's zone tells the day.
    case instant(Timestamp)

    /// The day in a time zone.
    public func day(in zone: Zone) -> CivilDay {
        switch self {
        case .day(let day): day
        case .instant(let instant): zone.day(of: instant)
        }
    }
}

extension DateFilter: Codable {
    /// Reads a day or an RFC 3339 instant; without an offset it is UTC.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes what it was made of.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .day(let day): try container.encode(day.text)
        case .instant(let instant): try container.encode(instant.text)
        }
    }
}

extension DateFilter: WireLeaf {
    static var schema: Schema {
        var schema = Schema(.string, format: "date-time")
        schema.takesDay = true
        return schema
    }
    static var sampleValue: Self { .day(CivilDay(dayNumber: 0)) }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        guard case .string(let text) = json.asText else { return .failure(.wrongType) }
        if let day = CivilDay(text) { return .success(.day(day)) }
        if let instant = Timestamp(text) { return .success(.instant(instant)) }
        let rule = "must be a date such as 2025-01-15 or 2025-01-15T10:30:00Z"
        return .failure(WireFault(rule: rule))
    }
}
