import Insights
import Kernel
import Testing

@Suite("The window of an analysis")
struct AnalysisWindowTests {
    @Test(
        "is a month, or from and to in months or days, both inclusive",
        arguments: [
            ("2025-05", nil, nil, "2025-05 2025-05-01 2025-06-01"),
            ("2024-02", nil, nil, "2024-02 2024-02-01 2024-03-01"),
            ("2025-12", nil, nil, "2025-12 2025-12-01 2026-01-01"),
            (nil, "2025-05", "2025-06", "- 2025-05-01 2025-07-01"),
            (nil, "2025-05-10", "2025-05-10", "- 2025-05-10 2025-05-11"),
            (nil, "2025-05-31", "2025-05", "- 2025-05-31 2025-06-01"),
            (nil, "2025-05", "2025-05-01", "- 2025-05-01 2025-05-02"),
            (nil, "2024-02-29", nil, "- 2024-02-29 -"),
            (nil, nil, "2024-02", "- - 2024-03-01"),
            (nil, nil, nil, "- - -"),
            ("2025-05", "2025-01", nil, "- 2025-01-01 -"),
            ("2025-05", nil, "2025-01-31", "- - 2025-02-01"),
            ("2025-05", "2025-06", "2025-06", "- 2025-06-01 2025-07-01"),
            // After these there is no day that can be written.
            (nil, "0001-01", "9999-12", "- 0001-01-01 -"),
            (nil, nil, "9999-12-30", "- - 9999-12-31"), (nil, nil, "9999-12-31", "- - -"),
            ("9999-12", nil, nil, "9999-12 9999-12-01 -"),
        ] as [(String?, String?, String?, String)]
    )
    func reading(month: String?, from: String?, to: String?, expected: String) throws {
        let window = try AnalysisWindow(month: month, from: from, to: to)
        let parts = [window.month?.text, window.first?.text, window.end?.text]
        #expect(parts.map { $0 ?? "-" }.joined(separator: " ") == expected)
    }

    @Test(
        "is refused with each field and its rule",
        arguments: [
            ("2025-13", nil, nil, ["month must be a month, YYYY-MM"]),
            ("2025-00", nil, nil, ["month must be a month, YYYY-MM"]),
            ("2025-05-01", nil, nil, ["month must be a month, YYYY-MM"]),
            ("", nil, nil, ["month must be a month, YYYY-MM"]),
            (nil, "2025-02-29", nil, ["from must be a month, YYYY-MM, or a day, YYYY-MM-DD"]),
            (nil, nil, "2025-5", ["to must be a month, YYYY-MM, or a day, YYYY-MM-DD"]),
            (nil, "2025-06", "2025-05", ["to must not be before from"]),
            (nil, "2025-06-02", "2025-06-01", ["to must not be before from"]),
            (
                "May", "x", "0000-01",
                [
                    "month must be a month, YYYY-MM",
                    "from must be a month, YYYY-MM, or a day, YYYY-MM-DD",
                    "to must be a month, YYYY-MM, or a day, YYYY-MM-DD",
                ]
            ),
            ("May", "2025-01", nil, ["month must be a month, YYYY-MM"]),
        ] as [(String?, String?, String?, [String])]
    )
    func refusals(month: String?, from: String?, to: String?, expected: [String]) {
        let refusal = #expect(throws: WindowRefusal.self) {
            try AnalysisWindow(month: month, from: from, to: to)
        }
        #expect(refusal?.faults.map { "\($0.field.rawValue) \($0.rule.rawValue)" } == expected)
    }

    @Test("contains its first and its last day, and neither of the days beside them")
    func containing() throws {
        let window = try AnalysisWindow(month: nil, from: "2025-05-10", to: "2025-06")
        for (day, isInside) in [
            ("2025-05-09", false), ("2025-05-10", true), ("2025-06-30", true),
            ("2025-07-01", false),
        ] {
            #expect(try window.contains(AnalysisSample.day(day)) == isInside, "\(day)")
        }
        let open = try AnalysisWindow(month: nil, from: nil, to: "2025-05")
        #expect(try open.contains(AnalysisSample.day("0001-01-01")))
        #expect(try !open.contains(AnalysisSample.day("2025-06-01")))
        #expect(AnalysisWindow.everything.contains(AnalysisSample.today))
    }
}
