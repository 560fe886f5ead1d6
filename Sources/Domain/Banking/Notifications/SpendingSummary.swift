public import Kernel

/// How often a member's spending is summed up.
public enum SpendingSummary: String, Sendable, CaseIterable {
    /// Never.
    case none
    /// Every day, what was spent the day before.
    case daily
    /// Every Monday, what was spent in the week before.
    case weekly
}

extension SpendingSummary {
    /// The days that one summary is about.
    public struct Period: Sendable, Hashable {
        /// Daily or weekly.
        public let summary: SpendingSummary
        /// The first of them.
        public let first: CivilDay
        /// The last of them, the day before the summary is due.
        public let last: CivilDay
    }

    /// When a summary is due, by the household's clock.
    public static let hour = 8

    /// The newest summary that became due after one instant and not after another.
    ///
    /// Older ones that nobody asked for in time are not made up for.
    ///
    /// - Parameters:
    ///   - earlier: Up to when summaries were looked for, or since when they are wanted.
    ///   - now: Up to when they are looked for.
    ///   - zone: The household's clock.
    /// - Returns: What the summary is about; `nil` when none is due.
    public func due(after earlier: Timestamp, through now: Timestamp, in zone: Zone) -> Period? {
        guard let time = LocalTime(hour: Self.hour), let length = dayCount else { return nil }
        let today = zone.day(of: now)
        var day = self == .weekly ? today.adding(days: -today.weekday) : today
        if zone.instant(of: time, on: day) > now { day = day.adding(days: -length) }
        guard zone.instant(of: time, on: day) > earlier else { return nil }
        return Period(
            summary: self,
            first: day.adding(days: -length),
            last: day.adding(days: -1)
        )
    }

    /// The days from one summary to the next.
    private var dayCount: Int? {
        switch self {
        case .none: nil
        case .daily: 1
        case .weekly: 7
        }
    }
}
