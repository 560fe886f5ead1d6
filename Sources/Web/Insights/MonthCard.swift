import Contract
import Kernel

/// What was spent on each day of this month and of those before, in the currency's minor units.
///
/// Source: Guardian's purchases, which are booked; Insights counts what is pending, too, and takes
/// off what came back, but tells no day's spending by itself.
struct DailySpending: Sendable {
    let month: CivilMonth
    let days: [Int64]
    /// What is usually spent up to the end of each day; empty where no month before is whole.
    let usual: [Int64]

    init(_ spending: [API.Guardian.DaySpend], today: CivilDay, zone: Zone) {
        month = today.month
        let sums = Dictionary(
            spending.map { (zone.day(of: $0.day.instant), $0.spendCents) },
            uniquingKeysWith: +
        )
        let first = month.firstDay
        days = (0...(today.dayNumber - first.dayNumber)).map { sums[first.adding(days: $0)] ?? 0 }
        let oldest = today.adding(days: -89)
        let earliest = sums.keys.min()
        let whole = (1...2).map { today.month.adding(months: -$0) }
            .filter { month in
                guard month.firstDay >= oldest, let earliest else { return false }
                // Where nothing was bought in its first week, its days may not be known.
                return earliest < month.firstDay.adding(days: 7)
            }
        usual = Self.course(of: whole, sums, days: month.dayCount)
    }

    private static func course(
        of months: [CivilMonth],
        _ sums: [CivilDay: Int64],
        days: Int
    ) -> [Int64] {
        guard !months.isEmpty else { return [] }
        var total: Int64 = 0
        return (0..<days).map { day in
            for month in months where day < month.dayCount {
                total += sums[month.firstDay.adding(days: day)] ?? 0
            }
            return total / Int64(months.count)
        }
    }
}

/// The month so far.
struct MonthCard: Sendable {
    let name: String
    let chart: CourseChart
    let income: String

    /// What stands there until something was booked.
    static let start = EmptyState(
        "This month",
        "Here will be what is spent day by day, beside what you usually spend in a month."
    )

    init(
        _ spending: DailySpending,
        _ totals: API.Insights.AnalyticsTotals,
        _ format: PageFormat
    ) {
        name = format.month(spending.month)
        chart = CourseChart(spending.days, usual: spending.usual, in: spending.month, format)
        income = format.money(hundredths: totals.income.minor)
    }
}
