import Guardian
import Kernel
import Testing

@Suite("Assessing a purchase")
struct PurchaseAssessmentTests {
    private static func facts(
        _ minor: Int64,
        _ category: String = "fun",
        at merchant: String = "Steam",
        limit: Int64? = nil,
        month: Int64 = 0,
        week: Int64 = 0
    ) -> AssessmentFacts {
        AssessmentFacts(
            amountMinor: minor,
            merchant: merchant,
            category: category,
            limitMinor: limit,
            spentThisMonthMinor: month,
            spentThisWeekMinor: week
        )
    }

    @Test(
        "under a limit goes by what is left of it, then by half of it",
        arguments: [
            (15_000, 20_000, 12_000, 8_000, .exceedsLimit),
            (15_000, 20_000, 0, 20_000, .largeFraction),
            (10_000, 20_000, 0, 20_000, .nothing), (10_001, 20_000, 0, 20_000, .largeFraction),
            (8_000, 20_000, 12_000, 8_000, .nothing),
            (8_001, 20_000, 12_000, 8_000, .exceedsLimit),
            (1, 20_000, 20_000, 0, .exceedsLimit), (1, 20_000, 25_000, 0, .exceedsLimit),
            (1, 0, 0, 0, .exceedsLimit), (1, 1, 0, 1, .largeFraction), (1, 2, 0, 2, .nothing),
            (2, 3, 0, 3, .largeFraction),
            (Limits.amountMinor, Limits.amountMinor, 0, Limits.amountMinor, .largeFraction),
            (1, 20_000, .max, 0, .exceedsLimit), (1, 20_000, .min, .max, .nothing),
            // A purchase taken back in another month leaves less than nothing spent.
            (10_000, 20_000, -5_000, 25_000, .nothing),
        ] as [(Int64, Int64, Int64, Int64, PurchaseAssessment.BlockReason)]
    )
    func limits(
        minor: Int64,
        limit: Int64,
        month: Int64,
        remaining: Int64,
        reason: PurchaseAssessment.BlockReason
    ) {
        let facts = Self.facts(minor, limit: limit, month: month)
        #expect(facts.remainingMinor == remaining)
        let assessment = facts.assess()
        #expect(assessment.blockReason == reason)
        #expect(assessment.shouldBlock == (reason != .nothing))
        #expect(assessment.suggestedLimitMinor == nil)
        #expect(assessment == facts.assess())
    }

    @Test("under a limit never suggests another, whatever speaks for one")
    func ruled() {
        let facts = Self.facts(4_000, "games", at: "Casino", limit: 20_000, week: 90_000)
        #expect(facts.assess().suggestedLimitMinor == nil)
    }

    @Test(
        "without a limit suggests one where the category is known and much, or play, is about",
        arguments: [
            (facts(4_999, "games", at: "Pixel Casino", week: 11_000), 22_000),
            (facts(1, "fun"), 20_000), (facts(1, "entertainment"), 20_000),
            (facts(1, "games"), 20_000), (facts(4_999, "groceries", week: 4_999), nil),
            (facts(5_000, "groceries"), 20_000), (facts(1, "groceries", week: 5_000), 20_000),
            (facts(1, "groceries", at: "Bet"), 20_000), (facts(1, "casino"), nil),
            (facts(1, "groceries", week: 10_000), 20_000),
            (facts(1, "groceries", week: 10_001), 20_002),
            (facts(90_000, "uncategorized", at: "Casino", week: 90_000), nil),
            (facts(1, "fun", week: Limits.amountMinor), Limits.amountMinor),
            (facts(1, "fun", week: .max), Limits.amountMinor),
            (facts(1, "fun", week: .min), 20_000),
        ] as [(AssessmentFacts, Int64?)]
    )
    func suggestions(facts: AssessmentFacts, limit: Int64?) {
        let assessment = facts.assess()
        #expect(assessment.suggestedLimitMinor == limit)
        #expect(assessment.blockReason == .nothing)
        #expect(!assessment.shouldBlock)
        #expect(facts.remainingMinor == nil)
    }

    static let sentences: [(AssessmentFacts, String)] = [
        (
            facts(15_000, limit: 20_000, month: 12_000),
            """
            The amount (15000¢) is more than the remaining (8000¢) of the limit (20000¢) for fun.
            """
        ),
        (
            facts(15_000, limit: 20_000),
            "The amount (15000¢) is more than half of the limit (20000¢) for fun."
        ),
        (
            facts(15_000, at: "Casino", limit: 20_000),
            """
            The amount (15000¢) is more than half of the limit (20000¢) for fun. \
            The merchant's name has the risk word "casino".
            """
        ),
        (
            facts(10_000, limit: 20_000),
            """
            The amount (10000¢) is within the remaining (20000¢) of the limit (20000¢) for fun. \
            Nothing speaks against it.
            """
        ),
        (
            facts(4_999, "games", at: "Pixel Casino", week: 11_000),
            """
            The amount (4999¢) comes on top of the 7-day spend (11000¢) for games, which deserves \
            a limit (22000¢). The merchant's name has the risk word "casino".
            """
        ),
        (
            facts(100, "uncategorized"),
            """
            The amount (100¢) comes on top of the 7-day spend (0¢), and no limit is set for \
            uncategorized. Nothing speaks against it.
            """
        ),
    ]

    @Test(
        "says what was compared in cents, then the risk word or that nothing speaks against it",
        arguments: sentences
    )
    func rationales(facts: AssessmentFacts, sentences: String) {
        #expect(facts.assess().rationale == sentences)
    }

    @Test("agrees with deciding: what is within the limit and half of it is not blocked")
    func agreement() {
        for limit: Int64 in 0...12 {
            for month: Int64 in 0...14 {
                for minor: Int64 in 1...14 {
                    let decision = PurchaseFacts(
                        amount: Money(minor: minor, currency: .usd),
                        category: "fun",
                        override: nil,
                        limit: Money(minor: limit, currency: .usd),
                        spentThisMonth: Money(minor: month, currency: .usd)
                    ).decide()
                    let assessment = Self.facts(minor, limit: limit, month: month).assess()
                    #expect(assessment.shouldBlock == (decision.answer == .decline))
                }
            }
        }
    }
}
