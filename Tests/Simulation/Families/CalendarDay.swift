import Foundation

/// A day by its number since 1970-01-01, by the C library's calendar.
struct CalendarDay {
    let number: Int
    /// Monday 0 to Sunday 6; the first day of all was a Thursday.
    var weekday: Int { (number + 3) % 7 }

    private let parts: tm

    init(_ number: Int) {
        self.number = number
        parts = Self.parts(of: number)
    }

    /// The day of the month, from 1.
    var dayOfMonth: Int { Int(parts.tm_mday) }

    /// Whether tomorrow is another month.
    var isLastOfMonth: Bool { Self.parts(of: number + 1).tm_mon != parts.tm_mon }

    private static func parts(of number: Int) -> tm {
        var second = time_t(number) * 86_400
        var parts = tm()
        gmtime_r(&second, &parts)
        return parts
    }
}

extension Almanac {
    /// The first instant of the next day, found by halving.
    func nextMidnight(after milliseconds: Int64) -> Int64 {
        let today = day(milliseconds).number
        var low = milliseconds
        var high = milliseconds + 50 * 3_600_000
        while low + 1 < high {
            let middle = low + (high - low) / 2
            if day(middle).number == today { low = middle } else { high = middle }
        }
        return high
    }
}
