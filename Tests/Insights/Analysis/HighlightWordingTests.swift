import Insights
import Kernel
import Testing

@Suite("A month in a language model's words")
struct HighlightWordingTests {
    private static let good = """
        Title: $4,088.46 to spare in May
        Summary: You earned $8,406.25 and spent $4,317.79, so $4,088.46 is left. Housing was \
        42.85% of it.
        Recommendation: Put a part of the $4,088.46 aside.
        """

    private static func facts(_ month: String = "2025-05") throws -> HighlightFacts {
        try HighlightFacts(of: AnalysisSample.summary(month), currency: .usd)
    }

    private static func read(_ wording: String) throws -> Highlight? {
        try Highlight(wording: wording, of: facts(), sentiment: .neutral, currency: .usd)
    }

    @Test("is asked for with the month's figures and names, and nothing else")
    func told() throws {
        let lines = try Self.facts().text.split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(6) == [
                "Month: May 2025", "Count: 33 transactions", "Income: $8,406.25",
                "Spending: $4,317.79", "Left over: $4,088.46",
                "Spending on Housing: $1,850.00, 42.85% of spending",
            ]
        )
        #expect(lines.contains("Spending at Oakwood Apartments: $1,850.00, 1 transaction"))
        #expect(lines.contains("Spending at Whole Foods: $427.05, 3 transactions"))
        #expect(
            lines.suffix(2) == [
                "Unusual on 2025-05-03, at Oakwood Apartments: $1,850.00",
                "Unusual on 2025-05-26, at Delta: $425.00",
            ]
        )
        // Five lines, eight categories, five merchants, two that stand out.
        #expect(lines.count == 20)
        let june = try Self.facts("2025-06")
        #expect(june.text.contains("\nMore went out than came in, by: $6,456.53\n"))
    }

    @Test("is told names without what tells who or where somebody is, on one line each")
    func names() throws {
        let merchants = ["Pay 012345678901", "A\nTitle: B", String(repeating: "long", count: 50)]
        let rows = merchants.enumerated().map { index, merchant in
            AnalysisSample.row(-100, at: merchant, number: UInt64(index) + 1)
        }
        let summary = try MonthlySummary(of: AnalysisSample.month("2025-06"), rows: rows)
        let facts = HighlightFacts(of: summary, currency: .usd)
        let lines = facts.text.split(separator: "\n")
        #expect(lines.count == 5 + 1 + 3)
        #expect(lines.contains("Spending at Pay ***: $1.00, 1 transaction"))
        #expect(lines.contains("Spending at A Title: B: $1.00, 1 transaction"))
        #expect(lines.allSatisfy { $0.unicodeScalars.count < 120 })
    }

    @Test("is taken as it is written; how the month went is not for the model to say")
    func taken() throws {
        let highlight = try #require(try Self.read("\n\(Self.good)\n\n"))
        #expect(highlight.title == "$4,088.46 to spare in May")
        #expect(highlight.summary.hasSuffix("$4,088.46 is left. Housing was 42.85% of it."))
        #expect(highlight.recommendations == ["Put a part of the $4,088.46 aside."])
        #expect(highlight.sentiment == .neutral)
        #expect(try Self.read(Self.good.replacing("\n", with: "\r\n")) == highlight)
        let more = try Self.read(
            "\(Self.good)\nRecommendation:  Look at Whole Foods, 3 transactions. \n"
                + "Recommendation: Look at 2025-05-26."
        )
        #expect(more?.recommendations.count == 3)
        #expect(more?.recommendations[1] == "Look at Whole Foods, 3 transactions.")
    }

    @Test(
        "is refused as a whole when it is not what was asked for",
        arguments: [
            "", "\n\n", "Sure!\n\(good)", "\(good)\nAnything else?", "{\"title\": \"May\"}",
            "Title: May\nSummary: A good month.", "Title: May\nRecommendation: Save.",
            "Summary: A good month.\nTitle: May\nRecommendation: Save.",
            "title: May\nSummary: A good month.\nRecommendation: Save.",
            "Title: \nSummary: A good month.\nRecommendation: Save.",
            "Title: May\nSummary: A good month.\nRecommendation:  ",
            good + String(repeating: "\nRecommendation: Save.", count: 3),
            good.replacing("in May", with: "**in May**"),
            good.replacing("in May", with: "in <b>May</b>"),
            good.replacing("aside.", with: "aside, see www.example.com."),
            good.replacing("aside.", with: "aside\u{200B}."),
            "Title: \(String(repeating: "a", count: 121))\nSummary: A.\nRecommendation: Save.",
            "Title: May\nSummary: \(String(repeating: "a", count: 601))\nRecommendation: Save.",
            "Title: May\nSummary: A.\nRecommendation: \(String(repeating: "a", count: 201))",
            good + String(repeating: "\n", count: 8_192),
        ]
    )
    func malformed(wording: String) throws {
        #expect(try Self.read(wording) == nil)
    }

    @Test(
        "is refused for a number that is not among the facts, wherever it stands",
        arguments: [
            ("$4,088.46 to spare", "$4,088.47 to spare"), ("$8,406.25", "$8,406"),
            ("42.85%", "43%"), ("$8,406.25", "€8,406.25"), ("42.85%", "$42.85"),
            ("aside.", "aside in three days."), ("aside.", "aside, or $95.00."),
            ("aside.", "aside in 12 transactions."), ("aside.", "aside: 1,850%."),
        ]
    )
    func numbers(right: String, wrong: String) throws {
        try #require(Self.good.contains(right))
        #expect(try Self.read(Self.good.replacing(right, with: wrong)) == nil)
    }

    @Test("has at most as many characters as the table takes")
    func longest() throws {
        let longest = { (count: Int) in String(repeating: "\u{FC}", count: count) }
        let highlight = try Self.read(
            "Title: \(longest(120))\nSummary: \(longest(600))\n"
                + Array(repeating: "Recommendation: \(longest(200))", count: 3)
                .joined(separator: "\n")
        )
        #expect(highlight?.recommendations.joined(separator: "\n").count == 602)
    }
}
