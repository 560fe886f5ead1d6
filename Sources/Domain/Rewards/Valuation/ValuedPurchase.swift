import Kernel

/// What the value of a purchase depends on beside the card.
public struct ValuedPurchase: Hashable, Sendable {
    /// What is paid, in cents, 0...``Limits/amountMinor``.
    public let amountCents: Int64
    /// What kind of spending it is.
    public let category: RewardsCategory
    /// Whether it is made in another currency or country, for which cards take a fee.
    public let isForeign: Bool

    /// Describes a purchase.
    public init(amountCents: Int64, category: RewardsCategory, isForeign: Bool = false) {
        precondition((0...Limits.amountMinor).contains(amountCents), "an amount is bounded")
        self.amountCents = amountCents
        self.category = category
        self.isForeign = isForeign
    }
}
