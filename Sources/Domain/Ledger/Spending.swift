public import Kernel

/// What one transfer adds to, or takes from, the spending of a member.
///
/// Rollups are sums of these, so that deciding and charting read a handful of rows.
public struct Spending: Sendable, Hashable {
    /// The member who spent.
    public let member: ID<Entity.Member>
    /// The household's day of the purchase.
    public let day: CivilDay
    /// The catalogue code, or the member's own word.
    public let category: String
    /// The Guardian word for ``category``.
    public let guardianCategory: String
    /// The merchant as shown.
    public let merchant: String
    /// The merchant's name under which equal merchants meet.
    public let merchantKey: String
    /// Minor units of the household's currency; negative when a purchase is taken back.
    public private(set) var amountMinor: Int64
    /// 1, or −1 when a purchase is taken back.
    public private(set) var count: Int64

    /// Makes an entry.
    public init(
        member: ID<Entity.Member>,
        day: CivilDay,
        category: String,
        guardianCategory: String,
        merchant: String,
        merchantKey: String,
        amountMinor: Int64,
        count: Int64
    ) {
        self.member = member
        self.day = day
        self.category = category
        self.guardianCategory = guardianCategory
        self.merchant = merchant
        self.merchantKey = merchantKey
        self.amountMinor = amountMinor
        self.count = count
    }

    /// The entry that undoes this one.
    public var negated: Spending {
        var negated = self
        negated.amountMinor.negate()
        negated.count.negate()
        return negated
    }
}

extension Transfer {
    /// Whether the transfer is a purchase that is final, in a currency that is added up.
    public func isFinalPurchase(householdCurrency: Currency) -> Bool {
        phase != .pending && isPurchase(householdCurrency: householdCurrency)
    }

    /// Whether the transfer is a purchase, final or pending, in a currency that is added up.
    public func isPurchase(householdCurrency: Currency) -> Bool {
        (kind == .purchase || kind == .charge) && phase != .void && member != nil
            && amount.currency == householdCurrency
    }
}
