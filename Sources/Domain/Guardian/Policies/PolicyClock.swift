public import Kernel

/// What the household's clock shows: a weekday and a time.
public struct PolicyClock: Sendable, Hashable {
    /// The weekday, Monday 0 to Sunday 6.
    public let weekday: Int
    /// The time.
    public let time: LocalTime

    /// Reads the clock at an instant.
    public init(at instant: Timestamp, in zone: Zone) {
        weekday = zone.day(of: instant).weekday
        time = zone.time(of: instant)
    }

    /// The weekdays in JSON, from Monday.
    static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// A weekday of JSON as a sentence shows it: `Fri`.
    static func shown(_ day: String) -> String {
        day.prefix(1).uppercased() + day.dropFirst()
    }

    /// `Fri 21:00`.
    var shown: String { "\(Self.shown(Self.days[weekday])) \(time.text)" }

    /// Minutes since Monday's midnight, by the clock.
    var minuteOfWeek: Int64 { Int64(weekday * 1_440 + time.minuteOfDay) }
}

extension PolicyClock {
    /// Reads `fri 21:00`.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = Self.days.firstIndex(of: String(parts[0])),
            let time = LocalTime(parts[1])
        else { return nil }
        weekday = day
        self.time = time
    }

    /// `fri 21:00`.
    var text: String { "\(Self.days[weekday]) \(time.text)" }
}

extension PolicyClock {
    /// Whether the clock is within a span that began today, or yesterday and went over midnight.
    ///
    /// - Parameters:
    ///   - days: The days on which it begins, Monday the lowest bit.
    ///   - from: The minute of the day at which it begins.
    ///   - until: The minute at which it is over; not after `from`, that of the next day.
    /// - Returns: Whether it is.
    func isWithin(days: UInt8, from: Int, until: Int) -> Bool {
        Self.isWithin(minuteOfWeek: Int(minuteOfWeek), days: days, from: from, until: until)
    }

    static func isWithin(minuteOfWeek: Int, days: UInt8, from: Int, until: Int) -> Bool {
        let (day, minute) = minuteOfWeek.quotientAndRemainder(dividingBy: 1_440)
        let isDay = days >> UInt8(day) & 1 == 1
        if from < until { return isDay && minute >= from && minute < until }
        let isDayBefore = days >> UInt8((day + 6) % 7) & 1 == 1
        return isDay && minute >= from || isDayBefore && minute < until
    }
}
