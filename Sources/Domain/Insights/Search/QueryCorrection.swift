/// What is written differently in a query and in a member's transactions.
extension SearchTexts {
    /// The words of a query as the member's transactions write them.
    ///
    /// Two neighbours that are one word there become it: `star bucks`. Then a word that nobody
    /// knows becomes one that is there and differs by one slip of the finger: `grocries`.
    func corrected(_ words: [String]) -> [String] {
        joined(words).map { word in respelt(word) ?? word }
    }

    /// The shortest word that is joined or corrected, in letters.
    private static let correctedLetters = 5

    private func joined(_ words: [String]) -> [String] {
        var joined: [String] = []
        var place = 0
        while place < words.count {
            if place + 1 < words.count, let both = joint(words[place], words[place + 1]) {
                joined.append(both)
                place += 2
            } else {
                joined.append(words[place])
                place += 1
            }
        }
        return joined
    }

    /// The word that two words are in the member's transactions, unless each is there by itself.
    private func joint(_ left: String, _ right: String) -> String? {
        guard left.utf8.count + right.utf8.count >= Self.correctedLetters,
            left.utf8.count + right.utf8.count <= SearchWords.letters
        else { return nil }
        let both = left + right
        guard has(both), !(has(left) && has(right)) else { return nil }
        return both
    }

    /// The word that is meant by one that is neither there nor in the vocabulary.
    private func respelt(_ word: String) -> String? {
        guard word.utf8.count >= Self.correctedLetters, !has(word), !embeddings.pieces.has(word)
        else { return nil }
        let near = words.words(beginningAs: word).filter { Spelling.differByOne($0, word) }
        let counted = near.map { (word: $0, rows: rows(with: $0)) }.filter { $0.rows > 0 }
        return counted.min { ($1.rows, $0.word) < ($0.rows, $1.word) }?.word
    }
}
