/// How well each text fits a query.
struct TextScores: Sendable {
    /// The score of each text in thousandths, 0...1,000.
    let thousandths: [Int32]
    /// How near in meaning each text is, 0...1; empty where the query has no meaning.
    let meaning: [Float]
}

/// How meaning and words make a score.
enum SearchScore {
    /// A text about nothing but what is asked counts 1,000.
    static let most: Int32 = 1_000
    /// Below this nothing is a result.
    static let least: Int32 = 250
    /// A result has at least this much of the best score, in hundredths.
    static let leastOfBest: Int32 = 45
    /// From here on a text's meaning is a reason.
    static let similar: Float = 0.35
    /// By how much a note or a kind alone counts less than the whole.
    static let part: Float = 0.85

    /// The score of a text, rounded to thousandths.
    static func thousandths(meaning: Float, lexical: Double) -> Int32 {
        thousandths(0.85 * Double(meaning) + 0.15 * lexical)
    }

    /// A number from 0 to 1 in thousandths, halves rounded up.
    static func thousandths(_ score: Double) -> Int32 {
        Int32((max(0, min(1, score)) * Double(most)).rounded())
    }

    /// Whether a score makes a result, beside the best one.
    static func isResult(_ score: Int32, best: Int32) -> Bool {
        score >= least && score * 100 >= best * leastOfBest
    }
}

extension SearchTexts {
    /// Scores every text in one pass; `nil` for a query that asks for everything.
    func scores(_ query: SearchQuery) -> TextScores? {
        switch query {
        case .everything: nil
        case .words(let words): scores(words)
        case .exactly(let text): TextScores(thousandths: scores(holding: text), meaning: [])
        }
    }

    private func scores(_ query: [String]) -> TextScores {
        let meaning = meaning(of: query)
        let lexical = lexical(of: query)
        let thousandths = entries.indices.map { place in
            SearchScore.thousandths(meaning: meaning[place], lexical: lexical[place])
        }
        return TextScores(thousandths: thousandths, meaning: meaning)
    }

    /// How near each text's W, N or C is to words, the nearest of them counting.
    func meaning(of words: [String]) -> [Float] {
        guard let vector = embeddings.vector(of: words) else {
            return Array(repeating: 0, count: entries.count)
        }
        let wholes = wholes.cosines(with: vector)
        let parts = parts.cosines(with: vector)
        return entries.indices.map { place in
            let entry = entries[place]
            var nearest = max(0, wholes[place])
            if entry.note >= 0 { nearest = max(nearest, SearchScore.part * parts[Int(entry.note)]) }
            if entry.kind >= 0 { nearest = max(nearest, SearchScore.part * parts[Int(entry.kind)]) }
            return nearest
        }
    }

    /// Which part of the words' weight stands in each text's W, 0...1.
    func lexical(of words: [String]) -> [Double] {
        var found = [Double](repeating: 0, count: entries.count)
        var all = 0.0
        for word in words.distinct {
            let weight = embeddings.weight(of: word)
            all += weight
            for place in self.words[word] { found[Int(place)] += weight }
        }
        guard all > 0 else { return found }
        for place in found.indices where found[place] > 0 { found[place] /= all }
        return found
    }

    /// The most for texts that hold a text in what people and banks wrote, in any case.
    private func scores(holding text: String) -> [Int32] {
        let pattern = TextPattern(text)
        return entries.map { entry in
            let fields = [entry.text.merchant, entry.text.description, entry.text.notes]
            return fields.contains { $0.map(pattern.isIn) ?? false } ? SearchScore.most : 0
        }
    }
}

extension [String] {
    /// Each word once, in the order of their first places.
    var distinct: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
