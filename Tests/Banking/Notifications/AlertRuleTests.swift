import Banking
import Kernel
import Testing

@Suite("What is worth a notification")
struct AlertRuleTests {
    @Test(
        "a mark of a budget is reached with its last cent",
        arguments: [
            (0, 10_000, nil), (7_999, 10_000, nil), (8_000, 10_000, .near), (9_999, 10_000, .near),
            (10_000, 10_000, .reached), (99_999, 10_000, .reached), (-5, 10_000, nil),
            // Four fifths of it are 0.8, 1.6, 2.4 and 4: a part of a cent is a whole one.
            (1, 1, .reached), (1, 2, nil), (2, 3, nil), (3, 4, nil), (4, 5, .near), (5, 6, .near),
            (0, 0, nil), (1, 0, .reached), (-1, 0, nil),
            (.max, .max, .reached), (.max - 1, .max, .near), (1, .max, nil),
        ] as [(Int64, Int64, BudgetMark?)]
    )
    func marks(spent: Int64, limit: Int64, mark: BudgetMark?) {
        #expect(BudgetMark.of(spentMinor: spent, limitMinor: limit) == mark)
    }

    @Test(
        "an expense is large from the threshold on, and what comes in never is",
        arguments: [
            (9_999, 10_000, false), (10_000, 10_000, true), (10_001, 10_000, true),
            (-10_000, 10_000, false), (0, 0, false), (1, 0, true), (-1, 0, false),
            (.max, 10_000, true), (.min, 10_000, false),
        ] as [(Int64, Int64, Bool)]
    )
    func large(amount: Int64, threshold: Int64, isLarge: Bool) {
        var preferences = PushPreferences(currency: .usd)
        preferences.largeTransactionMinor = threshold
        #expect(preferences.isLarge(expenseMinor: amount) == isLarge)
    }

    @Test(
        "a balance is told when it falls below the threshold, and not while it stays there",
        arguments: [
            (5_000, 4_999, true), (9_000, -1, true), (5_000, 5_000, false), (4_999, 4_998, false),
            (4_999, 9_000, false), (4_000, 4_999, false), (nil, 0, false), (nil, 9_000, false),
            (.max, .min, true),
        ] as [(Int64?, Int64, Bool)]
    )
    func low(before: Int64?, after: Int64, isLow: Bool) {
        let preferences = PushPreferences(currency: .usd)
        #expect(preferences.isLowNow(before: before, after: after) == isLow)
    }
}
