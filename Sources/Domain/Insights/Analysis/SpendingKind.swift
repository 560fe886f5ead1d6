/// How an expense counts for what is safe to spend.
enum SpendingKind: Hashable {
    /// What comes each month and cannot be put off.
    case fixed
    /// What is put aside for later.
    case sinking
    /// Everything else.
    case variable

    /// The kind that a category or a merchant tells; `variable` when neither does.
    init(category: String, merchant: String) {
        let words = Self.words(of: category).union(Self.words(of: merchant))
        self =
            if !words.isDisjoint(with: Self.fixedWords) {
                .fixed
            } else if !words.isDisjoint(with: Self.sinkingWords) {
                .sinking
            } else {
                .variable
            }
    }

    private static func words(of text: String) -> Set<String> {
        let parts = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        return Set(parts.map(String.init))
    }

    // Source of the words: the contract of Insights, section 4.
    private static let fixedWords: Set = [
        "housing", "rent", "mortgage", "utilities", "internet", "phone", "insurance", "loan",
        "debt", "subscription", "subscriptions",
    ]
    private static let sinkingWords: Set = [
        "savings", "sinking", "emergency", "vacation", "education", "investment", "investments",
    ]
}
