import Insights
import Kernel
import Testing

@Suite("Which rows count for what is safe to spend")
struct SafeToSpendRowsTests {
    private static let today = AnalysisSample.today

    private static func safe(_ rows: [AnalysedRow], cashMinor: Int64 = 110_000) -> SafeToSpend {
        SafeToSpend(today: today, rows: rows, cashMinor: cashMinor, currency: .usd)
    }

    /// A row so many days before today; after it when less than zero.
    private static func row(
        _ amountMinor: Int64,
        before days: Int,
        _ category: String,
        at merchant: String = "M",
        isPending: Bool = false
    ) -> AnalysedRow {
        let day = today.adding(days: -days)
        return AnalysisSample.row(
            amountMinor,
            on: day,
            category,
            at: merchant,
            isPending: isPending
        )
    }

    @Test(
        "the kind is told by a word of the category or the merchant, in any case",
        arguments: [
            ("Housing", "M", false), ("Other", "CITY RENT", false), ("Phone bill", "M", false),
            ("Subscription", "M", false), ("my-subscriptions", "M", false), ("Debt", "M", false),
            ("Savings", "M", false), ("Education", "M", false), ("Other", "Vacation fund", false),
            ("Investments", "M", false), ("Transfer", "M", false), ("Rental", "M", true),
            ("Dining", "Phonebook Cafe", true), ("Shopping", "M", true), ("", "", true),
            ("Income", "M", true),
        ]
    )
    func kinds(category: String, merchant: String, isVariable: Bool) {
        let safe = Self.safe([Self.row(-700, before: 0, category, at: merchant)])
        #expect(safe.variableSpentMinor == (isVariable ? 700 : 0))
    }

    @Test("a refund is neither income nor spending, nor are pending and zero rows")
    func others() {
        let rows = [
            Self.row(900, before: 1, "Shopping"), Self.row(0, before: 1, "Income"),
            Self.row(-900, before: 1, "Shopping", isPending: true),
            Self.row(900, before: 3, "Income", isPending: true),
        ]
        #expect(Self.safe(rows) == Self.safe([]))
        #expect(Self.safe(rows).cycle.start.text == "2025-06-01")
        #expect(Self.safe(rows).cycle.length == 30)
    }

    @Test("the history has 120 days, today among them")
    func history() {
        let at = { Self.safe([Self.row(900, before: $0, "Income")]).cycle.start }
        // Four cycles of 30 days end the day before yesterday's tomorrow.
        #expect(at(119) == Self.today.adding(days: -29))
        #expect(at(120) == Self.today.month.firstDay)
        let bills = { (days: Int) in
            Self.safe([
                Self.row(-500, before: 60, "Rent"), Self.row(-500, before: days, "Rent"),
            ]).hardCapMinor
        }
        #expect(bills(119) == 99_500)
        #expect(bills(120) == 100_000)
    }

    @Test("a bill that was paid twice is expected once more, by the median, less what was paid")
    func bills() {
        let cap = { (rows: [AnalysedRow]) in Self.safe(rows).hardCapMinor }
        let rent = [Self.row(-30_000, before: 40, "Housing", at: "Oak")]
        #expect(cap(rent) == 100_000)
        let twice = rent + [Self.row(-40_001, before: 70, "Housing", at: "Oak")]
        // The median is 350.005, the cap 649.995: rounded away from zero.
        #expect(cap(twice) == 65_000)
        let third = twice + [Self.row(-50_000, before: 100, "Housing", at: "Oak")]
        #expect(cap(third) == 59_999)
        // The cycle is June: what was paid in it counts, and more than the median owes nothing.
        #expect(cap(third + [Self.row(-100, before: 3, "Housing", at: "Oak")]) == 64_000 + 1_100)
        #expect(cap(third + [Self.row(-90_000, before: 3, "Housing", at: "Oak")]) == 100_000)
        // Another merchant, and another kind of the same merchant, are other bills.
        #expect(cap(rent + [Self.row(-100, before: 70, "Housing", at: "Elm")]) == 100_000)
        #expect(cap(rent + [Self.row(-100, before: 70, "Savings", at: "Oak")]) == 100_000)
        let saved = (1...2).map { Self.row(-1_000, before: 20 + $0, "Savings", at: "Oak") }
        #expect(cap(twice + saved) == 64_000)
    }

