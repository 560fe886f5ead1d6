import Kernel
public import Ledger

/// Everything the coach's advice depends on; the same facts always give the same advice.
public struct CoachFacts: Sendable, Equatable {
    /// What authorizing the purchase would depend on, now.
    public let purchase: PurchaseFacts
    /// The merchant as it was named.
    public let merchant: String
    /// The member's purchases in the category in the last 7 times 24 hours.
    public let week: SpendTotal
    /// Those of the last 90 times 24 hours in minor units, the week included.
    public let spentInQuarterMinor: Int64
    /// The days since the member's first purchase of any kind; `nil` when there is none.
    public let daysSinceFirstPurchase: Int?
    /// Whether somebody else sets the member's limits.
    public let hasParent: Bool

    /// Gathers the facts of one purchase.
    public init(
        purchase: PurchaseFacts,
        merchant: String,
        week: SpendTotal,
        spentInQuarterMinor: Int64,
        daysSinceFirstPurchase: Int?,
        hasParent: Bool
    ) {
        self.purchase = purchase
        self.merchant = merchant
        self.week = week
        self.spentInQuarterMinor = spentInQuarterMinor
        self.daysSinceFirstPurchase = daysSinceFirstPurchase
        self.hasParent = hasParent
    }
}

/// What spending is compared with.
///
/// Source: the Guardian contract, section 7, row "coach". Products are taken of 128 bits, because
/// those of two sums of 64 bits need not fit in 64.
extension CoachFacts {
    /// Spending within a week from which on it may be unusual.
    static let notableWeekMinor: Int64 = 2_000
    /// A price up to which it is never unusual.
    static let usualPriceMinor: Int64 = 3_000
    /// How long a member must have spent before a week can be unusual.
    static let settledDays = 28
    /// The weeks of 90 days.
    static let weeksInQuarter: Int64 = 13

    /// Whether people need what is bought.
    var isEssential: Bool { ScoringCategory(purchase.category).kind == .essential }

    /// The first risk word in the merchant's name or the category.
    var riskWord: String? {
        RiskWords.first(in: merchant) ?? RiskWords.first(in: purchase.category)
    }

    /// Whether 80 % of the monthly limit or more are spent already.
    var isLimitNearlySpent: Bool {
        guard let limit = purchase.limit, let spent = purchase.spentThisMonth, limit.minor > 0
        else { return false }
        return 5 * Int128(spent.minor) >= 4 * Int128(limit.minor)
    }

    /// Whether the member has been spending for long enough to have usual weeks.
    var hasUsualWeek: Bool { daysSinceFirstPurchase.map { $0 >= Self.settledDays } ?? false }

    /// Whether the week's spending is twice that of a usual week, or more.
    var isWeekUnusual: Bool {
        hasUsualWeek && week.amountMinor >= Self.notableWeekMinor
            && Int128(Self.weeksInQuarter) * Int128(week.amountMinor)
                >= 2 * Int128(spentInQuarterMinor)
    }

    /// Whether the price is more than twice the week's average, and notable.
    var isPriceUnusual: Bool {
        guard let most = usualPriceMostMinor else { return false }
        return purchase.amount.minor > most
    }

    /// The largest price that is not unusual; `nil` in a week without purchases.
    var usualPriceMostMinor: Int64? {
        guard week.count >= 1 else { return nil }
        let twice = 2 * Int128(week.amountMinor) / Int128(week.count)
        return max(Self.usualPriceMinor, Int64(clamping: twice))
    }

    /// A usual week's spending, rounded down, so that twice of it is never more than it was.
    var usualWeekMinor: Int64 { max(0, spentInQuarterMinor / Self.weeksInQuarter) }

    /// The average price of the week, rounded down; 0 in a week without purchases.
    var averagePriceMinor: Int64 {
        week.count >= 1 ? max(0, week.amountMinor / week.count) : 0
    }
}
