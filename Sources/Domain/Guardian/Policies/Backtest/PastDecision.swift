public import Kernel

/// A decision of the past that no purchase followed; it is counted and not judged.
public struct PastDecision: Sendable {
    /// When it was.
    public let instant: Timestamp
    /// Who asked.
    public let member: ID<Entity.Member>
    /// The price in minor units.
    public let amountMinor: Int64
    /// The merchant in its normalised form.
    public let merchantKey: String
    /// The Guardian word for what was to be bought, or `uncategorized`.
    public let category: String
    /// What was answered.
    public let answer: PurchaseDecision.Answer

    /// Makes a decision.
    public init(
        instant: Timestamp,
        member: ID<Entity.Member>,
        amountMinor: Int64,
        merchantKey: String,
        category: String,
        answer: PurchaseDecision.Answer
    ) {
        self.instant = instant
        self.member = member
        self.amountMinor = amountMinor
        self.merchantKey = merchantKey
        self.category = category
        self.answer = answer
    }
}
