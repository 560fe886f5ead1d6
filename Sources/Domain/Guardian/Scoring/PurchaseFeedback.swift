import Catalogue
public import Kernel

/// A member's word on one decision: whether the purchase was avoidable.
public struct PurchaseFeedback: Sendable, Equatable {
    /// The decision.
    public let decision: ID<Entity.Decision>
    /// When it was said.
    public let givenAt: Timestamp
    /// Grows with each feedback of the member; orders those of one millisecond.
    public let sequence: Int64
    /// The category as it was scored.
    public let category: String
    /// The merchant, normalised.
    public let merchant: String
    /// The model's log-odds for the purchase, as they were stored with the decision.
    public let modelLogit: Double
    /// What the member said.
    public let isAvoidable: Bool

    /// Makes a feedback.
    ///
    /// `category`: That of the decision; `uncategorized` learns as `misc_online`. `merchant`: Its
    /// name in any spelling. `modelLogit`: ``PurchaseScore/modelLogit`` of the decision.
    public init(
        decision: ID<Entity.Decision>,
        givenAt: Timestamp,
        sequence: Int64,
        category: String,
        merchant: String,
        modelLogit: Double,
        isAvoidable: Bool
    ) {
        precondition(modelLogit.isFinite, "log-odds are finite")
        self.decision = decision
        self.givenAt = givenAt
        self.sequence = sequence
        self.category = ScoringCategory(category).code
        self.merchant = MerchantName.normalised(merchant)
        self.modelLogit = modelLogit
        self.isAvoidable = isAvoidable
    }

    /// Whether it was said before another one.
    func isBefore(_ other: Self) -> Bool {
        (givenAt, sequence, decision) < (other.givenAt, other.sequence, other.decision)
    }
}
