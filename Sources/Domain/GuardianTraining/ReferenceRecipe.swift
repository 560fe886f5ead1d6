import Catalogue
import Guardian

/// The recipe of the reference training set.
///
/// Source: the Guardian contract, sections 3 (table) and 4. What the contract leaves open is
/// decided here and told in docs/model.md: the hours are 8 to 22, all equally likely, as are the
/// weekdays; an amount below the minimum becomes the minimum.
enum ReferenceRecipe {
    /// What people spend in one category, in dollars; how probable it is that an average member's
    /// purchase is avoidable; and how often a saver, an average member and a spender buys here, in
    /// parts of any sum.
    typealias Spending = (
        category: GuardianCategory, mean: Double, deviation: Double, avoidable: Double,
        weights: [Int]
    )

    /// One purchase, with the probability that it is avoidable.
    struct Purchase {
        let input: ModelInput
        let probability: Double
    }

    /// The contract's table.
    static let spendings: [Spending] = [
        (.rentBills, 1_200, 80, 0.05, [25, 20, 15]),
        (.groceries, 60, 25, 0.15, [30, 20, 15]),
        (.fastFood, 15, 5, 0.75, [5, 10, 15]),
        (.alcohol, 25, 10, 0.80, [2, 5, 10]),
        (.clothing, 70, 30, 0.60, [5, 10, 15]),
        (.electronics, 200, 150, 0.70, [3, 8, 10]),
        (.pharmacyHealth, 30, 15, 0.20, [10, 7, 3]),
        (.transport, 25, 15, 0.30, [10, 10, 7]),
        (.subscription, 20, 5, 0.40, [5, 5, 5]),
        (.miscOnline, 40, 25, 0.65, [5, 5, 5]),
        (.fun, 35, 20, 0.65, [5, 5, 5]),
        (.entertainment, 30, 15, 0.50, [5, 5, 5]),
    ]

    /// Draws a purchase of a member whose household has such a monthly income; whether it is
    /// avoidable is yet to be drawn.
    static func purchase(
        by profile: SpendingProfile,
        incomeCents: Int64,
        _ chance: inout SeededChance
    ) -> Purchase {
        let column = 2 - profile.saverScore
        let spending = spendings[chance.pick(weights: spendings.map { $0.weights[column] })]
        let dollars = spending.mean + spending.deviation * chance.normal()
        let cents = max(leastCents, Int64((100 * dollars).rounded()))
        let input = ModelInput(
            amount: Double(cents) / 100,
            hour: 8 + chance.below(15),
            weekday: chance.below(7),
            profile: profile,
            category: spending.category,
            channel: PurchaseChannel.allCases[chance.below(2)]
        )
        let isLarge = largeMatters.contains(spending.category) && 5 * cents > incomeCents
        let probability = spending.avoidable * factor(of: profile) + (isLarge ? 0.25 : 0)
        return Purchase(input: input, probability: min(probability, 0.95))
    }

    /// What the profile makes of the probability.
    static func factor(of profile: SpendingProfile) -> Double {
        switch profile {
        case .saver: 0.7
        case .average: 1.0
        case .spender: 1.3
        }
    }

    /// The least amount.
    static let leastCents: Int64 = 500

    /// Where a purchase above a fifth of the income is more often avoidable.
    static let largeMatters: Set<GuardianCategory> = [.clothing, .electronics, .miscOnline]
}
