public import Kernel

/// A purchase that was made, as missed rewards look at it.
public struct PastPurchase: Hashable, Sendable {
    /// The movement on the account.
    public let id: ID<Entity.Entry>
    /// The day, in the household's time.
    public let day: CivilDay
    /// What was paid, in cents; what is not above 0 is passed over.
    public let amountCents: Int64
    /// What kind of spending it was.
    public let category: RewardsCategory
    /// The card of the wallet that is tied to the account; `nil` where none is.
    public let cardID: ID<Entity.RewardCard>?
    /// Whether it was made in another currency or country.
    public let isForeign: Bool

    /// Describes a purchase.
    public init(
        id: ID<Entity.Entry>,
        day: CivilDay,
        amountCents: Int64,
        category: RewardsCategory,
        cardID: ID<Entity.RewardCard>?,
        isForeign: Bool = false
    ) {
        precondition(amountCents <= Limits.amountMinor, "an amount is bounded")
        self.id = id
        self.day = day
        self.amountCents = amountCents
        self.category = category
        self.cardID = cardID
        self.isForeign = isForeign
    }
}
