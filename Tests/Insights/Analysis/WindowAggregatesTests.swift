import Insights
import Kernel
import Testing

@Suite("The sums of a window")
struct WindowAggregatesTests {
    @Test("case 3: May of the demo household")
    func month() throws {
        let sums = try AnalysisSample.sums(AnalysisSample.demo, month: "2025-05")
        #expect(sums.count == 33)
        #expect(sums.incomeMinor == 840_625)
        #expect(sums.expenseMinor == -431_779)
        #expect(sums.netMinor == 408_846)
        #expect(sums.categoryTotals["Transfer"] == 0)
        #expect(sums.categoryTotals["Groceries"] == -58_065)
        #expect(sums.monthSeries.texts == ["2025-05 408846"])
        #expect(sums.daySeries.contains { $0.period == "2025-05-08" && $0.netMinor == -19_265 })
        #expect(!sums.daySeries.contains { $0.period == "2025-05-02" })
        #expect(sums.trendGranularity == .day)
        #expect(sums.trendSeries == sums.daySeries)
        #expect(sums.daySeries.first?.period == "2025-05-01")
        #expect(sums.daySeries.last?.period == "2025-05-28")
    }

    @Test("counts what is in another currency, and adds it to nothing")
    func foreign() throws {
        var sums = try AnalysisSample.sums([AnalysisSample.row(-100)])
        let before = sums
        sums.addForeign()
        #expect(sums.count == 2 && sums.netMinor == -100)
        #expect(sums.categoryTotals == before.categoryTotals)
        #expect(sums.monthSeries == before.monthSeries)
    }

    @Test("case 5: May and June of the demo household, by weeks")
    func months() throws {
        let rows = try AnalysisSample.demo("2025-05") + AnalysisSample.demo("2025-06")
        let sums = try AnalysisSample.sums(rows)
        #expect(sums.count == 48)
        #expect(sums.daySeries == [])
        #expect(sums.monthSeries.texts == ["2025-05 408846", "2025-06 -645653"])
        #expect(sums.trendGranularity == .week)
        #expect(sums.trendSeries.map(\.period).prefix(2) == ["2025-04-28", "2025-05-05"])
        #expect(sums.trendSeries.map(\.period).last == "2025-06-09")
    }

    @Test(
        "show a trend by the days between the first and the last row, both counted",
        arguments: [
            (1, TrendGranularity.day), (31, .day), (32, .week), (120, .week), (121, .month),
            (730, .month), (731, .quarter), (100_000, .quarter),
        ]
    )
    func granularity(days: Int, expected: TrendGranularity) throws {
        let last = AnalysisSample.today
        let rows = [last, last.adding(days: 1 - days)].map { AnalysisSample.row(-1, on: $0) }
        #expect(try AnalysisSample.sums(rows).trendGranularity == expected)
        // A transfer is in no series, and stretches none.
        let away = AnalysisSample.row(-5, on: last.adding(days: 900), "Transfer")
        #expect(try AnalysisSample.sums(rows + [away]).trendGranularity == expected)
    }

    @Test(
        "call periods by their first day, month or quarter, across the ends of years",
        arguments: [
            (TrendGranularity.week, "2024-12-29", "2024-12-23"),
            (.week, "2024-12-30", "2024-12-30"), (.week, "2025-01-05", "2024-12-30"),
            (.week, "2025-01-06", "2025-01-06"), (.week, "2021-01-03", "2020-12-28"),
            (.week, "2024-03-01", "2024-02-26"), (.week, "1969-12-31", "1969-12-29"),
            (.quarter, "2025-01-01", "2025-Q1"), (.quarter, "2025-03-31", "2025-Q1"),
            (.quarter, "2025-04-01", "2025-Q2"), (.quarter, "2025-09-30", "2025-Q3"),
            (.quarter, "2025-10-01", "2025-Q4"), (.quarter, "2024-12-31", "2024-Q4"),
            (.quarter, "0999-02-01", "0999-Q1"), (.month, "2024-02-29", "2024-02"),
            (.day, "2024-02-29", "2024-02-29"),
        ]
    )
    func periods(granularity: TrendGranularity, day: String, period: String) throws {
        #expect(try granularity.period(of: AnalysisSample.day(day)) == period)
    }

