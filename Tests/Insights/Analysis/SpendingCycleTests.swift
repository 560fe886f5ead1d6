import Insights
import Kernel
import Testing

@Suite("The cycle from income to income")
struct SpendingCycleTests {
    @Test(
        "begins at the last income, as long as the one before it",
        arguments: [
            (["2025-01-01", "2025-01-15"], "2025-01-20", "2025-01-15 14"),
            // An income of today begins a cycle.
            (["2025-01-01", "2025-01-15"], "2025-01-15", "2025-01-15 14"),
            (["2025-01-01", "2025-01-15"], "2025-01-14", "2025-01-01 30"),
            // Held in 7 to 45 days.
            (["2025-01-14", "2025-01-15"], "2025-01-20", "2025-01-15 7"),
            (["2025-01-08", "2025-01-15"], "2025-01-20", "2025-01-15 7"),
            (["2025-01-07", "2025-01-15"], "2025-01-20", "2025-01-15 8"),
            (["2024-12-01", "2025-01-15"], "2025-01-20", "2025-01-15 45"),
            (["2024-11-30", "2025-01-15"], "2025-01-20", "2025-01-15 45"),
            // Over already: further ones of the same length.
            (["2025-01-01", "2025-01-15"], "2025-01-28", "2025-01-15 14"),
            (["2025-01-01", "2025-01-15"], "2025-01-29", "2025-01-29 14"),
            (["2025-01-01", "2025-01-15"], "2025-02-26", "2025-02-26 14"),
            (["2025-01-01", "2025-01-15"], "2025-02-25", "2025-02-12 14"),
            // One income, or none.
            (["2025-01-15"], "2025-02-13", "2025-01-15 30"),
            (["2025-01-15"], "2025-02-14", "2025-02-14 30"),
            ([], "2024-02-29", "2024-02-01 29"), ([], "2025-12-31", "2025-12-01 31"),
            (["2025-01-21"], "2025-01-20", "2025-01-01 31"),
        ]
    )
    func cycles(incomes: [String], today: String, expected: String) throws {
        let days = try Set(incomes.map(AnalysisSample.day))
        let today = try AnalysisSample.day(today)
        let cycle = SpendingCycle(incomeDays: days, today: today)
        #expect("\(cycle.start.text) \(cycle.length)" == expected)
        #expect(cycle.start <= today && today <= cycle.end)
    }
}
