/// How Banking shows a category.
public struct BankingCategory: Hashable, Sendable {
    /// What nothing is known of.
    public static let uncategorized = BankingCategory(words: ["Uncategorized"], isSpending: true)

    /// The group and, where known, the finer kind; a member's own word alone.
    public let words: [String]
    /// Whether money that goes out counts as spent: it does not between own accounts.
    public let isSpending: Bool

    /// The first word.
    public var primary: String { words[0] }

    /// Whether one of the words is this one, in any case.
    public func has(_ word: String) -> Bool {
        words.contains { GuardianCategory.normalised($0) == GuardianCategory.normalised(word) }
    }
}

extension Catalogue {
    /// Banking's words for a category as an entry has it: a code, a word of any surface's
    /// vocabulary, or a member's own word, which stays as it is typed; empty when nothing is known.
    public func bankingCategory(ofEntry category: String) -> BankingCategory {
        let word = GuardianCategory.normalised(category)
        guard !word.isEmpty, word != GuardianCategory.uncategorized else { return .uncategorized }
        guard let row = byWord[word] else {
            return BankingCategory(words: [category], isSpending: true)
        }
        return BankingCategory(
            words: [row.primaryLabel, row.label],
            isSpending: row.flow != .transfer
        )
    }

    /// Banking's groups, sorted, with the one for what nothing is known of.
    public var bankingGroups: [String] {
        Set(categories.map(\.primaryLabel)).union(BankingCategory.uncategorized.words).sorted()
    }

    /// Whether an entry's category is a member's own word.
    public func isOwnWord(_ category: String) -> Bool {
        let word = GuardianCategory.normalised(category)
        return !word.isEmpty && word != GuardianCategory.uncategorized && byWord[word] == nil
    }
}
