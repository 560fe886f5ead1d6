public import Kernel

/// A purchase of the past, with the facts of its moment.
public struct PastPurchase: Sendable {
    /// The movement of the ledger.
    public let id: ID<Entity.Transfer>
    /// When it was.
    public let instant: Timestamp
    /// Whose it was.
    public let member: ID<Entity.Member>
    /// The price in minor units.
    public let amountMinor: Int64
    /// The merchant as it was named.
    public let merchant: String
    /// The merchant in its normalised form.
    public let merchantKey: String
    /// The Guardian word for what was bought, or `uncategorized`.
    public let category: String
    /// The merchant category code; `nil` where it is not known.
    public let mcc: Int64?
    /// Whether a decision approved it; of others windows of decisions know nothing.
    public let wasApproved: Bool
    /// Whether a parent had allowed exactly this.
    public let wasOverridden: Bool
    /// Whether the member had bought from the merchant before the first purchase that is told.
    public let isKnownMerchant: Bool
    /// Whether the member had bought in the category before the first purchase that is told.
    public let isKnownCategory: Bool
    /// The score, 0...1; `nil` where there is none.
    public let avoidable: Double?
    /// What might leave the wallet before it, in minor units; `nil` where none paid.
    public let wallet: Int64?
    /// Where the member was, seen from places, as far as a decision holds it; unknown elsewhere.
    public let places: [PolicyPlace: PolicyPlace.Finding]
    /// What goals lacked, in minor units, as far as it is known.
    public let goalLacks: [ID<Entity.Goal>: Int64]

    /// Makes a purchase; of what is not said nothing is known.
    public init(
        id: ID<Entity.Transfer>,
        instant: Timestamp,
        member: ID<Entity.Member>,
        amountMinor: Int64,
        merchant: String,
        merchantKey: String,
        category: String,
        mcc: Int64? = nil,
        wasApproved: Bool = false,
        wasOverridden: Bool = false,
        isKnownMerchant: Bool = false,
        isKnownCategory: Bool = false,
        avoidable: Double? = nil,
        wallet: Int64? = nil,
        places: [PolicyPlace: PolicyPlace.Finding] = [:],
        goalLacks: [ID<Entity.Goal>: Int64] = [:]
    ) {
        self.id = id
        self.instant = instant
        self.member = member
        self.amountMinor = amountMinor
        self.merchant = merchant
        self.merchantKey = merchantKey
        self.category = category
        self.mcc = mcc == 0 ? nil : mcc
        self.wasApproved = wasApproved
        self.wasOverridden = wasOverridden
        self.isKnownMerchant = isKnownMerchant
        self.isKnownCategory = isKnownCategory
        self.avoidable = avoidable
        self.wallet = wallet
        self.places = places
        self.goalLacks = goalLacks
    }
}
