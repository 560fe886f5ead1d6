import Insights
import Kernel
import Testing

@Suite("The summary of a month")
struct MonthlySummaryTests {
    @Test("case 6: the categories of May")
    func categories() throws {
        let summary = try AnalysisSample.summary("2025-05")
        #expect(
            summary.byCategory.map { "\($0.category) \($0.amountMinor) \($0.basisPoints)" } == [
                "Housing -185000 4285", "Travel -74500 1725", "Groceries -58065 1345",
                "Shopping -51438 1191", "Utilities -27344 633", "Transport -15740 365",
                "Dining -8750 203", "Health -4999 116",
            ]
        )
    }

    @Test("case 7: the merchants of May")
    func merchants() throws {
        let summary = try AnalysisSample.summary("2025-05")
        #expect(
            summary.topMerchants.map { "\($0.merchant) \($0.amountMinor) \($0.transactionCount)" }
                == [
                    "Oakwood Apartments -185000 1", "Whole Foods -42705 3", "Delta -42500 1",
                    "Airbnb -32000 1", "Best Buy -29999 1",
                ]
        )
    }

    @Test("case 9: the totals of June")
    func totals() throws {
        let summary = try AnalysisSample.summary("2025-06")
        #expect(summary.incomeMinor == 420_000)
        #expect(summary.expenseMinor == -1_065_653)
        #expect(summary.netMinor == -645_653)
        #expect(summary.count == 15)
    }

    @Test("puts equals in the order of their names, and keeps so many")
    func ties() throws {
        let rows = ["d", "b", "i", "a", "h", "c", "g", "e", "f", "j"].map { name in
            AnalysisSample.row(-100, name, at: name)
        }
        let summary = try MonthlySummary(of: AnalysisSample.month("2025-06"), rows: rows)
        #expect(summary.byCategory.map(\.category) == ["a", "b", "c", "d", "e", "f", "g", "h"])
        #expect(summary.byCategory.allSatisfy { $0.basisPoints == 1_000 })
        #expect(summary.topMerchants.map(\.merchant) == ["a", "b", "c", "d", "e"])
    }

    @Test("counts refunds against their category and merchant, and leaves out what came back")
    func refunds() throws {
        let rows = [
            AnalysisSample.row(-1_000, "Travel", at: "Air"),
            AnalysisSample.row(400, "Travel", at: "Air"),
            AnalysisSample.row(-300, "Shopping", at: "Shop"),
            AnalysisSample.row(300, "Shopping", at: "Shop"),
            AnalysisSample.row(-200, "Health", at: "Gym"),
            AnalysisSample.row(-9_000, "Transfer", at: "Savings"),
        ]
        let summary = try MonthlySummary(of: AnalysisSample.month("2025-06"), rows: rows)
        #expect(
            summary.byCategory.map { "\($0.category) \($0.amountMinor) \($0.basisPoints)" }
                == ["Travel -600 7500", "Health -200 2500"]
        )
        #expect(
            summary.topMerchants.map { "\($0.merchant) \($0.amountMinor) \($0.transactionCount)" }
                == ["Air -600 2", "Gym -200 1"]
        )
    }

    @Test("does not depend on the order of rows", arguments: 1...8)
    func order(seed: UInt64) throws {
        var chance = AnalysisChance(seed: seed)
        let month = try AnalysisSample.month("2025-05")
        let rows = chance.rows(600).filter { $0.day.month == month }
        let summary = MonthlySummary(of: month, rows: rows)
        #expect(!rows.isEmpty)
        #expect(MonthlySummary(of: month, rows: rows.shuffled(using: &chance)) == summary)
    }

    @Test("stays at the largest number that there is")
    func overflow() throws {
        let month = try AnalysisSample.month("2025-06")
        let rows = (1...9).map { AnalysisSample.row(.min, number: $0) }
        let summary = MonthlySummary(of: month, rows: rows)
        #expect(summary.byCategory.map(\.amountMinor) == [.min])
        #expect(summary.byCategory.map(\.basisPoints) == [10_000])
        let highlight = Highlight(of: summary, currency: .usd)
        #expect(highlight.sentiment == .negative)
        #expect(highlight.title == "$92,233,720,368,547,758.07 behind in June 2025")
    }
}
