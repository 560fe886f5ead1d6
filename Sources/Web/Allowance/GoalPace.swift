import Contract
import Kernel

/// How fast a child's allowance brings what it saves for, if everything stays as it is.
struct GoalPace: Sendable {
    /// The longest that is told of: much may change in five years.
    private static let longestYears = 5

    /// What each allowance puts aside, in hundredths.
    private let part: Int64
    private let first: CivilDay
    private let frequency: API.Allowance.Frequency
    private let dayOfMonth: Int

    /// Finds it; `nil` where no allowance comes, or none of it is put aside.
    init?(
        _ schedule: API.Allowance.ScheduleResponse,
        _ split: API.Allowance.SplitPercents,
        in zone: Zone
    ) {
        guard !schedule.isPaused, let next = schedule.nextAllowanceDate else { return nil }
        // A part is rounded down, as it is when it is paid.
        let (hundreds, rest) = schedule.amount.minor.quotientAndRemainder(dividingBy: 100)
        part = hundreds * Int64(split.save) + rest * Int64(split.save) / 100
        guard part > 0 else { return nil }
        first = zone.day(of: next.instant)
        frequency = schedule.frequency
        dayOfMonth = schedule.dayOfMonth.map { Int($0) } ?? first.dayOfMonth
    }

    /// The day on which so many hundredths more are put aside; `nil` where that is too far away.
    func day(bringing missing: Int64) -> CivilDay? {
        guard missing > 0 else { return nil }
        let before = (missing - 1) / part
        guard before < Int64(Self.longestYears * paymentsInYear) else { return nil }
        let count = Int(before)
        switch frequency {
        case .weekly: return first.adding(days: 7 * count)
        case .biweekly: return first.adding(days: 14 * count)
        case .monthly:
            let month = first.month.adding(months: count)
            return month.firstDay.adding(days: min(dayOfMonth, month.dayCount) - 1)
        }
    }

    private var paymentsInYear: Int {
        switch frequency {
        case .weekly: 52
        case .biweekly: 26
        case .monthly: 12
        }
    }
}
