import Testing

@testable import Guardian

@Suite("Counted decisions")
struct DecisionCountsTests {
    @Test(
        "are told apart by the word of their reason",
        arguments: [
            ("risky", 1, 0), ("override", 0, 1), ("ok", 0, 0), ("location_block", 0, 0),
            ("location_warn", 0, 0), ("a word of a later program", 0, 0),
        ] as [(String, Int64, Int64)]
    )
    func reasons(word: String, risky: Int64, overridden: Int64) {
        var counts = DecisionCounts()
        counts.count(reason: word)
        #expect(counts == DecisionCounts(authorized: 1, risky: risky, overridden: overridden))
    }

    @Test("know every reason a decision has")
    func everyReason() {
        var counts = DecisionCounts()
        for reason in PurchaseDecision.Reason.allCases { counts.count(reason: reason.rawValue) }
        counts += counts
        let all = Int64(2 * PurchaseDecision.Reason.allCases.count)
        #expect(counts == DecisionCounts(authorized: all, risky: 2, overridden: 2))
    }
}
