import Foundation

/// How well the search ranks, measured on queries whose right answers are known.
public struct SearchEvaluation: Sendable {
    /// A query with its right answers.
    public struct Query: Sendable {
        /// What kind of query it is, such as `misspelling`.
        public let kind: String
        /// What is typed.
        public let text: String
        /// How right each transaction is, by its place: 3 what was asked for, 2 clearly belongs, 1
        /// marginal; the others are wrong.
        public let grades: [Int: Int]

        /// Takes a query.
        public init(kind: String, text: String, grades: [Int: Int]) {
            self.kind = kind
            self.text = text
            self.grades = grades
        }
    }

    /// A way to rank.
    public enum Ranking: String, Sendable, CaseIterable {
        /// By the words that the text has, each by its weight.
        case lexical
        /// By the meaning of all that is written, nothing corrected and nothing added.
        case cosine
        /// As the search does, with what it leaves out.
        case whole
    }

    private let texts: SearchTexts
    /// The place in `texts` of each transaction.
    private let places: [Int]
    /// Merchant, description, category and notes of each transaction.
    private let written: [TextVector?]

    /// Prepares transactions of one household, in the order that parts equals.
    public init(_ transactions: [TransactionText], embeddings: WordEmbeddings = .carried) {
        var texts = SearchTexts(embeddings: embeddings)
        places = transactions.map { texts.add($0) }
        written = transactions.map { text in
            let fields = [text.merchant, text.description, text.category, text.notes]
            return embeddings.vector(of: fields.compactMap(\.self).joined(separator: " "))
        }
        self.texts = texts
    }

    /// The measures of a query's ranking.
    public func quality(of ranking: Ranking, for query: Query) -> SearchQuality {
        SearchQuality(ranked: ranked(by: ranking, query.text), grades: query.grades)
    }

    /// The places of the transactions that are found, the best first.
    func ranked(by ranking: Ranking, _ query: String) -> [Int] {
        let scores = scores(by: ranking, query)
        return scores.indices.filter { scores[$0] > 0 }
            .sorted { (scores[$1], $0) < (scores[$0], $1) }
    }

    /// What each transaction counts; 0 for what is not found.
    private func scores(by ranking: Ranking, _ query: String) -> [Double] {
        switch ranking {
        case .lexical:
            let lexical = texts.lexical(of: texts.embeddings.words(in: query))
            return places.map { lexical[$0] }
        case .cosine:
            guard let vector = texts.embeddings.vector(of: query) else {
                return places.map { _ in 0 }
            }
            return written.map { max(0, Double($0?.cosine(vector) ?? 0)) }
        case .whole:
            guard let scores = texts.scores(texts.query(query))?.thousandths else {
                return places.map { _ in 0 }
            }
            let best = scores.max() ?? 0
            return places.map { place in
                SearchScore.isResult(scores[place], best: best) ? Double(scores[place]) : 0
            }
        }
    }
}

/// How good a ranking is, 0...1 each.
public struct SearchQuality: Hashable, Sendable {
    /// Gain 2^grade − 1 of the first ten, discounted by log2(rank + 1), divided by the best that
    /// there could be.
    public let nDCG: Double
    /// Which part of the transactions graded 2 or 3 is among the first twenty.
    public let recall: Double

    /// Measures a ranking without repeats.
    public init(ranked: [Int], grades: [Int: Int]) {
        let ideal = Self.gain(grades.values.sorted(by: >))
        let own = Self.gain(ranked.map { grades[$0] ?? 0 })
        let belonging = grades.values.count { $0 >= 2 }
        let found = ranked.prefix(Self.recalled).count { grades[$0] ?? 0 >= 2 }
        nDCG = ideal > 0 ? own / ideal : 0
        recall = belonging > 0 ? Double(found) / Double(min(Self.recalled, belonging)) : 0
    }

    /// The mean of several; zeros of none.
    public init(meanOf qualities: [SearchQuality]) {
        let count = Double(max(1, qualities.count))
        nDCG = qualities.reduce(0) { $0 + $1.nDCG } / count
        recall = qualities.reduce(0) { $0 + $1.recall } / count
    }

    private static let gained = 10
    private static let recalled = 20

    private static func gain(_ grades: [Int]) -> Double {
        grades.prefix(gained).enumerated().reduce(0) { sum, ranked in
            sum + (exp2(Double(ranked.element)) - 1) / log2(Double(ranked.offset + 2))
        }
    }
}
