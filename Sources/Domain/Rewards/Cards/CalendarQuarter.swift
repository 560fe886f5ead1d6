public import Kernel

/// Three months of the calendar.
public struct CalendarQuarter: Hashable, Sendable {
    /// The year.
    public let year: Int
    /// The quarter of the year, 1...4.
    public let quarter: Int

    /// Makes a quarter from numbers.
    public init(year: Int, quarter: Int) {
        self.year = year
        self.quarter = quarter
    }

    /// The quarter that a day lies in.
    public init(of day: CivilDay) {
        let month = day.month
        self.init(year: month.year, quarter: (month.month + 2) / 3)
    }

    /// The quarter that an instant lies in, in a household's time.
    public init(of instant: Timestamp, in zone: Zone) {
        self.init(of: zone.day(of: instant))
    }
}
