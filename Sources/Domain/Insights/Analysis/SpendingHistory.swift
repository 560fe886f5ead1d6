import Kernel

/// The days from which is told what is safe to spend, put together.
struct SpendingHistory {
    /// How many days count, today among them.
    ///
    /// Source: the contract of Insights, section 4.
    static let days = 120

    /// The days with income in the history.
    private(set) var incomeDays: Set<CivilDay> = []
    private let today: CivilDay
    private var variableByDay: [CivilDay: Int128] = [:]
    private var futureIncome: [CivilDay: Int128] = [:]
    private var bills: [SpendingDay.Bill: [(day: CivilDay, size: Int128)]] = [:]

    /// Puts days together, each of which comes once; what is older than the history is left out,
    /// and of what is dated after today all but the income.
    init(of days: some Sequence<SpendingDay>, today: CivilDay) {
        self.today = today
        let first = today.adding(days: 1 - Self.days)
        for day in days where day.day >= first {
            if day.day > today {
                futureIncome[day.day] = day.income
            } else {
                if day.income != nil { incomeDays.insert(day.day) }
                variableByDay[day.day] = day.variable
                for (bill, size) in day.bills { bills[bill, default: []].append((day.day, size)) }
            }
        }
    }

    /// What was spent on what is neither fixed nor put aside, from one day up to another.
    ///
    /// - Parameters:
    ///   - first: The first day.
    ///   - end: The day after the last one.
    /// - Returns: Minor units, zero or more.
    func variable(from first: CivilDay, before end: CivilDay) -> Int128 {
        var sum: Int128 = 0
        for (day, spent) in variableByDay where day >= first && day < end { sum += spent }
        return sum
    }

    /// The income that is dated after today, up to a day.
    func income(through last: CivilDay) -> Int128 {
        var sum: Int128 = 0
        for (day, income) in futureIncome where day <= last { sum += income }
        return sum
    }

    /// Twice what is still to be paid in a cycle, by merchant: the median of what was paid, less
    /// what was paid since the cycle began.
    ///
    /// The median of an even number of amounts may lie between two minor units.
    func remainingDoubled(since start: CivilDay) -> Int128 {
        bills.values.reduce(0) { sum, payments in
            guard payments.count >= 2 else { return sum }
            let sizes = payments.map(\.size).sorted()
            let doubledMedian = sizes[(sizes.count - 1) / 2] + sizes[sizes.count / 2]
            let paid = payments.filter { $0.day >= start }.reduce(0) { $0 + $1.size }
            return sum + max(0, doubledMedian - 2 * paid)
        }
    }
}
