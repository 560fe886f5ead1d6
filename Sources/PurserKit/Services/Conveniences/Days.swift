public import Contract
public import Foundation
public import Kernel

extension CivilMonth {
    /// The month of an instant, in a calendar's time zone.
    ///
    /// `nil` where the calendar counts no years of the common era, or more than four digits.
    public init?(_ date: Date, in zone: TimeZone = .current) {
        let parts = Calendar.gregorian(in: zone).dateComponents([.era, .year, .month], from: date)
        guard parts.era == 1, let year = parts.year, year < 10_000, let month = parts.month else {
            return nil
        }
        self.init(Self.text(year, month))
    }

    private static func text(_ year: Int, _ month: Int) -> String {
        "\(String(10_000 + year).dropFirst())-\(String(100 + month).dropFirst())"
    }

    /// The month's first instant in a time zone.
    public func date(in zone: TimeZone = .current) -> Date { firstDay.date(in: zone) }
}

extension CivilDay {
    /// The day of an instant in a time zone; `nil` before the year 1 and after 9999.
    public init?(_ date: Date, in zone: TimeZone = .current) {
        guard let month = CivilMonth(date, in: zone) else { return nil }
        let day = Calendar.gregorian(in: zone).component(.day, from: date)
        self = month.firstDay.adding(days: day - 1)
    }

    /// The day's first instant in a time zone.
    public func date(in zone: TimeZone = .current) -> Date {
        let parts = DateComponents(year: month.year, month: month.month, day: dayOfMonth)
        let calendar = Calendar.gregorian(in: zone)
        // Every day of this calendar has a first instant; where midnight is skipped it is later.
        return calendar.date(from: parts).map(calendar.startOfDay) ?? .distantPast
    }
}

extension WireDay {
    /// The day's first instant in a time zone.
    public func date(in zone: TimeZone = .current) -> Date { day.date(in: zone) }
}

extension WireMonth {
    /// The month's first instant in a time zone.
    public func date(in zone: TimeZone = .current) -> Date { month.date(in: zone) }
}

extension Calendar {
    fileprivate static func gregorian(in zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}