    @Test("income after today counts up to the end of the cycle, and begins none")
    func future() {
        let income = { Self.row(7_000, before: -$0, "Income") }
        #expect(Self.safe([income(20)]).hardCapMinor == 107_000)
        #expect(Self.safe([income(21)]).hardCapMinor == 100_000)
        #expect(Self.safe([income(1), income(2)]).hardCapMinor == 114_000)
        #expect(Self.safe([income(1)]).cycle == Self.safe([]).cycle)
        #expect(Self.safe([Self.row(7_000, before: -1, "Shopping")]) == Self.safe([]))
        // An expense after today is not spent, and a bill not paid.
        #expect(Self.safe([Self.row(-7_000, before: -1, "Shopping")]) == Self.safe([]))
        let rent = Self.row(-7_000, before: 40, "Rent")
        #expect(Self.safe([rent, Self.row(-1_000, before: -1, "Rent")]) == Self.safe([rent]))
    }

    @Test("the demo household has a cycle of a week after its interest and its wages")
    func demo() {
        let safe = SafeToSpend(
            today: Self.today,
            rows: AnalysisSample.demo,
            cashMinor: 854_267 + 1_523_000,
            currency: .usd
        )
        // From 28 May to 1 June are four days, held at seven; the next week contains the tenth.
        #expect(safe.cycle.start.text == "2025-06-08")
        #expect(safe.cycle.length == 7)
        // The week from 1 to 7 June: all but the rent and what has the word emergency in it.
        #expect(safe.variableBudgetMinor == 1_250 + 14_235 + 4_999 + 499_900 + 2_450 + 1_875)
        #expect(safe.variableSpentMinor == 5_420 + 7_680)
        #expect(safe.daysRemaining == 5)
        // (5247.09 − 131.00) ÷ 5; 131.00 in two days, where seven have 5247.09.
        #expect(safe.dailyBaseMinor == 102_322)
        #expect(safe.paceRatio == 0.0874 && safe.adjustmentFactor == 1.15)
        // Half of what two days left: (749.58 − 54.20) ÷ 2 + (865.48 − 76.80) ÷ 2.
        #expect(safe.rollTodayMinor == 74_203)
        // Rent and phone were not paid since the 8th; power and internet were. 100.00 stay.
        #expect(safe.hardCapMinor == 2_377_267 - 185_000 - 4_500 - 10_000)
        #expect(safe.safeToSpendTodayMinor == 191_873)
        #expect(safe.notes == [.slow])
    }

    @Test("the order of rows does not matter, and figures keep their bounds", arguments: 1...20)
    func properties(seed: UInt64) {
        var chance = AnalysisChance(seed: seed)
        let rows = chance.rows(300)
        let safe = Self.safe(rows)
        #expect(Self.safe(rows.shuffled(using: &chance)) == safe)
        #expect(safe.cycle.start <= Self.today && Self.today <= safe.cycle.end)
        #expect((7...45).contains(safe.cycle.length))
        #expect((1...safe.cycle.length).contains(safe.daysRemaining))
        #expect((0.85...1.15).contains(safe.adjustmentFactor))
        #expect(safe.safeToSpendTodayMinor >= 0)
        #expect(safe.safeToSpendTodayMinor <= max(0, safe.hardCapMinor))
        #expect(safe.rollTodayMinor >= 0 && safe.variableBudgetMinor > 0)
    }

    @Test("the largest numbers stay what they are")
    func overflow() {
        let rows = (0..<60).flatMap { days in
            [
                Self.row(.min, before: days, "Shopping"), Self.row(.min, before: days, "Rent"),
                Self.row(.max, before: -days - 1, "Income"),
            ]
        }
        let safe = Self.safe(rows, cashMinor: .max)
        #expect(safe.variableBudgetMinor == .max && safe.variableSpentMinor == .max)
        #expect(safe.hardCapMinor == .max)
        let poor = Self.safe(rows.filter { $0.amountMinor < 0 }, cashMinor: .min)
        #expect(poor.hardCapMinor == .min)
        #expect(poor.safeToSpendTodayMinor == 0 && poor.isInDanger)
    }
}
