import Foundation

/// A day of the calendar somewhere.
struct LocalDay: Hashable, Sendable {
    /// Days since 1970-01-01.
    let number: Int
    /// Months since year 0.
    let month: Int
    /// The number of the month's first day.
    let firstOfMonth: Int
}

/// What day it is in a household's time zone, by the C library's calendar and Foundation's zones.
struct Almanac: Sendable {
    let zone: TimeZone

    init(_ name: String) {
        guard let zone = TimeZone(identifier: name) else {
            preconditionFailure("the system knows the time zone \(name)")
        }
        self.zone = zone
    }

    /// The day on which an instant falls.
    func day(_ milliseconds: Int64) -> LocalDay {
        let second = Int64((Double(milliseconds) / 1_000).rounded(.down))
        let date = Date(timeIntervalSince1970: TimeInterval(second))
        var local = time_t(second) + zone.secondsFromGMT(for: date)
        var parts = tm()
        gmtime_r(&local, &parts)
        let number =
            (local - time_t(parts.tm_hour * 3_600 + parts.tm_min * 60 + parts.tm_sec)) / 86_400
        return LocalDay(
            number: number,
            month: (Int(parts.tm_year) + 1_900) * 12 + Int(parts.tm_mon),
            firstOfMonth: number - Int(parts.tm_mday) + 1
        )
    }

    /// The first instant of the next month, found by halving.
    func endOfMonth(after milliseconds: Int64) -> Int64 {
        let month = day(milliseconds).month
        var low = milliseconds
        var high = milliseconds + 32 * 86_400_000
        while low + 1 < high {
            let middle = low + (high - low) / 2
            if day(middle).month == month { low = middle } else { high = middle }
        }
        return high
    }

    /// The next change of the clocks; `nil` where they never change.
    func clockChange(after milliseconds: Int64) -> Int64? {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
        return zone.nextDaylightSavingTimeTransition(after: date)
            .map { Int64($0.timeIntervalSince1970) * 1_000 }
    }

    /// Zones whose clocks do all that clocks do.
    static let names = [
        "America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe",
        "Pacific/Kiritimati", "America/St_Johns", "Africa/Casablanca", "America/Sao_Paulo",
        "Asia/Kathmandu", "Pacific/Chatham", "America/Havana", "Asia/Beirut", "Antarctica/Troll",
        "Pacific/Pago_Pago", "Asia/Tokyo", "Europe/Dublin",
    ]
}
