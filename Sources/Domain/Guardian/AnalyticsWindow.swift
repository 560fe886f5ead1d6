public import Kernel

/// A span of time up to now, taken apart into whole days and what is left of the day before them.
///
/// Sums of spending are kept by day. A window that begins in the middle of a day is those of the
/// whole days, and the single purchases of the rest of the first day.
public struct AnalyticsWindow: Sendable, Equatable {
    /// The first instant.
    public let start: Timestamp
    /// The instant that counts as now.
    ///
    /// What is dated later today counts already, as it does against a limit.
    public let end: Timestamp
    /// The day that counts from ``start`` on; `nil` where the window begins with a whole day.
    public let partialDay: CivilDay?
    /// The days that count as a whole; the last is today.
    public let wholeDays: ClosedRange<CivilDay>

    /// The window of so many times 24 hours.
    ///
    /// - Parameters:
    ///   - days: Two or more, so that today is always a whole day, also where it has 25 hours.
    ///   - now: Its end.
    ///   - zone: Where the days begin and end.
    /// - Returns: The window; its first day is partial unless it begins at that day's start.
    public static func last(days: Int64, until now: Timestamp, in zone: Zone) -> Self {
        precondition(days >= 2, "a window is longer than the longest day")
        let start = now.adding(seconds: -days * 86_400)
        let first = zone.day(of: start)
        let isWhole = start <= zone.start(of: first)
        return Self(
            start: start,
            end: now,
            partialDay: isWhole ? nil : first,
            wholeDays: (isWhole ? first : first.adding(days: 1))...zone.day(of: now)
        )
    }

    /// The window from the first of the month.
    public static func monthToDate(until now: Timestamp, in zone: Zone) -> Self {
        let today = zone.day(of: now)
        let first = today.month.firstDay
        return Self(
            start: zone.start(of: first),
            end: now,
            partialDay: nil,
            wholeDays: first...today
        )
    }

    /// Whether something of a household's day belongs to the window: all of a whole day does, and
    /// of the partial day what is from the start on.
    public func contains(_ instant: Timestamp, on day: CivilDay) -> Bool {
        wholeDays.contains(day) || day == partialDay && instant >= start
    }
}
