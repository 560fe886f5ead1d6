import Allowance
import Kernel
import Testing

/// The day of a text; a test that names no day fails.
func day(_ text: String) throws -> CivilDay {
    try #require(CivilDay(text), "\(text) is no day")
}

/// The instant of a text.
func instant(_ text: String) throws -> Timestamp {
    try #require(Timestamp(text), "\(text) is no instant")
}

/// A rhythm in few letters, as a table writes it: `w`, `w4`, `b`, `b4`, `m31`.
func rhythm(_ text: String) throws -> Rhythm {
    let number = Int(text.dropFirst())
    let rhythm: Rhythm? =
        switch text.prefix(1) {
        case "w": Rhythm(frequency: .weekly, weekday: number)
        case "b": Rhythm(frequency: .biweekly, weekday: number)
        case "m": Rhythm(frequency: .monthly, monthDay: number)
        default: nil
        }
    return try #require(rhythm, "\(text) is no rhythm")
}

extension Schedule {
    /// A schedule of 10.00 that was due, and is due again by its rhythm.
    static func paid(_ rhythm: Rhythm, on day: CivilDay) -> Schedule {
        var schedule = Schedule(rhythm: rhythm, amountMinor: 1_000, from: day)
        schedule.record([day])
        return schedule
    }

    /// Records what a run finds, and returns it.
    mutating func run(_ today: CivilDay, most: Int = 1_000) -> [CivilDay] {
        let days = dueDays(through: today, most: most)
        record(days)
        return days
    }

    /// Records what is owed before a change, and returns it.
    mutating func settleUp(_ today: CivilDay) -> [CivilDay] {
        let days = owedDays(through: today, most: 1_000)
        record(days)
        return days
    }
}

extension [CivilDay] {
    var texts: [String] { map(\.text) }
}
