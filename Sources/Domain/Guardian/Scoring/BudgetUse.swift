import Kernel

/// What a purchase makes of the month's budget for its category, in whole numbers.
struct BudgetUse: Sendable, Equatable {
    /// Minor units spent this month with the purchase.
    let spendAfter: Int64
    /// A hundred times `spendAfter`.
    private let spent: Int128
    /// A hundred times the budget: the income times the share in percent, which need not be a whole
    /// number of minor units.
    private let budget: Int128

    init(_ facts: ScoringFacts) {
        let (sum, isTooMuch) = facts.member.spendBefore.minor
            .addingReportingOverflow(facts.amount.minor)
        // A sum over a month that does not fit is more than any budget.
        spendAfter = isTooMuch ? .max : sum
        spent = Int128(spendAfter) * 100
        budget = Int128(facts.member.monthlyIncome.minor) * Int128(facts.category.sharePercent)
    }

    /// Spending in parts of the budget; 0 when the budget is 0.
    var ratio: Double { budget == 0 ? 0 : Double(spent) / Double(budget) }

    /// Whether more than the budget is spent.
    var isExceeded: Bool { budget > 0 && spent > budget }

    /// Whether at most 1.3 times the budget is spent, as the ratio says: 0 without a budget.
    var isWithinReserve: Bool { budget == 0 || spent * 10 <= budget * 13 }

    /// The ratio in whole percent, halves rounded away from zero.
    var percent: Int128 {
        guard budget > 0 else { return 0 }
        let doubled = 200 * spent
        return (doubled + (spent < 0 ? -budget : budget)) / (2 * budget)
    }
}
