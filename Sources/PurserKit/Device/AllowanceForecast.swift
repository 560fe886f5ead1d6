import Allowance
public import Contract
public import Kernel

/// On which days a child's allowance is due next, by what this device knows.
public struct AllowanceForecast: Sendable, Equatable {
    /// The next due days of the household's calendar, oldest first.
    ///
    /// Empty while the allowance is paused or nothing, and before the first payment of one that
    /// begins with it.
    public let days: [CivilDay]
    /// What is due on each of them.
    public let amount: DecimalAmount
    /// Whether a parent has stopped it for the time being.
    public let isPaused: Bool
    /// When the schedule was asked for, by this device's clock.
    public let asOf: Timestamp

    /// Reckons on from a schedule that was told; `nil` for one that cannot be.
    ///
    /// - Parameters:
    ///   - told: The schedule.
    ///   - asOf: When it was told.
    ///   - today: The household's day; days before it count as paid.
    ///   - count: How many days to give.
    init?(
        _ told: API.Allowance.ScheduleResponse,
        asOf: Timestamp,
        today: CivilDay,
        next count: Int
    ) {
        guard let rhythm = Rhythm(told) else { return nil }
        amount = told.amount
        isPaused = told.isPaused
        self.asOf = asOf
        // Civil days are told as text as well, so that no zone can shift them.
        guard let first = told.upcoming.first.flatMap({ CivilDay($0) }) else {
            days = []
            return
        }
        var schedule = Schedule(
            rhythm: rhythm,
            amountMinor: told.amount.minor,
            isPaused: told.isPaused,
            nextDue: first,
            // A day that is shown follows one that was recorded, or is fixed by the calendar.
            lastDue: first.adding(days: -1)
        )
        let yesterday = today.adding(days: -1)
        while case let passed = schedule.dueDays(through: yesterday, most: 100), !passed.isEmpty {
            schedule.record(passed)
        }
        days = schedule.upcoming(count)
    }
}

extension Rhythm {
    /// The rhythm that was told; `nil` when its fields do not fit together.
    fileprivate init?(_ told: API.Allowance.ScheduleResponse) {
        let frequency: Frequency =
            switch told.frequency {
            case .weekly: .weekly
            case .biweekly: .biweekly
            case .monthly: .monthly
            }
        self.init(
            frequency: frequency,
            weekday: told.weekday.flatMap(API.Allowance.Weekday.allCases.firstIndex),
            monthDay: told.dayOfMonth.map(Int.init)
        )
    }
}
