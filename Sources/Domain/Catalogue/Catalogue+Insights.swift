extension Catalogue {
    /// What Insights calls what nothing is known of.
    private static let unknownName = "Uncategorized"

    /// The name on Insights of a category as an entry has it: a code, a word of any surface's
    /// vocabulary, or an own word, which stays; empty when nothing is known.
    public func insightsCategory(ofEntry category: String) -> String {
        let word = GuardianCategory.normalised(category)
        guard !word.isEmpty, word != GuardianCategory.uncategorized else { return Self.unknownName }
        return byWord[word]?.insights ?? category
    }

    /// A word that a member gives a transaction, as Insights shows it: its own names in their
    /// spelling, every other word as it is typed.
    public func insightsSpelling(of word: String) -> String {
        let key = GuardianCategory.normalised(word)
        if key == GuardianCategory.uncategorized { return Self.unknownName }
        let known = categories.first { GuardianCategory.normalised($0.insights) == key }
        return known?.insights ?? word
    }
}
