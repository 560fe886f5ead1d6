/// What a member wants by a sentence.
public enum SentenceIntent: String, CaseIterable, Sendable {
    /// To add a purchase to what is spent.
    case spendingUpdate
    /// To know how much of a limit is used.
    case limitCheck
    /// To know which card to pay with.
    case recommendation

    init(_ words: SentenceWords, hasAmount: Bool) {
        if hasAmount, words.contains(anyOf: Self.updateWords) {
            self = .spendingUpdate
        } else if words.contains(anyOf: Self.limitWords)
            || words.places(of: ["how", "much"]) != nil
        {
            self = .limitCheck
        } else {
            self = .recommendation
        }
    }

    private static let updateWords: Set<String> = [
        "spent", "paid", "charged", "used", "update", "track", "log", "record",
    ]
    private static let limitWords: Set<String> = [
        "limit", "limits", "remaining", "left", "progress",
    ]
}
