public import Kernel

/// A card of a member's wallet.
public struct RewardCard: Hashable, Sendable {
    /// The card's id.
    public var id: ID<Entity.RewardCard>
    /// The name the member gave it, 1...100 scalars.
    public var name: String
    /// The product.
    public var type: CardType
    /// What it earns; a category may have several rows, of which the highest counts.
    public var rows: [RewardRow]
    /// The bonus of a quarter.
    public var bonus: QuarterlyBonus?
    /// Its limits, at most one for each category.
    public var limits: [SpendingLimit]
    /// Whether it is recommended.
    public var isActive: Bool
    /// The ledger account its purchases are on.
    public var accountID: ID<Entity.Account>?
    /// Where its rates were read, if it was added from the card catalogue.
    public var source: CardSource?
    /// What the issuer takes of a purchase in another currency, in hundredths of a percent;
    /// `nil` where it is not known.
    public var foreignFeeBasisPoints: Int?
    /// When it was added.
    public var createdAt: Timestamp
    /// When it was last changed.
    public var updatedAt: Timestamp

    /// Makes a card.
    public init(
        id: ID<Entity.RewardCard>,
        name: String,
        type: CardType,
        rows: [RewardRow] = [],
        bonus: QuarterlyBonus? = nil,
        limits: [SpendingLimit] = [],
        isActive: Bool = true,
        accountID: ID<Entity.Account>? = nil,
        source: CardSource? = nil,
        foreignFeeBasisPoints: Int? = nil,
        createdAt: Timestamp,
        updatedAt: Timestamp
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.rows = rows
        self.bonus = bonus
        self.limits = limits
        self.isActive = isActive
        self.accountID = accountID
        self.source = source
        self.foreignFeeBasisPoints = foreignFeeBasisPoints
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// The card as it is read at an instant: limits whose reset date has come begin anew.
    public func moved(to now: Timestamp, in zone: Zone) -> RewardCard {
        guard limits.contains(where: { $0.isOver(at: now) }) else { return self }
        var card = self
        card.limits = limits.map { $0.moved(to: now, in: zone) }
        return card
    }

    /// The limit that counts for a category: its own, else its parent's, else `general`'s.
    public func limitCounting(for category: RewardsCategory) -> SpendingLimit? {
        for link in category.chain {
            if let limit = limits.first(where: { $0.category == link }) { return limit }
        }
        return nil
    }
}
