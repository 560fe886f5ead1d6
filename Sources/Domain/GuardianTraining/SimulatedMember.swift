import Catalogue
import Guardian

/// A member of a simulated household whose tastes nobody knows.
///
/// A taste is what is added to the recipe's log-odds: one for everything, one for each category,
/// one for each merchant, all normal around 0 with the same deviation.
struct SimulatedMember {
    /// A purchase with the probability that this very member finds it avoidable.
    struct Purchase {
        let input: ModelInput
        let category: String
        let merchant: String
        let probability: Double
    }

    private let profile: SpendingProfile
    private let incomeCents: Int64
    private let taste: Double
    /// By category, the taste for it and those for its merchants, in the order of the categories.
    private let tastes: [(category: Double, merchants: [Double])]

    /// How often a member goes to each of a category's merchants, in parts of any sum.
    static let merchantWeights = [5, 3, 2]

    /// Draws a member; one without tastes where their deviation, in log-odds, is 0.
    init(tasteDeviation: Double, _ chance: inout SeededChance) {
        incomeCents = ReferenceSet.incomeCents(&chance)
        profile = SpendingProfile.allCases[chance.below(3)]
        taste = tasteDeviation * chance.normal()
        var tastes: [(category: Double, merchants: [Double])] = []
        for _ in GuardianCategory.allCases {
            let category = tasteDeviation * chance.normal()
            let merchants = Self.merchantWeights.map { _ in tasteDeviation * chance.normal() }
            tastes.append((category, merchants))
        }
        self.tastes = tastes
    }

    /// Draws one purchase of the member.
    func purchase(_ chance: inout SeededChance) -> Purchase {
        let drawn = ReferenceRecipe.purchase(by: profile, incomeCents: incomeCents, &chance)
        let merchant = chance.pick(weights: Self.merchantWeights)
        let known = GuardianCategory.allCases.firstIndex { $0 == drawn.input.category }
        guard let known else { preconditionFailure("the recipe knows every category it draws") }
        let code = GuardianCategory.allCases[known].rawValue
        let tastes = tastes[known]
        let shift = taste + tastes.category + tastes.merchants[merchant]
        return Purchase(
            input: drawn.input,
            category: code,
            merchant: "\(code) \(merchant)",
            probability: PortableMath.logistic(PortableMath.logit(drawn.probability) + shift)
        )
    }
}
