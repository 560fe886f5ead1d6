public import Kernel

/// The hours of each day in which a member wants to hear of nothing that can wait.
///
/// They are hours of the household's clock, and may go over midnight.
public struct QuietHours: Sendable, Hashable {
    /// When they begin.
    public let start: LocalTime
    /// When they are over; this minute is not quiet any more.
    public let end: LocalTime

    /// Makes quiet hours; `nil` when they would end as they begin.
    public init?(start: LocalTime, end: LocalTime) {
        guard start != end else { return nil }
        self.start = start
        self.end = end
    }

    /// Whether a time is among them.
    public func contain(_ time: LocalTime) -> Bool {
        start < end ? start <= time && time < end : start <= time || time < end
    }

    /// When they are over that an instant lies in; `nil` when it lies in none.
    public func end(at now: Timestamp, in zone: Zone) -> Timestamp? {
        contain(zone.time(of: now)) ? zone.next(end, after: now) : nil
    }
}
