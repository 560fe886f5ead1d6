import Kernel
import Testing

@testable import Guardian

@Suite("What the coach goes by")
struct CoachReasonTests {
    typealias Row = (facts: CoachFacts, reasons: [CoachAdvice.Reason])

    static let declined: [Row] = [
        (.test(10_000, limit: 20_000), []), (.test(10_001, limit: 20_000), [.declined]),
        (.test(8_000, limit: 20_000, spent: 12_000), []),
        (.test(8_001, limit: 20_000, spent: 12_000), [.declined]),
        (.test(1, limit: 0), [.declined]), (.test(1, limit: 0, spent: -1), [.declined]),
        (.test(1, "groceries", limit: 0), [.declined]), (.test(1, inside: .block), [.declined]),
        (.test(1, "groceries", inside: .block), [.declined]), (.test(1, inside: .warn), []),
        (.test(1, isAllowed: true, limit: 0), []),
        (.test(1, isAllowed: true, inside: .block), []),
    ]

    static let riskWords: [Row] = [
        (.test(1, at: "Pixel Casino"), [.riskWord]), (.test(1, "casino"), [.riskWord]),
        (.test(1, "loot box"), [.riskWord]), (.test(1, "groceries", at: "Bet"), [.riskWord]),
        (.test(1, at: "Bet", isAllowed: true), [.riskWord]),
        (.test(1, at: "Betty's"), []), (.test(1, "alphabet"), []),
        (.test(1, at: "Bet", limit: 0), [.declined, .riskWord]),
    ]

    static let limits: [Row] = [
        (.test(1, limit: 20_000, spent: 15_999), []),
        (.test(1, limit: 20_000, spent: 16_000), [.limitNearlySpent]),
        (.test(4_001, limit: 20_000, spent: 16_000), [.declined, .limitNearlySpent]),
        // A limit that five does not divide: 80 % of 7 is 5.6.
        (.test(1, limit: 7, spent: 5), []), (.test(1, limit: 7, spent: 6), [.limitNearlySpent]),
        (.test(1, isAllowed: true, limit: 0, spent: 900), []),
        (.test(1, isAllowed: true, limit: 10, spent: 8), [.limitNearlySpent]),
        (.test(1, "groceries", limit: 20_000, spent: 16_000), []),
        (.test(1, "subscription", limit: 20_000, spent: 16_000), [.limitNearlySpent]),
        (.test(1, "games", limit: 20_000, spent: 16_000), [.limitNearlySpent]),
        (.test(1, isAllowed: true, limit: 1, spent: .max), [.limitNearlySpent]),
        (.test(1, limit: Limits.amountMinor, spent: .min), []),
    ]

    static let weeks: [Row] = [
        (.test(1, week: (1_999, 1), quarter: 1_999, days: 28), []),
        (.test(1, week: (2_000, 1), quarter: 2_000, days: 28), [.unusualWeek]),
        (.test(1, week: (2_000, 1), quarter: 2_000, days: 27), []),
        (.test(1, week: (2_000, 1), quarter: 2_000, days: nil), []),
        (.test(1, week: (2_000, 1), quarter: 13_000, days: 90), [.unusualWeek]),
        (.test(1, week: (2_000, 1), quarter: 13_001, days: 90), []),
        (.test(1, week: (2_001, 1), quarter: 13_006, days: 90), [.unusualWeek]),
        (.test(1, week: (2_001, 1), quarter: 13_007, days: 90), []),
        (.test(1, "groceries", week: (2_000, 1), quarter: 2_000, days: 28), []),
        (.test(1, "uncategorized", week: (2_000, 1), quarter: 2_000, days: 28), [.unusualWeek]),
        (.test(1, week: (.max, 1), quarter: .max, days: 28), [.unusualWeek]),
        (.test(1, week: (.max, 1), quarter: .min, days: 28), [.unusualWeek]),
    ]

    static let prices: [Row] = [
        (.test(3_000, week: (100, 1)), []), (.test(3_001, week: (100, 1)), [.unusualPrice]),
        (.test(90_000, week: (0, 0)), []), (.test(4_000, week: (2_000, 1)), []),
        (.test(4_001, week: (2_000, 1)), [.unusualPrice]),
        // Twice the average of 5000 in 3 is 3333.3.
        (.test(3_333, week: (5_000, 3)), []), (.test(3_334, week: (5_000, 3)), [.unusualPrice]),
        (.test(3_001, "groceries", week: (100, 1)), []),
        (.test(Limits.amountMinor, week: (.max, 1)), []),
        (.test(3_001, week: (.min, 1)), [.unusualPrice]),
        (.test(3_001, isAllowed: true, week: (100, 1)), [.unusualPrice]),
    ]

    @Test(
        "each reason holds from its boundary on, and not one below it",
        arguments: [declined, riskWords, limits, weeks, prices].flatMap { $0 }
    )
    func table(facts: CoachFacts, reasons: [CoachAdvice.Reason]) {
        let advice = facts.advise()
        #expect(advice.reasons == reasons)
        #expect(advice.verdict == (reasons.isEmpty ? .allow : .block))
        #expect(advice == facts.advise())
    }

    @Test("all reasons that hold are told, in the contract's order")
    func order() {
        let facts = CoachFacts.test(
            4_001,
            at: "Slots",
            limit: 20_000,
            spent: 16_000,
            week: (2_000, 1),
            quarter: 2_000,
            days: 28
        )
        #expect(facts.advise().reasons == CoachAdvice.Reason.allCases)
    }

    @Test(
        "what people need is spared the last three reasons, and only those",
        arguments: ["rent_bills", "groceries", "pharmacy_health", "transport"]
    )
    func essential(category: String) {
        let facts = { (merchant: String, minor: Int64) in
            CoachFacts.test(
                minor,
                category,
                at: merchant,
                limit: 20_000,
                spent: 16_000,
                week: (2_000, 1),
                quarter: 2_000,
                days: 28
            )
        }
        #expect(facts("Shell", 4_000).advise().verdict == .allow)
        #expect(facts("Shell", 4_001).advise().reasons == [.declined])
        #expect(facts("Slots", 4_000).advise().reasons == [.riskWord])
    }

    @Test("whoever would be declined is advised against it")
    func agreement() {
        for limit: Int64 in 0...12 {
            for spent: Int64 in -2...14 {
                for minor: Int64 in 1...14 {
                    let facts = CoachFacts.test(minor, limit: limit, spent: spent)
                    let isDeclined = facts.purchase.decide().answer == .decline
                    #expect(facts.advise().reasons.contains(.declined) == isDeclined)
                }
            }
        }
    }
}
