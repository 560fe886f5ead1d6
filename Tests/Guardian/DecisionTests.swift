import Kernel
import Testing

@testable import Guardian

@Suite("Deciding about a purchase")
struct DecisionTests {
    /// One purchase with what is known of it, and what must come of it.
    struct Case: Sendable {
        let minor: Int64
        var limit: Int64?
        var spent: Int64?
        var isAllowed = false
        let reason: PurchaseDecision.Reason
        let outcomes: [CheckResult.Outcome]
    }

    /// An override and a limit that were looked at and decided nothing; no fences.
    private static let passed: [CheckResult.Outcome] = [.pass, .skip, .pass, .skip]
    private static let unlimited: [CheckResult.Outcome] = [.pass, .skip, .skip, .skip]
    private static let declined: [CheckResult.Outcome] = [.pass, .skip, .decline]

    static let cases: [Case] = [
        Case(minor: 8_000, limit: 20_000, spent: 12_000, reason: .ok, outcomes: passed),
        Case(minor: 8_001, limit: 20_000, spent: 12_000, reason: .risky, outcomes: declined),
        Case(minor: 10_000, limit: 20_000, spent: 0, reason: .ok, outcomes: passed),
        Case(minor: 10_001, limit: 20_000, spent: 0, reason: .risky, outcomes: declined),
        Case(minor: 1, limit: 20_000, spent: 20_000, reason: .risky, outcomes: declined),
        Case(minor: 1, limit: 20_000, spent: 19_999, reason: .ok, outcomes: passed),
        Case(minor: 1, limit: 0, spent: 0, reason: .risky, outcomes: declined),
        Case(minor: 1, limit: 1, spent: 0, reason: .risky, outcomes: declined),
        Case(minor: 1, limit: 2, spent: 0, reason: .ok, outcomes: passed),
        Case(minor: 2, limit: 3, spent: 0, reason: .risky, outcomes: declined),
        Case(minor: 1_000_000_000_000, reason: .ok, outcomes: unlimited),
        Case(minor: 1, limit: 20_000, spent: .max, reason: .risky, outcomes: declined),
        // A purchase taken back in another month leaves less than nothing spent.
        Case(minor: 10_000, limit: 20_000, spent: -5_000, reason: .ok, outcomes: passed),
        Case(
            minor: 99_999,
            limit: 20_000,
            spent: 20_000,
            isAllowed: true,
            reason: .override,
            outcomes: [.approve]
        ),
        Case(
            minor: 1,
            limit: 0,
            spent: 0,
            isAllowed: true,
            reason: .override,
            outcomes: [.approve]
        ),
        Case(minor: 1, isAllowed: true, reason: .override, outcomes: [.approve]),
    ]

    private static let override = ID<Entity.Override>(RawID(high: 1, low: 2))

    private static func facts(
        _ minor: Int64,
        limit: Int64? = nil,
        spent: Int64? = nil,
        isAllowed: Bool = false
    ) -> PurchaseFacts {
        PurchaseFacts(
            amount: Money(minor: minor, currency: .usd),
            category: "fun",
            override: isAllowed ? override : nil,
            limit: limit.map { Money(minor: $0, currency: .usd) },
            spentThisMonth: spent.map { Money(minor: $0, currency: .usd) }
        )
    }

    @Test("the first check that says approve or decline decides", arguments: cases)
    func table(one: Case) {
        let facts = Self.facts(
            one.minor,
            limit: one.limit,
            spent: one.spent,
            isAllowed: one.isAllowed
        )
        let decision = facts.decide()
        #expect(decision.reason == one.reason)
        #expect(decision.answer == (one.reason == .risky ? .decline : .approve))
        #expect(decision.trace.map(\.outcome) == one.outcomes)
        // Without policies nobody asks what they say.
        let checks = CheckResult.Check.allCases.filter { $0 != .policy }
        #expect(decision.trace.map(\.check) == Array(checks.prefix(one.outcomes.count)))
        #expect(decision.usedOverride == (one.isAllowed ? Self.override : nil))
        #expect((decision.message != nil) == (decision.answer == .decline))
        #expect(decision == facts.decide())
    }

    @Test(
        "each check says with which figures it came to its end",
        arguments: [
            (
                facts(8_001, limit: 20_000, spent: 12_000), 2,
                "$80.01 on top of $120.00 spent this month is more than the $200.00 limit for fun."
            ),
            (
                facts(10_001, limit: 20_000, spent: 0), 2,
                "$100.01 is more than half of the $200.00 limit for fun."
            ),
            (
                facts(500, limit: 20_000, spent: 0), 2,
                "$5.00 on top of $0.00 spent this month is within the $200.00 limit for fun."
            ),
            (facts(1, limit: 0, spent: 0), 2, "The limit for fun is $0.00, which blocks it."),
            (facts(1), 2, "No limit is set for fun."),
            (facts(1), 0, "No unused override for this merchant and amount."),
            (facts(1), 1, "No geofence is set."), (facts(1), 3, "No geofence is set."),
            (facts(4_200, isAllowed: true), 0, "A parent allowed $42.00 at this merchant."),
        ]
    )
    func details(facts: PurchaseFacts, check: Int, detail: String) {
        #expect(facts.decide().trace[check].detail == detail)
    }

    @Test("a decline has the document's message")
    func message() {
        let decision = Self.facts(1, limit: 0, spent: 0).decide()
        #expect(decision.message == "This looks risky based on your rule.")
    }

    @Test("who may not buy for less may not buy for more, nor after having spent more")
    func monotony() {
        let declines = { (minor: Int64, limit: Int64, spent: Int64) in
            Self.facts(minor, limit: limit, spent: spent).decide().answer == .decline
        }
        for limit: Int64 in 0...12 {
            for spent: Int64 in 0...14 {
                for minor: Int64 in 1...14 where declines(minor, limit, spent) {
                    #expect(declines(minor + 1, limit, spent))
                    #expect(declines(minor, limit, spent + 1))
                }
            }
        }
    }

    @Test("an approval never lets spending pass the limit, unless a parent said so")
    func bound() {
        for limit: Int64 in 0...12 {
            for spent: Int64 in 0...14 {
                for minor: Int64 in 1...14 {
                    let decision = Self.facts(minor, limit: limit, spent: spent).decide()
                    #expect(decision.answer == .decline || spent + minor <= limit)
                    #expect(decision.answer == .decline || 2 * minor <= limit)
                }
            }
        }
    }
}
