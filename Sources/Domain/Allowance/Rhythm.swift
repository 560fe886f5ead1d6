public import Kernel

/// On which days of the calendar an allowance is due.
///
/// A rhythm has no memory: the due day after another follows from that day alone. So what was
/// missed can be counted years later, and a day that an earlier rhythm set leads into this one.
public struct Rhythm: Sendable, Hashable {
    /// How often.
    public let frequency: Frequency
    /// The weekday, Monday 0 to Sunday 6; `nil` for any, and for a monthly rhythm.
    public let weekday: Int?
    /// The day of the month, 1...31, of a monthly rhythm; a shorter month has it on its last day.
    public let monthDay: Int?

    /// Every seven days from the first payment on, whatever weekday that was.
    public static let weekly = Rhythm(known: .weekly)

    /// Makes a rhythm; `nil` when frequency, weekday and day of the month do not fit together.
    ///
    /// - Parameters:
    ///   - frequency: How often.
    ///   - weekday: Monday 0 to Sunday 6; only for a weekly or bi-weekly rhythm, which may go
    ///     without.
    ///   - monthDay: 1...31; for a monthly rhythm, which needs it.
    public init?(frequency: Frequency, weekday: Int? = nil, monthDay: Int? = nil) {
        switch frequency {
        case .weekly, .biweekly:
            guard monthDay == nil, weekday.map((0...6).contains) ?? true else { return nil }
        case .monthly:
            guard weekday == nil, let monthDay, (1...31).contains(monthDay) else { return nil }
        }
        self.init(known: frequency, weekday: weekday, monthDay: monthDay)
    }

    private init(known frequency: Frequency, weekday: Int? = nil, monthDay: Int? = nil) {
        self.frequency = frequency
        self.weekday = weekday
        self.monthDay = monthDay
    }

    /// Whether the calendar does not say when it begins: its first day is the day of the next run.
    public var isFree: Bool { weekday == nil && monthDay == nil }

    /// The due day after a due day.
    ///
    /// After a day that another rhythm set, a weekly or monthly rhythm goes on with its first day,
    /// and a bi-weekly one more than one week and at most two weeks later.
    public func next(after day: CivilDay) -> CivilDay {
        guard let period else { return first(onOrAfter: day.adding(days: 1)) }
        guard weekday != nil else { return day.adding(days: period) }
        return first(onOrAfter: day.adding(days: period - 6))
    }

    /// The rhythm's first day that is the given one or later; a free rhythm may begin on any.
    public func first(onOrAfter day: CivilDay) -> CivilDay {
        if let monthDay {
            let due = Self.day(monthDay, of: day.month)
            return due >= day ? due : Self.day(monthDay, of: day.month.adding(months: 1))
        }
        guard let weekday else { return day }
        return day.adding(days: (weekday - day.weekday + 7) % 7)
    }

    /// The first due day after a due day that is the given one or later.
    ///
    /// The days between are not walked, however many they are.
    func first(after due: CivilDay, onOrAfter day: CivilDay) -> CivilDay {
        let next = next(after: due)
        guard next < day else { return next }
        guard let period else { return first(onOrAfter: day) }
        let gap = day.dayNumber - next.dayNumber
        return next.adding(days: (gap + period - 1) / period * period)
    }

    /// Days from one due day to the next; `nil` where months decide.
    private var period: Int? {
        switch frequency {
        case .weekly: 7
        case .biweekly: 14
        case .monthly: nil
        }
    }

    private static func day(_ monthDay: Int, of month: CivilMonth) -> CivilDay {
        month.firstDay.adding(days: min(monthDay, month.dayCount) - 1)
    }
}
