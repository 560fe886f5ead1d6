import Kernel
import Testing

@testable import Guardian

@Suite("The coach on policies")
struct CoachPolicyTests {
    /// A purchase of $50.00, of which policies say something.
    private static func facts(
        _ action: Policy.Action,
        message: String? = nil,
        hasParent: Bool = false,
        wallet: Int64? = nil
    ) throws -> CoachFacts {
        let policies = PreparedPolicies([
            try .test(
                #"{"place":{"within_m":500,"of":{"geofence":3},"unknown":true}}"#,
                action,
                name: "Home",
                message: message
            )
        ])
        let facts = CoachFacts.test(5_000, hasParent: hasParent, wallet: wallet)
        return CoachFacts(
            purchase: facts.purchase.judged(
                by: PolicyCase(policies, .test(policies.needs, minor: 5_000))
            ),
            merchant: facts.merchant,
            week: facts.week,
            spentInQuarterMinor: facts.spentInQuarterMinor,
            daysSinceFirstPurchase: facts.daysSinceFirstPurchase,
            hasParent: hasParent
        )
    }

    @Test("what a policy declines is advised against, in the policy's words and in nobody else's")
    func declined() throws {
        let advice = try Self.facts(.decline, message: "Not there.", wallet: 9_000).advise()
        #expect(advice.verdict == .block && advice.reasons == [.declined])
        #expect(
            advice.explanation
                == "Not there. You could change the policy, if you meant to spend more."
        )
        #expect(!advice.mayBePhrased)
        let asked = try Self.facts(.ask, hasParent: true).advise()
        #expect(
            asked.explanation == "\"Home\" asks a parent when the place is within 500 m of "
                + "geofence 3, or unknown. You could ask a parent to allow it."
        )
    }

    @Test("what a policy warns about is allowed, with the warning")
    func warned() throws {
        let advice = try Self.facts(.warn, message: "Think again.").advise()
        #expect(advice.verdict == .allow && advice.explanation.hasPrefix("Think again. "))
        #expect(!advice.mayBePhrased)
    }
}
