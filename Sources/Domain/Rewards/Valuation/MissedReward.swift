public import Kernel

/// A purchase that would have earned more on another card.
public struct MissedReward: Hashable, Sendable {
    /// The purchase.
    public let purchase: PastPurchase
    /// What it earned on the card that was used, in cents; 0 where no card of the wallet was.
    public let earnedCents: Int64
    /// The card on which it would have earned most.
    public let betterCardID: ID<Entity.RewardCard>
    /// What it would have earned there, in cents; more than ``earnedCents``.
    public let betterCents: Int64

    /// What was missed, in cents; more than 0.
    public var missedCents: Int64 { betterCents - earnedCents }
}
