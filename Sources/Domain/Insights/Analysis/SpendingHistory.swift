import Kernel

/// The rows from which is told what is safe to spend, put together by day and merchant.
struct SpendingHistory {
    /// An expense that comes again.
    struct Bill: Hashable {
        let kind: SpendingKind
        let merchant: String
    }

    /// How many days count, today among them.
    ///
    /// Source: the contract of Insights, section 4.
    static let days = 120

    /// The days with income in the history.
    private(set) var incomeDays: Set<CivilDay> = []
    private let today: CivilDay
    private var variableByDay: [CivilDay: Int128] = [:]
    private var futureIncome: [CivilDay: Int128] = [:]
    private var bills: [Bill: [(day: CivilDay, size: Int128)]] = [:]

    /// Puts rows together; pending rows, transfers and what is older than the history are left out.
    init(of rows: some Sequence<AnalysedRow>, today: CivilDay) {
        self.today = today
        let first = today.adding(days: 1 - Self.days)
        for row in rows where !row.isPending && !row.isTransfer && row.day >= first {
            if row.amountMinor > 0 {
                addIncome(row)
            } else if row.amountMinor < 0, row.day <= today {
                let kind = row.kind ?? SpendingKind(category: row.category, merchant: row.merchant)
                addExpense(row, kind)
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

    private mutating func addIncome(_ row: AnalysedRow) {
        guard row.category == CategoryName.income else { return }
        if row.day > today {
            futureIncome[row.day, default: 0] += Int128(row.amountMinor)
        } else {
            incomeDays.insert(row.day)
        }
    }

    private mutating func addExpense(_ row: AnalysedRow, _ kind: SpendingKind) {
        let size = Int128(row.amountMinor.magnitude)
        if kind == .variable {
            variableByDay[row.day, default: 0] += size
        } else {
            let bill = Bill(kind: kind, merchant: row.merchant)
            bills[bill, default: []].append((row.day, size))
        }
    }
}
