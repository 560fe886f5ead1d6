import Insights
import Kernel
import Testing

@Suite("The highlight of a month")
struct HighlightTests {
    private static func highlight(
        _ amounts: [Int64],
        currency: Currency = .usd
    ) throws -> Highlight {
        let rows = amounts.enumerated().map { AnalysisSample.row($1, number: UInt64($0) + 1) }
        let summary = try MonthlySummary(of: AnalysisSample.month("2025-06"), rows: rows)
        return Highlight(of: summary, currency: currency)
    }

    @Test("tells of May: income, spending, net, and what stands out most")
    func may() throws {
        let highlight = try Highlight(of: AnalysisSample.summary("2025-05"), currency: .usd)
        #expect(highlight.title == "$4,088.46 ahead in May 2025")
        #expect(
            highlight.summary == """
                Income was $8,406.25 and spending $4,317.79: $4,088.46 is left. \
                $1,850.00 at Oakwood Apartments on 2025-05-03 stands out.
                """
        )
        #expect(highlight.sentiment == .positive)
        #expect(
            highlight.recommendations == [
                "Consider putting a part of $4,088.46 aside.",
                "Check the $1,850.00 at Oakwood Apartments.",
            ]
        )
    }

    @Test("case 9: tells of June")
    func june() throws {
        let highlight = try Highlight(of: AnalysisSample.summary("2025-06"), currency: .usd)
        #expect(highlight.title == "$6,456.53 behind in June 2025")
        #expect(
            highlight.summary == """
                Income was $4,200.00 and spending $10,656.53: $6,456.53 more went out than came \
                in. $4,999.00 at Designer Furniture on 2025-06-05 stands out.
                """
        )
        #expect(highlight.sentiment == .negative)
        #expect(
            highlight.recommendations == [
                "Bring spending down by $6,456.53 to break even. "
                    + "Shopping is the largest part of it.",
                "Check the $4,999.00 at Designer Furniture.",
            ]
        )
    }

    @Test("says that there was nothing")
    func nothing() throws {
        let highlight = try Self.highlight([])
        #expect(highlight.title == "No activity")
        #expect(highlight.sentiment == .neutral)
        #expect(highlight.recommendations == [])
    }

    @Test(
        "is neutral while a tenth of the income is missing at most",
        arguments: [
            ([100_000, -100_000], Highlight.Sentiment.positive), ([100_000, -100_001], .neutral),
            ([100_000, -110_000], .neutral), ([100_000, -110_001], .negative),
            ([1], .positive), ([-1], .negative), ([0], .positive),
        ] as [([Int64], Highlight.Sentiment)]
    )
    func sentiment(amounts: [Int64], expected: Highlight.Sentiment) throws {
        let highlight = try Self.highlight(amounts)
        #expect(highlight.sentiment == expected)
        #expect(highlight.recommendations.count == 1)
    }

    @Test("names the newest of the largest that stand out")
    func largest() throws {
        let month = try AnalysisSample.month("2025-06")
        var rows = AnalysisSample.expenses(Array(repeating: 10, count: 9))
        for (day, merchant, amountMinor) in [
            ("2025-06-07", "Less", -89), ("2025-06-03", "Old", -90), ("2025-06-05", "New", -90),
        ] as [(String, String, Int64)] {
            rows.append(try AnalysisSample.row(amountMinor, on: day, at: merchant))
        }
        let summary = MonthlySummary(of: month, rows: rows)
        #expect(summary.anomalies.map(\.row.merchant) == ["Less", "New", "Old"])
        let text = Highlight(of: summary, currency: .usd).summary
        #expect(text.hasSuffix(" $0.90 at New on 2025-06-05 stands out."))
    }

    @Test("asks to check what stands out above 500, and not at 500")
    func check() throws {
        let usual = Array(repeating: Int64(-1_000), count: 9)
        #expect(try Self.highlight(usual + [-50_000]).recommendations.count == 1)
        let above = try Self.highlight(usual + [-50_001])
        #expect(above.recommendations.last == "Check the $500.01 at Shop.")
        let yen = try #require(Currency(code: "JPY"))
        let cheap = Array(repeating: Int64(-10), count: 9)
        #expect(try Self.highlight(cheap + [-500], currency: yen).recommendations.count == 1)
        let dear = try Self.highlight(cheap + [-501], currency: yen)
        #expect(dear.recommendations.last == "Check the 501 JPY at Shop.")
    }
}

@Suite("The fingerprint of a month's facts")
struct FactsFingerprintTests {
    private static func fingerprint(_ rows: [AnalysedRow]) throws -> FactsFingerprint {
        let month = try AnalysisSample.month("2025-06")
        return FactsFingerprint(of: MonthlySummary(of: month, rows: rows), rows: rows)
    }

    @Test("is the same for the same facts in any order, today and in later releases")
    func same() throws {
        let rows = try AnalysisSample.demo("2025-06")
        let fingerprint = try Self.fingerprint(rows)
        var chance = AnalysisChance(seed: 3)
        #expect(try Self.fingerprint(rows.shuffled(using: &chance)) == fingerprint)
        #expect(FactsFingerprint(stored: fingerprint.text) == fingerprint)
        #expect(fingerprint.text.count == 64)
        #expect(fingerprint.text.hasPrefix("4ef871b3ff023ea2"))
    }

    @Test("is another one when any of a row changes, or a row comes or goes")
    func other() throws {
        let row = AnalysisSample.row(-100)
        let changed = try [
            AnalysisSample.row(-100, number: 2), AnalysisSample.row(-101),
            AnalysisSample.row(-100, on: AnalysisSample.day("2025-06-09")),
            AnalysisSample.row(-100, "Health"), AnalysisSample.row(-100, at: "Shops"),
            AnalysisSample.row(-100, "ShoppingS", at: "hop"),
            AnalysisSample.row(-100, isPending: true),
        ]
        let all = try ([row] + changed).map { try Self.fingerprint([$0]) }
        #expect(Set(all).count == 8)
        #expect(try !all.contains(Self.fingerprint([])))
        #expect(try !all.contains(Self.fingerprint([row, changed[0]])))
    }
}
