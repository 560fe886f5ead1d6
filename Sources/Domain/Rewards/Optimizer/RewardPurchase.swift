/// A purchase that a card is looked for.
public struct RewardPurchase: Hashable, Sendable {
    /// What is bought.
    public var category: RewardsCategory
    /// For how much, in cents, more than zero; `nil` when it is not known.
    public var amountCents: Int64?

    /// Makes a purchase.
    public init(category: RewardsCategory, amountCents: Int64? = nil) {
        self.category = category
        self.amountCents = amountCents
    }
}
