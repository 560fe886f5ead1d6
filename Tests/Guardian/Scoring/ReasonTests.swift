import Testing

@testable import Guardian

@Suite("Why a purchase is scored as it is")
struct ReasonTests {
    @Test(
        "the reason names the budget, the need or the model's opinion",
        arguments: [
            (
                ScoreTests.facts("fast_food", 5_000, before: 10_000, income: 200_000), 0.75,
                "With this purchase you have spent 150% of your fast food budget."
            ),
            (
                // 100.5 % is rounded up.
                ScoreTests.facts("misc_online", 1_005, income: 20_000), 0.2,
                "With this purchase you have spent 101% of your online shopping budget."
            ),
            (
                ScoreTests.facts("groceries", 6_000), 0.7,
                "This looks essential, so the model's chance of 70% that it is avoidable "
                    + "counts half."
            ),
            (
                ScoreTests.facts("groceries", 18_000, before: 36_000), 0.7,
                "This looks essential, so the model's chance of 70% that it is avoidable "
                    + "counts half. It brings you to 120% of your groceries budget."
            ),
            (
                ScoreTests.facts("groceries", 58_950, profile: .saver), 0.7,
                "The model sees a chance of 70% that this is avoidable; it advises against "
                    + "a purchase from 40% on. It brings you to 131% of your groceries budget."
            ),
            (
                ScoreTests.facts("fun", 500), 0.29,
                "The model sees a chance of 29% that this is avoidable; it advises against "
                    + "a purchase from 60% on."
            ),
            (
                // What stays below the threshold does not read as if it reached it.
                ScoreTests.facts("subscription", 500), 0.599_99,
                "The model sees a chance of 59% that this is avoidable; it advises against "
                    + "a purchase from 60% on."
            ),
            (
                ScoreTests.facts("gifts", 45_000, profile: .spender), 0.8,
                "The model sees a chance of 80% that this is avoidable; it advises against "
                    + "a purchase from 75% on. It brings you to 150% of your gifts budget."
            ),
        ]
    )
    func reasons(facts: ScoringFacts, pML: Double, reason: String) {
        #expect(facts.score(modelLogit: PortableMath.logit(pML)).reason == reason)
    }

    @Test(
        "the percentage is rounded, halves away from zero",
        arguments: [(1_004, 100), (1_005, 101), (1_014, 101), (1_015, 102), (-2_005, -201)]
    )
    func percent(spent: Int64, percent: Int) {
        // A budget of 10.00.
        let facts = ScoreTests.facts("fun", 1, before: spent - 1, income: 10_000)
        #expect(BudgetUse(facts).percent == Int128(percent))
    }
}
