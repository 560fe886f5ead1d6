import Kernel

/// Says why a transaction was found.
struct SearchReasons {
    let query: SearchQuery
    let filter: SearchFilter
    let today: CivilDay
    let scores: TextScores?

    /// The reasons in their order; never none.
    func of(_ row: SearchRow, _ text: TransactionText, matchedTerms: [String]) -> [String] {
        var reasons: [String] = []
        if isMerchantMeant(text, matchedTerms) { reasons.append("merchant match") }
        if !matchedTerms.isEmpty {
            reasons.append("matched terms: \(matchedTerms.joined(separator: ", "))")
        }
        if let meaning = scores?.meaning, !meaning.isEmpty,
            meaning[Int(row.text)] >= SearchScore.similar
        {
            reasons.append("similar meaning")
        }
        if today.dayNumber - row.day.dayNumber <= Limits.searchRecentDays {
            reasons.append("recent")
        }
        if filter.hasAmount { reasons.append("amount filter") }
        return reasons.isEmpty ? ["by date"] : reasons
    }

    /// Whether the filter names the merchant, or a matched term is of its name.
    private func isMerchantMeant(_ text: TransactionText, _ matchedTerms: [String]) -> Bool {
        if filter.hasMerchant { return true }
        switch query {
        case .everything: return false
        case .words:
            let words = Set(SearchWords.words(in: text.shownMerchant))
            return matchedTerms.contains(where: words.contains)
        case .exactly(let pattern): return TextPattern(pattern).isIn(text.shownMerchant)
        }
    }
}
