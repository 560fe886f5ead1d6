/// Which card to pay with, and what there is to say about it.
public struct Recommendation: Hashable, Sendable {
    /// The best card.
    public let primary: RankedCard
    /// The next best; `nil` when there is one active card only.
    public let secondary: RankedCard?
    /// The primary's sentence, and the backup's name.
    public let reasoning: String
    /// What to mind of the cards named, at most one each.
    public let warnings: [String]
    /// What would help.
    public let suggestions: [String]

    /// The cards named, the best first.
    public var cards: [RankedCard] { [primary] + (secondary.map { [$0] } ?? []) }
}
