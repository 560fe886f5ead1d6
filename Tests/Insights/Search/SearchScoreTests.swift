import Kernel
import Testing

@testable import Insights

@Suite("Scores")
struct SearchScoreTests {
    /// What a text counts, with its parts.
    private struct Parts {
        let whole: Float
        let kind: Float
        let meaning: Float
        let lexical: Double
        let score: Double

        init(_ whole: Float, _ kind: Float, _ meaning: Float, _ lexical: Double, _ score: Double) {
            self.whole = whole
            self.kind = kind
            self.meaning = meaning
            self.lexical = lexical
            self.score = score
        }
    }

    @Test("of the contract's household of two rows are the contract's (case 15a)")
    func contract() throws {
        let texts = Household.ofTwo.texts
        let groceries = try Self.parts(of: "grocries", texts)
        #expect(texts.query("grocries") == .words(["groceries"]))
        Self.expect(groceries[1], Parts(0.730, 0.789, 0.730, 1, 0.771))
        Self.expect(groceries[0], Parts(0.134, 0.358, 0.304, 0, 0.259))
        let latte = try Self.parts(of: "latte in austin", texts)
        Self.expect(latte[0], Parts(0.579, 0.523, 0.579, 0.859, 0.621))
        Self.expect(latte[1], Parts(0.240, 0.315, 0.268, 0.093, 0.241))
        let note = try #require(WordEmbeddings.carried.vector(of: "latte with Dana"))
        let query = try #require(WordEmbeddings.carried.vector(of: "latte in austin"))
        #expect(abs(note.cosine(query) - 0.599) <= 0.001)
        #expect(Household.ofTwo.places("grocries") == [1])
        #expect(Household.ofTwo.places("latte in austin") == [0])
    }

    private static func parts(of query: String, _ texts: SearchTexts) throws -> [Parts] {
        guard case .words(let words) = texts.query(query) else { return [] }
        let scores = try #require(texts.scores(.words(words)))
        let vector = try #require(texts.embeddings.vector(of: words))
        let wholes = texts.wholes.cosines(with: vector)
        let kinds = texts.parts.cosines(with: vector)
        let meaning = texts.meaning(of: words)
        let lexical = texts.lexical(of: words)
        return texts.entries.indices.map { place in
            Parts(
                wholes[place],
                kinds[Int(texts.entries[place].kind)],
                meaning[place],
                lexical[place],
                Double(scores.thousandths[place]) / 1_000
            )
        }
    }

    private static func expect(
        _ parts: Parts,
        _ expected: Parts,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let pairs = [
            (Double(parts.whole), Double(expected.whole)),
            (Double(parts.kind), Double(expected.kind)),
            (Double(parts.meaning), Double(expected.meaning)),
            (parts.lexical, expected.lexical), (parts.score, expected.score),
        ]
        for (own, other) in pairs {
            #expect(abs(own - other) <= 0.001, "\(own) is not \(other)", sourceLocation: location)
        }
    }

    @Test(
        "make a result from 0.250 on, and from 0.45 of the best on",
        arguments: [
            (250, 250, true), (249, 249, false), (250, 555, true), (250, 556, false),
            (450, 1_000, true), (449, 1_000, false), (347, 771, true), (346, 771, false),
            (0, 0, false), (1_000, 1_000, true),
        ]
    )
    func results(score: Int32, best: Int32, isResult: Bool) {
        #expect(SearchScore.isResult(score, best: best) == isResult)
    }

    @Test("are rounded to thousandths and stay from 0 to 1")
    func rounding() {
        #expect(SearchScore.thousandths(0.250_499) == 250)
        #expect(SearchScore.thousandths(0.249_5) == 250)
        #expect(SearchScore.thousandths(-1) == 0)
        #expect(SearchScore.thousandths(1.000_01) == 1_000)
        #expect(SearchScore.thousandths(meaning: 1, lexical: 1) == 1_000)
        #expect(SearchScore.thousandths(meaning: 0.5, lexical: 0) == 425)
        #expect(SearchScore.thousandths(meaning: 0, lexical: 0.5) == 75)
    }

    @Test("do not change when a query repeats a word, but for its meaning")
    func repeats() {
        let texts = Household.ofTwo.texts
        let lexical = texts.lexical(of: ["latte", "austin", "latte"])
        #expect(lexical == texts.lexical(of: ["latte", "austin"]))
        let once = texts.scores(.words(["latte"]))?.thousandths
        #expect(once == texts.scores(.words(["latte", "latte", "latte"]))?.thousandths)
    }

    @Test("do not depend on the order of the query's words or of the texts")
    func order() {
        let words = ["latte", "in", "austin", "coffee"]
        let texts = Household.ofTwo.texts
        let scores = texts.scores(.words(words))?.thousandths
        #expect(texts.scores(.words(words.reversed()))?.thousandths == scores)
        var other = SearchTexts()
        _ = other.add(texts[1])
        _ = other.add(texts[0])
        #expect(other.scores(.words(words))?.thousandths == scores?.reversed())
    }

    @Test("of a text without words are 0")
    func nothing() {
        var household = Household()
        household.add("東京")
        household.add("coffee")
        #expect(household.texts.scores(.words(["coffee"]))?.thousandths.first == 0)
        #expect(household.texts.meaning(of: []) == [0, 0])
        #expect(household.texts.lexical(of: []) == [0, 0])
    }
}
