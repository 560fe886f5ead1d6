/// What is asked for, as it is understood over one member's texts.
public enum SearchQuery: Hashable, Sendable {
    /// Blank: everything, by date and amount.
    case everything
    /// Words that have a meaning, corrected by the member's own.
    case words([String])
    /// A text without such words, looked for as it is written, without the space around it: other
    /// scripts, emoji, numbers.
    case exactly(String)
}

extension SearchTexts {
    /// Understands a query as it was typed.
    ///
    /// - Complexity: O(*n*) in the query's length, and for each unknown word O(*m*) in the number
    ///   of the member's words with the same first letter.
    public func query(_ text: String) -> SearchQuery {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return .everything }
        let words = embeddings.words(in: text)
        return words.isEmpty ? .exactly(String(scalars[first...last])) : .words(corrected(words))
    }
}
