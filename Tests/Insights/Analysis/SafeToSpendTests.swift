import Insights
import Kernel
import Testing

@Suite("What is safe to spend")
struct SafeToSpendTests {
    /// Wages on 1 and 15 January, 700 in the first cycle, and so much on each day from 15 to 19.
    private static func wages(_ dailyMinor: Int64 = 0) throws -> [AnalysedRow] {
        var rows = try [
            AnalysisSample.row(300_000, on: "2025-01-01", "Income", at: "Acme"),
            AnalysisSample.row(300_000, on: "2025-01-15", "Income", at: "Acme"),
        ]
        for number in 1...14 {
            rows.append(AnalysisSample.row(-5_000, on: try january(number)))
        }
        for number in 15...19 where dailyMinor > 0 {
            rows.append(AnalysisSample.row(-dailyMinor, on: try january(number)))
        }
        return rows
    }

    private static func january(_ number: Int) throws -> CivilDay {
        try #require(CivilDay(year: 2025, month: 1, day: number))
    }

    private static func safe(
        _ rows: [AnalysedRow],
        hardCapMinor: Int64 = 500_000,
        on today: Int = 20,
        currency: Currency = .usd
    ) throws -> SafeToSpend {
        SafeToSpend(
            today: try january(today),
            rows: rows,
            cashMinor: hardCapMinor + 10_000,
            currency: currency
        )
    }

    @Test("case 11: after spending as planned")
    func even() throws {
        let safe = try Self.safe(Self.wages(5_000))
        #expect(safe.cycle.start.text == "2025-01-15")
        #expect(safe.cycle.end.text == "2025-01-28")
        #expect(safe.daysRemaining == 9)
        #expect(safe.variableBudgetMinor == 70_000)
        #expect(safe.variableSpentMinor == 25_000)
        #expect(safe.remainingVariableBudgetMinor == 45_000)
        #expect(safe.dailyBaseMinor == 5_000)
        #expect(safe.paceRatio == 1 && safe.adjustmentFactor == 1)
        #expect(safe.rollTodayMinor == 0)
        #expect(safe.hardCapMinor == 500_000)
        #expect(safe.safeToSpendTodayMinor == 5_000)
        #expect(!safe.isInDanger && safe.notes == [])
    }

    @Test("case 11: after spending twice as much")
    func fast() throws {
        let safe = try Self.safe(Self.wages(10_000))
        #expect(safe.dailyBaseMinor == 2_222)
        #expect(safe.paceRatio == 2 && safe.adjustmentFactor == 0.85)
        #expect(safe.rollTodayMinor == 0)
        #expect(safe.safeToSpendTodayMinor == 1_889)
        #expect(safe.notes == [.fast])
    }

    @Test("case 12: after spending nothing, as far as cash goes")
    func slow() throws {
        let safe = try Self.safe(Self.wages())
        #expect(safe.dailyBaseMinor == 7_778)
        #expect(safe.paceRatio == 0 && safe.adjustmentFactor == 1.15)
        #expect(safe.dailyAdjustedMinor == 8_944)
        #expect(safe.rollTodayMinor == 10_500)
        #expect(safe.safeToSpendTodayMinor == 19_444)
        #expect(safe.notes == [.slow])
        #expect(try Self.safe(Self.wages(), hardCapMinor: 12_000).safeToSpendTodayMinor == 12_000)
        let short = try Self.safe(Self.wages(), hardCapMinor: -1_000)
        #expect(short.hardCapMinor == -1_000)
        #expect(short.safeToSpendTodayMinor == 0)
        #expect(short.isInDanger && short.notes == [.danger, .slow])
    }

    @Test("is in danger at a hard cap of zero, and not above it")
    func danger() throws {
        let empty = try Self.safe(Self.wages(5_000), hardCapMinor: 0)
        #expect(empty.isInDanger && empty.notes == [.danger])
        let close = try Self.safe(Self.wages(5_000), hardCapMinor: 1)
        #expect(!close.isInDanger)
        #expect(close.safeToSpendTodayMinor == 1)
    }

    @Test("on the first day of a cycle has a pace of 1 and nothing left over")
    func firstDay() throws {
        let today = try AnalysisSample.row(-900, on: "2025-01-15")
        let safe = try Self.safe(Self.wages() + [today], on: 15)
        #expect(safe.daysRemaining == 14)
        #expect(safe.paceRatio == 1 && safe.adjustmentFactor == 1)
        #expect(safe.rollTodayMinor == 0)
        #expect(safe.dailyBaseMinor == 5_000)
        #expect(safe.variableSpentMinor == 900)
        #expect(safe.remainingVariableBudgetMinor == 69_100)
        #expect(safe.notes == [])
    }

