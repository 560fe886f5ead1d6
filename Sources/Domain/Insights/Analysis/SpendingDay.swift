public import Kernel

/// What the rows of one day add to what tells how much is safe to spend.
///
/// Made once for a day, it spares reading the day's rows again each time somebody asks.
public struct SpendingDay: Sendable {
    /// An expense that comes again.
    struct Bill: Hashable {
        let kind: SpendingKind
        let merchant: String
    }

    /// The day.
    public let day: CivilDay
    /// What came in, in minor units; `nil` without income.
    private(set) var income: Int128?
    /// What was spent on what is neither fixed nor put aside, in minor units; zero or more.
    private(set) var variable: Int128 = 0
    /// What was paid that comes again, in minor units more than zero.
    private(set) var bills: [(bill: Bill, size: Int128)] = []

    /// Begins a day without rows.
    public init(_ day: CivilDay) {
        self.day = day
    }

    /// The days of some rows, in any order.
    static func all(of rows: some Sequence<AnalysedRow>) -> some Collection<SpendingDay> {
        var days: [CivilDay: SpendingDay] = [:]
        for row in rows { days[row.day, default: SpendingDay(row.day)].add(row) }
        return days.values
    }

    /// Adds a row of the day; pending ones and transfers do not count.
    public mutating func add(_ row: AnalysedRow) {
        precondition(row.day == day, "a row is of another day")
        guard !row.isPending, !row.isTransfer else { return }
        if row.amountMinor > 0 {
            guard row.category == CategoryName.income else { return }
            income = (income ?? 0) + Int128(row.amountMinor)
        } else if row.amountMinor < 0 {
            let kind = row.kind ?? SpendingKind(category: row.category, merchant: row.merchant)
            let size = Int128(row.amountMinor.magnitude)
            if kind == .variable {
                variable += size
            } else {
                bills.append((Bill(kind: kind, merchant: row.merchant), size))
            }
        }
    }
}
