import Guardian
import Kernel
import Testing

@Suite("A decision inside geofences")
struct GeofenceDecisionTests {
    private static let centre = Coordinate(latitude: 40.7128, longitude: -74.006)
    private static let inside = Coordinate(latitude: 40.7172, longitude: -74.006)
    private static let outside = Coordinate(latitude: 40.7173, longitude: -74.006)

    private static func fence(
        _ number: Int64,
        _ policy: Geofence.Policy = .block,
        _ category: String? = nil
    ) -> Geofence {
        Geofence(
            number: Serial(number),
            name: "Mall \(number)",
            centre: centre,
            radiusMetres: 500,
            category: category,
            policy: policy
        )
    }

    private static func decide(
        _ fences: [Geofence],
        at position: Coordinate?,
        spent: Int64 = 0,
        override: ID<Entity.Override>? = nil
    ) -> PurchaseDecision {
        let facts = PurchaseFacts(
            amount: Money(minor: 5_000, currency: .usd),
            category: "fun",
            override: override,
            limit: Money(minor: 20_000, currency: .usd),
            spentThisMonth: Money(minor: spent, currency: .usd)
        )
        guard !fences.isEmpty else { return facts.decide() }
        let tally = { (policy: Geofence.Policy) in
            let fences = fences.filter { $0.policy == policy }
            return FenceTally(
                count: fences.count,
                applying: fences.count { $0.applies(to: "fun") }
            )
        }
        let location = LocationFacts(
            blocking: tally(.block),
            warning: tally(.warn),
            near: fences.filter { $0.applies(to: "fun") },
            position: position
        )
        return facts.located(location).decide()
    }

    private static func trace(_ decision: PurchaseDecision) -> [String] {
        decision.trace.map { "\($0.check.rawValue) \($0.outcome.rawValue)" }
    }

    @Test("is declined inside a fence that blocks, at its edge too, and nowhere else")
    func block() {
        let declined = Self.decide([Self.fence(1)], at: Self.inside)
        #expect(declined.answer == .decline && declined.reason == .locationBlock)
        #expect(declined.message == "Purchases are blocked at Mall 1, where you are.")
        #expect(Self.trace(declined) == ["override pass", "geofence_block decline"])
        #expect(
            declined.trace.last?.detail
                == "489.26 m from the centre of Mall 1, which reaches 500 m."
        )
        let approved = Self.decide([Self.fence(1)], at: Self.outside)
        #expect(approved.reason == .ok)
        #expect(
            Self.trace(approved) == [
                "override pass", "geofence_block pass", "rule_limit pass", "geofence_warn skip",
            ]
        )
        #expect(approved.trace[3].detail == "No warning geofence is set.")
    }

    @Test("does not look at fences for other categories, and says so")
    func categories() {
        let fences = [Self.fence(1, .block, "games"), Self.fence(2, .warn, "games")]
        let decision = Self.decide(fences, at: Self.inside)
        #expect(decision.reason == .ok)
        #expect(decision.trace[1].detail == "No blocking geofence applies to fun.")
        #expect(decision.trace[3].detail == "No warning geofence applies to fun.")
        let more = fences + [Self.fence(3, .block, "fun"), Self.fence(4, .block, "fun")]
        #expect(Self.decide(more, at: Self.inside).answer == .decline)
        #expect(
            Self.decide(more, at: Self.outside).trace[1].detail
                == "Outside of every blocking geofence that applies to fun (2)."
        )
    }

    @Test("skips the fences when nobody knows where the member is, and says so")
    func unknown() {
        let decision = Self.decide([Self.fence(1), Self.fence(2, .warn)], at: nil)
        #expect(decision.reason == .ok)
        #expect(
            Self.trace(decision) == [
                "override pass", "geofence_block skip", "rule_limit pass", "geofence_warn skip",
            ]
        )
        #expect(decision.trace[1].detail == "No position of the last 30 minutes is known.")
        #expect(Self.decide([], at: nil).trace[1].detail == "No geofence is set.")
    }

    @Test("is warned about inside a fence that warns, when the limit allows it")
    func warn() {
        let warned = Self.decide([Self.fence(1, .warn)], at: Self.inside)
        #expect(warned.answer == .approve && warned.reason == .locationWarn)
        #expect(warned.message == "You are at Mall 1, where you wanted to be warned.")
        #expect(Self.trace(warned).last == "geofence_warn approve")
        let risky = Self.decide([Self.fence(1, .warn)], at: Self.inside, spent: 15_001)
        #expect(risky.reason == .risky)
    }

    @Test("goes by an override before any fence, with one entry in its trace")
    func override() {
        let allowed = Self.decide([Self.fence(1)], at: Self.inside, override: ID(.zero))
        #expect(allowed.reason == .override)
        #expect(Self.trace(allowed) == ["override approve"])
    }

    @Test("names the fence with the lowest id of several")
    func several() {
        let fences = [Self.fence(9), Self.fence(3), Self.fence(7), Self.fence(1, .warn)]
        #expect(Self.decide(fences, at: Self.inside).message?.contains("Mall 3") == true)
    }
}
