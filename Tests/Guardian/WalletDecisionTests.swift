import Guardian
import Kernel
import Testing

@Suite("A decision that a wallet is to pay for")
struct WalletDecisionTests {
    private static func facts(
        _ minor: Int64,
        wallet: Int64?,
        limit: Int64? = nil,
        isAllowed: Bool = false,
        inside policy: Geofence.Policy? = nil
    ) -> PurchaseFacts {
        let money = { (minor: Int64) in Money(minor: minor, currency: .usd) }
        let facts = PurchaseFacts(
            amount: money(minor),
            category: "fun",
            override: isAllowed ? ID<Entity.Override>(RawID(high: 1, low: 2)) : nil,
            limit: limit.map(money),
            spentThisMonth: limit.map { _ in money(0) },
            wallet: wallet.map(money)
        )
        guard let policy else { return facts }
        let hit = FenceHit(number: 1, name: "Mall", distanceCentimetres: 100, radiusMetres: 500)
        let here = FenceFacts(count: 1, applying: 1, hit: hit)
        let none = FenceFacts(count: 0, applying: 0, hit: nil)
        return facts.located(
            LocationFacts(
                isPositionKnown: true,
                blocking: policy == .block ? here : none,
                warning: policy == .warn ? here : none
            )
        )
    }

    private static func summary(_ decision: PurchaseDecision) -> String {
        let checks = decision.trace.map { "\($0.check.rawValue) \($0.outcome.rawValue)" }
        return "\(decision.reason.rawValue): \(checks.joined(separator: ", "))"
    }

    private static let terms = "override pass, geofence_block skip, rule_limit skip"

    @Test(
        "looks into the wallet after everything that approves, and after nothing that declines",
        arguments: [
            (facts(500, wallet: 500), "ok: \(terms), geofence_warn skip, wallet pass"),
            (
                facts(501, wallet: 500),
                "insufficient_funds: \(terms), geofence_warn skip, wallet decline"
            ),
            (
                facts(1, wallet: 0),
                "insufficient_funds: \(terms), geofence_warn skip, wallet decline"
            ),
            (
                facts(500, wallet: 500, isAllowed: true),
                "override: override approve, wallet pass"
            ),
            (
                facts(501, wallet: 500, isAllowed: true),
                "insufficient_funds: override approve, wallet decline"
            ),
            (
                facts(500, wallet: 500, inside: .warn),
                "location_warn: \(terms), geofence_warn approve, wallet pass"
            ),
            (
                facts(501, wallet: 500, inside: .warn),
                "insufficient_funds: \(terms), geofence_warn approve, wallet decline"
            ),
            (
                facts(501, wallet: 500, limit: 0),
                "risky: override pass, geofence_block skip, rule_limit decline"
            ),
            (
                facts(501, wallet: 500, inside: .block),
                "location_block: override pass, geofence_block decline"
            ),
        ]
    )
    func order(facts: PurchaseFacts, summary: String) {
        // A fence of one policy says otherwise of the other that there is none.
        #expect(Self.summary(facts.decide()) == summary)
        #expect(facts.decide() == facts.decide())
    }

    @Test("says what is left and what it is for, and uses no override that does not help")
    func figures() {
        let declined = Self.facts(501, wallet: 500, isAllowed: true).decide()
        #expect(declined.answer == .decline)
        #expect(declined.usedOverride == nil)
        #expect(
            declined.message == "There is $5.00 left in your wallet, not enough for $5.01."
        )
        #expect(
            declined.trace.last?.detail == "$5.01 is more than the $5.00 left in the wallet."
        )
        let approved = Self.facts(500, wallet: 500, isAllowed: true).decide()
        #expect(approved.answer == .approve && approved.message == nil)
        #expect(approved.usedOverride != nil)
        #expect(approved.trace.last?.detail == "$5.00 is within the $5.00 left in the wallet.")
        let warned = Self.facts(500, wallet: 500, inside: .warn).decide()
        #expect(warned.message == "You are at Mall, where you wanted to be warned.")
    }

    @Test("is the decision without the wallet, as long as there is enough")
    func otherwise() {
        for policy in [nil, Geofence.Policy.block, .warn] {
            for isAllowed in [false, true] {
                for limit: Int64? in [nil, 0, 500, 2_000] {
                    let decide = { (wallet: Int64?) in
                        Self.facts(
                            500,
                            wallet: wallet,
                            limit: limit,
                            isAllowed: isAllowed,
                            inside: policy
                        ).decide()
                    }
                    let without = decide(nil)
                    let with = decide(500)
                    #expect(with.answer == without.answer && with.reason == without.reason)
                    #expect(with.message == without.message)
                    #expect(with.usedOverride == without.usedOverride)
                    let more = without.answer == .approve ? 1 : 0
                    #expect(Array(with.trace.dropLast(more)) == without.trace)
                    #expect(!without.trace.contains { $0.check == .wallet })
                    #expect(decide(499).answer == .decline)
                }
            }
        }
    }
}
