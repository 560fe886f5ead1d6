import Guardian

/// Labelled purchases of simulated households, drawn from a seed.
struct ReferenceSet: Sendable {
    /// One labelled purchase.
    struct Row: Sendable {
        let household: Int
        let input: ModelInput
        /// What the recipe's coin said.
        let isAvoidable: Bool
        /// The recipe's own probability, which the model does not see.
        let probability: Double
    }

    /// The rows that train.
    let training: [Row]
    /// The rows of other households, which are held out.
    let heldOut: [Row]
    /// How many households there are.
    let households: Int

    /// How many households the shipped model knows: enough that chance does not decide whether a
    /// high amount speaks for or against a purchase, which few rows of the recipe tell.
    static let standardHouseholds = 4_000
    /// Purchases of each member.
    static let purchases = 10
    /// Every fourth household is held out.
    static let heldOutEvery = 4

    /// Draws the households and their purchases.
    ///
    /// A household has one income, which is log-normal around the income of whoever has not said
    /// one, and one to three members; each member has a profile, and all of these are as likely as
    /// each other.
    ///
    /// - Parameters:
    ///   - seed: Decides everything.
    ///   - households: How many; at least one of each side is needed to train.
    init(seed: UInt64, households: Int) {
        self.households = households
        var chance = SeededChance(seed: seed, for: .referenceSet)
        var training: [Row] = []
        var heldOut: [Row] = []
        for household in 0..<households {
            let rows = Self.rows(of: household, &chance)
            if household % Self.heldOutEvery == Self.heldOutEvery - 1 {
                heldOut += rows
            } else {
                training += rows
            }
        }
        self.training = training
        self.heldOut = heldOut
    }

    /// All rows.
    var rows: [Row] { training + heldOut }

    /// Draws a monthly income: log-normal, median 3,000.00, held within 1,000.00 and 12,000.00.
    static func incomeCents(_ chance: inout SeededChance) -> Int64 {
        let median = Double(SpendingProfile.standardIncomeMinor)
        let income = median * PortableMath.exp(incomeDeviation * chance.normal())
        return Int64(min(max(income, 100_000), 1_200_000))
    }

    /// The deviation of the logarithm of incomes.
    static let incomeDeviation = 0.45

    private static func rows(of household: Int, _ chance: inout SeededChance) -> [Row] {
        let income = incomeCents(&chance)
        var rows: [Row] = []
        for _ in 0..<(1 + chance.below(3)) {
            let profile = SpendingProfile.allCases[chance.below(3)]
            for _ in 0..<purchases {
                let purchase = ReferenceRecipe.purchase(by: profile, incomeCents: income, &chance)
                rows.append(
                    Row(
                        household: household,
                        input: purchase.input,
                        isAvoidable: chance.uniform() < purchase.probability,
                        probability: purchase.probability
                    )
                )
            }
        }
        return rows
    }
}