    @Test("add up weeks and quarters in order")
    func trend() throws {
        let rows = try [
            AnalysisSample.row(-300, on: "2025-02-03"), AnalysisSample.row(100, on: "2024-12-31"),
            AnalysisSample.row(-50, on: "2025-01-05"), AnalysisSample.row(7, on: "2025-01-06"),
        ]
        #expect(
            try AnalysisSample.sums(rows).trendSeries.texts == [
                "2024-12-30 50", "2025-01-06 7", "2025-02-03 -300",
            ]
        )
        let old = try rows + [AnalysisSample.row(1, on: "2020-02-29")]
        #expect(
            try AnalysisSample.sums(old).trendSeries.texts == [
                "2020-Q1 1", "2024-Q4 100", "2025-Q1 -343",
            ]
        )
    }

    @Test("of nothing are zero, with days in a month and months elsewhere")
    func nothing() throws {
        let month = try AnalysisSample.sums([], month: "2025-05")
        let all = try AnalysisSample.sums([])
        #expect(month.trendGranularity == .day)
        #expect(all.trendGranularity == .month)
        for sums in [month, all] {
            #expect(sums.count == 0)
            #expect([sums.incomeMinor, sums.expenseMinor, sums.netMinor] == [0, 0, 0])
            #expect(sums.trendSeries == [] && sums.monthSeries == [] && sums.daySeries == [])
            #expect(sums.categoryTotals == [:])
        }
    }

    @Test("leave transfers out of everything but the count and the categories")
    func transfers() throws {
        let rows = [
            AnalysisSample.row(-500, "Transfer"), AnalysisSample.row(700, "Transfer"),
        ]
        let sums = try AnalysisSample.sums(rows, month: "2025-06")
        #expect(sums.count == 2)
        #expect(sums.categoryTotals == ["Transfer": 200])
        #expect([sums.incomeMinor, sums.expenseMinor, sums.netMinor] == [0, 0, 0])
        #expect(sums.daySeries == [] && sums.monthSeries == [] && sums.trendSeries == [])
    }

    @Test("do not depend on the order of rows, and their series add up", arguments: 1...8)
    func properties(seed: UInt64) throws {
        var chance = AnalysisChance(seed: seed)
        let rows = chance.rows(500)
        let sums = try AnalysisSample.sums(rows)
        #expect(try AnalysisSample.sums(rows.shuffled(using: &chance)) == sums)
        let counted = rows.filter { $0.category != "Transfer" }.map(\.amountMinor)
        #expect(sums.netMinor == counted.reduce(0, +))
        #expect(sums.incomeMinor == counted.filter { $0 > 0 }.reduce(0, +))
        #expect(sums.expenseMinor == counted.filter { $0 < 0 }.reduce(0, +))
        #expect(sums.monthSeries.map(\.netMinor).reduce(0, +) == sums.netMinor)
        #expect(sums.trendSeries.map(\.netMinor).reduce(0, +) == sums.netMinor)
        let moved = sums.categoryTotals["Transfer"] ?? 0
        #expect(sums.categoryTotals.values.reduce(0, +) == sums.netMinor + moved)
        #expect(sums.monthSeries.map(\.period) == sums.monthSeries.map(\.period).sorted())
        let month = try AnalysisSample.sums(rows, month: "2025-05")
        #expect(month.daySeries.map(\.netMinor).reduce(0, +) == month.netMinor)
    }

    @Test("stay at the largest number that there is, and come back from it")
    func overflow() throws {
        let most = AnalysisSample.row(.max)
        let least = AnalysisSample.row(.min)
        let up = try AnalysisSample.sums([most, most], month: "2025-06")
        #expect(up.incomeMinor == .max && up.netMinor == .max)
        #expect(up.daySeries.texts == ["2025-06-10 \(Int64.max)"])
        let down = try AnalysisSample.sums([least, least, most, most])
        #expect(down.expenseMinor == .min && down.incomeMinor == .max)
        #expect(down.netMinor == -2)
        #expect(down.categoryTotals == ["Shopping": -2])
    }
}
