public import Kernel

/// One of the cards that a recommendation names.
public struct RankedCard: Hashable, Sendable {
    /// The card.
    public let cardID: ID<Entity.RewardCard>
    /// Its name.
    public let cardName: String
    /// The category that was asked for.
    public let category: RewardsCategory
    /// How it stands.
    public let standing: CardStanding
    /// 1 for the best, 2 for its backup.
    public let rank: Int
    /// Why, in the member's language.
    public let reasoning: String
    /// What the purchase is worth on the card, in cents; `nil` where its amount is not known.
    public let valueCents: Int64?
}