    @Test("takes this cycle's spending for its budget when the last one had none, and then 500")
    func budget() throws {
        let incomes = try Self.wages().filter { $0.amountMinor > 0 }
        let spent = try AnalysisSample.row(-4_000, on: "2025-01-20")
        let this = try Self.safe(incomes + [spent])
        #expect(this.variableBudgetMinor == 4_000)
        #expect(this.remainingVariableBudgetMinor == 0)
        #expect(this.notes == [.slow, .usedUp])
        let none = try Self.safe(incomes)
        #expect(none.variableBudgetMinor == 50_000)
        #expect(none.variableSpentMinor == 0)
        let yen = try #require(Currency(code: "JPY"))
        #expect(try Self.safe(incomes, currency: yen).variableBudgetMinor == 500)
        #expect(try Self.safe(incomes, currency: yen).hardCapMinor == 509_900)
    }

    @Test("notes a pace above 1.10 and below 0.80, and neither at them")
    func notes() throws {
        // The even pace of five days is 250.00.
        let notes = { (spentMinor: Int64) in
            let row = try AnalysisSample.row(-spentMinor, on: "2025-01-17")
            return try Self.safe(Self.wages() + [row]).notes
        }
        #expect(try notes(27_500) == [])
        #expect(try notes(27_501) == [.fast])
        #expect(try notes(20_000) == [])
        #expect(try notes(19_999) == [.slow])
        #expect(try notes(69_999) == [.fast])
        #expect(try notes(70_000) == [.fast, .usedUp])
    }

    @Test("holds the factor in 0.85 to 1.15, with four decimals")
    func factor() throws {
        // spent, pace, factor
        let rows: [(Int64, Double, Double)] = [
            (25_000, 1, 1), (26_250, 1.05, 0.975), (32_500, 1.3, 0.85), (32_600, 1.304, 0.85),
            (17_500, 0.7, 1.15), (17_400, 0.696, 1.15), (24_999, 1, 1), (25_013, 1.0005, 0.9997),
        ]
        for (spentMinor, pace, factor) in rows {
            let row = try AnalysisSample.row(-spentMinor, on: "2025-01-17")
            let safe = try Self.safe(Self.wages() + [row])
            #expect(safe.paceRatio == pace, "\(spentMinor)")
            #expect(safe.adjustmentFactor == factor, "\(spentMinor)")
        }
    }

    @Test("rolls half of what a day leaves, and takes all of what it is over")
    func roll() throws {
        // 700 for 14 days, of which day 1 uses nothing: 25 is left over. Day 2 has 700 ÷ 13 and
        // uses 60: 25 + 53.846 − 60 = 18.846. Then 640 ÷ 12 = 53.333, of which 33.333 is left:
        // 18.846 + 16.667 = 35.513.
        let rows = try [
            AnalysisSample.row(-6_000, on: "2025-01-16"),
            AnalysisSample.row(-2_000, on: "2025-01-17"),
        ]
        let at = { (today: Int) in try Self.safe(Self.wages() + rows, on: today).rollTodayMinor }
        #expect(try at(16) == 2_500)
        #expect(try at(17) == 1_885)
        #expect(try at(18) == 3_551)
        // Over by more than was left: nothing, and no debt.
        let over = try AnalysisSample.row(-20_000, on: "2025-01-16")
        #expect(try Self.safe(Self.wages() + [over], on: 17).rollTodayMinor == 0)
        // Beyond the budget a day's share is nothing.
        let beyond = try AnalysisSample.row(-80_000, on: "2025-01-16")
        let safe = try Self.safe(Self.wages() + [beyond], on: 20)
        #expect(safe.rollTodayMinor == 0 && safe.dailyBaseMinor == 0)
        #expect(safe.remainingVariableBudgetMinor == 0)
        #expect(safe.safeToSpendTodayMinor == 0)
        #expect(safe.notes == [.fast, .usedUp])
    }

    @Test("rounds half a minor unit away from zero")
    func halves() throws {
        // 2.01 in the last cycle, on its 14 days; of 14 days 3 remain with 2.01 ÷ 6 = 0.335.
        let incomes = try Self.wages().filter { $0.amountMinor > 0 }
        let spent = try AnalysisSample.row(-201, on: "2025-01-03")
        let safe = try Self.safe(incomes + [spent], on: 23)
        #expect(safe.daysRemaining == 6)
        #expect(safe.dailyBaseMinor == 34)
        // 24.70 ÷ 13 × 1.15 is 2.185, and a hair less as binary fractions.
        let more = try AnalysisSample.row(-2_470, on: "2025-01-03")
        #expect(try Self.safe(incomes + [more], on: 16).dailyAdjustedMinor == 219)
        // 6.48 in one day, where 14 have 640.00, is 0.14175 of the pace.
        let most = try [
            AnalysisSample.row(-64_000, on: "2025-01-03"),
            AnalysisSample.row(-648, on: "2025-01-15"),
        ]
        #expect(try Self.safe(incomes + most, on: 16).paceRatio == 0.1418)
    }
}
