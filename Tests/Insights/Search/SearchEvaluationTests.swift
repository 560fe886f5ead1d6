import Foundation
import Testing

@testable import Insights

@Suite("An evaluation of the search")
struct SearchEvaluationTests {
    @Test("measures a ranking by gains and discounts")
    func quality() {
        let best = SearchQuality(ranked: [7, 3], grades: [7: 3, 3: 1])
        #expect(best.nDCG == 1 && best.recall == 1)
        let turned = SearchQuality(ranked: [3, 7], grades: [7: 3, 3: 1])
        #expect(abs(turned.nDCG - (1 + 7 / log2(3)) / (7 + 1 / log2(3))) < 1e-12)
        #expect(turned.recall == 1)
        let late = SearchQuality(ranked: Array(100..<110) + [1], grades: [1: 2])
        #expect(late.nDCG == 0 && late.recall == 1)
        let later = SearchQuality(ranked: Array(100..<120) + [1], grades: [1: 2])
        #expect(later.nDCG == 0 && later.recall == 0)
        #expect(SearchQuality(ranked: [], grades: [1: 3]).nDCG == 0)
        let none = SearchQuality(ranked: [1], grades: [:])
        #expect(none.nDCG == 0 && none.recall == 0)
    }

    @Test("divides by twenty when more belong")
    func manyBelong() {
        let grades = Dictionary(uniqueKeysWithValues: (0..<40).map { ($0, 2) })
        #expect(SearchQuality(ranked: Array(0..<40), grades: grades).recall == 1)
        #expect(SearchQuality(ranked: Array(0..<10), grades: grades).recall == 0.5)
    }

    @Test("takes the mean of queries")
    func mean() {
        let good = SearchQuality(ranked: [1], grades: [1: 3])
        let bad = SearchQuality(ranked: [], grades: [1: 3])
        let mean = SearchQuality(meanOf: [good, bad])
        #expect(mean.nDCG == 0.5 && mean.recall == 0.5)
        #expect(SearchQuality(meanOf: []).nDCG == 0)
    }

    private static let transactions = """
        {"id": "a", "merchant": null, "description": "WHOLEFDS MKT", "category": null}
        {"id": "b", "merchant": "Netflix", "description": "NETFLIX.COM", "amount_minor": 1}

        {"id": "c", "description": "Corner Cafe", "notes": "espresso"}
        """

    private static let queries = """
        {"id": "1", "type": "misspelling", "query": "groceris", "relevant": {"a": 3}}
        {"id": "2", "type": "merchant", "query": "netflix", "relevant": {"b": 3}}
        """

    @Test("prints its figures by kind of query and ranking")
    func report() throws {
        let data = try EvaluationData(transactions: Self.transactions, queries: Self.queries)
        #expect(data.transactions.map(\.catalogueName) == ["Whole Foods Market", "Netflix", nil])
        let report = SearchReport(data)
        #expect(report.lines.map(\.kind) == ["merchant", "misspelling", "all"])
        #expect(report.lines.map(\.queries) == [1, 1, 2])
        let lines = report.text.split(separator: "\n")
        #expect(lines[1] == "| query | number | lexical | cosine | whole |")
        #expect(lines[3] == "| merchant | 1 | 100.0 / 100.0 | 100.0 / 100.0 | 100.0 / 100.0 |")
        #expect(lines[4].hasPrefix("| misspelling | 1 | 0.0 / 0.0 |"))
        #expect(lines[4].hasSuffix("| 100.0 / 100.0 |"))
        #expect(lines[5].hasPrefix("| all | 2 | 50.0 / 50.0 |"))
    }

    @Test("finds what it found when it was measured, and more than words or meanings alone")
    func measured() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../../data/search-eval")
        let text = { (file: String) in
            try String(contentsOf: folder.appending(path: file).standardized, encoding: .utf8)
        }
        let data = try EvaluationData(
            transactions: text("transactions.jsonl"),
            queries: text("queries_dev.jsonl")
        )
        let all = try #require(SearchReport(data).lines.last)
        let (lexical, cosine, whole) = (all.qualities[0], all.qualities[1], all.qualities[2])
        #expect(whole.nDCG >= 0.77 && whole.recall >= 0.73)
        #expect(whole.nDCG > cosine.nDCG && cosine.nDCG > lexical.nDCG)
    }

    @Test("keeps the order of the transactions for equals, and leaves out what is not found")
    func order() {
        let text = { (description: String) in
            TransactionText(merchant: nil, description: description, category: nil, notes: nil)
        }
        let evaluation = SearchEvaluation([text("rent"), text("coffee"), text("coffee")])
        for ranking in SearchEvaluation.Ranking.allCases {
            #expect(evaluation.ranked(by: ranking, "coffee").prefix(2) == [1, 2])
            #expect(evaluation.ranked(by: ranking, "東京") == [])
        }
        #expect(evaluation.ranked(by: .whole, "coffee") == [1, 2])
    }

    @Test(
        "names the line that cannot be read",
        arguments: [
            ("{", "", EvaluationFault.File.transactions, 1),
            ("{\"id\": \"a\"}\n{\"id\": \"a\"}", "", .transactions, 2),
            ("{\"id\": \"a\"}\n[]", "", .transactions, 2),
            ("{\"id\": \"a\"}", "x", .queries, 1),
            (
                "{\"id\": \"a\"}", #"{"type": "t", "query": "q", "relevant": {"b": 3}}"#, .queries,
                1
            ),
            (
                "{\"id\": \"a\"}", #"{"type": "t", "query": "q", "relevant": {"a": 4}}"#, .queries,
                1
            ),
        ]
    )
    func faults(transactions: String, queries: String, file: EvaluationFault.File, line: Int) {
        #expect(throws: EvaluationFault(file: file, line: line)) {
            try EvaluationData(transactions: transactions, queries: queries)
        }
    }
}
