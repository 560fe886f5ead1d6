public import Kernel

/// Everything a decision depends on; the same facts always give the same decision.
public struct PurchaseFacts: Sendable, Equatable {
    /// The price.
    public let amount: Money
    /// The Guardian word for what is bought, or `uncategorized`.
    public let category: String
    /// The oldest override that is valid, unused and for exactly this merchant and amount.
    public let override: ID<Entity.Override>?
    /// The member's monthly limit for the category.
    public let limit: Money?
    /// The member's purchases in the category this month, up to now; read when there is a limit.
    public let spentThisMonth: Money?
    /// The member's geofences, held against where the member is; `nil` when there is none.
    public let location: LocationFacts?
    /// What may still leave the member's wallet, where that is what it pays with.
    public let wallet: Money?
    /// The policies that apply to the member, with what they ask for; `nil` where there is none.
    public let policies: PolicyCase?

    /// Gathers the facts of one purchase.
    public init(
        amount: Money,
        category: String,
        override: ID<Entity.Override>?,
        limit: Money?,
        spentThisMonth: Money?,
        location: LocationFacts? = nil,
        wallet: Money? = nil,
        policies: PolicyCase? = nil
    ) {
        precondition(limit == nil || spentThisMonth != nil, "a limit is held against spending")
        precondition(
            policies == nil || policies?.facts.amount == amount,
            "policies are asked about the same purchase"
        )
        self.amount = amount
        self.category = category
        self.override = override
        self.limit = limit
        self.spentThisMonth = spentThisMonth
        self.location = location
        self.wallet = wallet
        self.policies = policies
    }

    /// The same facts with those of the member's geofences.
    public func located(_ location: LocationFacts) -> PurchaseFacts {
        PurchaseFacts(
            amount: amount,
            category: category,
            override: override,
            limit: limit,
            spentThisMonth: spentThisMonth,
            location: location,
            wallet: wallet,
            policies: policies
        )
    }

    /// The same facts with those of policies.
    public func judged(by policies: PolicyCase?) -> PurchaseFacts {
        PurchaseFacts(
            amount: amount,
            category: category,
            override: override,
            limit: limit,
            spentThisMonth: spentThisMonth,
            location: location,
            wallet: wallet,
            policies: policies
        )
    }
}
