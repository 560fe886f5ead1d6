/// The words in which a surface speaks of categories.
public enum Vocabulary: String, Sendable, CaseIterable {
    /// The ledger's codes, such as `FOOD_AND_DRINK_COFFEE`.
    case ledger
    /// Banking's groups, such as `Food and Drink`.
    case bankingPrimary
    /// Banking's own names, such as `Coffee`.
    case bankingDetail
    /// Guardian's codes, such as `fast_food`.
    case guardian
    /// The names on Insights, such as `Dining`.
    case insights
    /// The kinds of spending that card rewards know, such as `coffee`.
    case rewards
}

extension Category {
    /// The row in the words of one surface.
    ///
    /// - Returns: `uncategorized` where Guardian has no code; `nil` for what no card rewards.
    public func word(in vocabulary: Vocabulary) -> String? {
        switch vocabulary {
        case .ledger: code
        case .bankingPrimary: primaryLabel
        case .bankingDetail: label
        case .guardian: guardian ?? GuardianCategory.uncategorized
        case .insights: insights
        case .rewards: rewards
        }
    }
}
