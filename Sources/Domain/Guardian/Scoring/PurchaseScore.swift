public import Kernel

/// How avoidable a purchase looks, and whether it is advised against.
public struct PurchaseScore: Sendable, Equatable {
    /// The answer: `block` when `pAvoid` is at least `threshold`.
    public let decision: Advice
    /// How avoidable it looks, 0...1, budget included; not rounded.
    public let pAvoid: Double
    /// How avoidable the model and the member's feedback find it, 0...1; not rounded.
    public let pML: Double
    /// Spending with this purchase in parts of the budget; 0 when there is no budget; not rounded.
    public let overBudgetRatio: Double
    /// The smallest `pAvoid` that blocks.
    public let threshold: Double
    /// Spending in the category this month without this purchase.
    public let spendBefore: Money
    /// Spending in the category this month with this purchase.
    public let spendAfter: Money
    /// A sentence that says why.
    public let reason: String
    /// The model's log-odds without anything learned; kept with the decision, for its feedback.
    public let modelLogit: Double

    /// A number as answers write it: with at most 4 decimals, the nearest.
    public static func withFourDecimals(_ number: Double) -> Double {
        (number * 10_000).rounded() / 10_000
    }
}
