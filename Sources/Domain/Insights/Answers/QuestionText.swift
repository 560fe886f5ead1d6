/// The words of a question, of which those that were understood are marked.
struct QuestionText {
    /// The words and numbers.
    let tokens: [QuestionToken]
    /// Which of them were understood already.
    private(set) var isUsed: [Bool]

    init(_ tokens: [QuestionToken]) {
        self.tokens = tokens
        isUsed = tokens.map { _ in false }
    }

    /// The word at a place that was not understood yet.
    func word(_ place: Int) -> String? {
        tokens.indices.contains(place) && !isUsed[place] ? tokens[place].word : nil
    }

    /// Any token at a place that was not understood yet.
    func token(_ place: Int) -> QuestionToken? {
        tokens.indices.contains(place) && !isUsed[place] ? tokens[place] : nil
    }

    /// Marks places as understood.
    mutating func use(_ places: Range<Int>) {
        for place in places where isUsed.indices.contains(place) { isUsed[place] = true }
    }

    /// Where a phrase stands in whole words that were not understood yet.
    func place(of phrase: String) -> Int? {
        let words = phrase.split(separator: " ")
        guard words.count <= tokens.count else { return nil }
        return (0...(tokens.count - words.count)).first { start in
            words.indices.allSatisfy { index in
                word(start + index).map { $0 == words[index] } ?? false
            }
        }
    }

    /// Whether one of some phrases stands in it.
    func has(_ phrases: String...) -> Bool { has(oneOf: phrases) }

    /// Whether one of some phrases stands in it.
    func has(oneOf phrases: [String]) -> Bool {
        phrases.contains { place(of: $0) != nil }
    }

    /// Whether one of some words stands in it.
    func has(anyOf words: Set<String>) -> Bool {
        tokens.indices.contains { word($0).map(words.contains) ?? false }
    }
}
