import Contract
import Kernel
import PurserKit
import Testbed
import Testing

/// Policies: tried on the past, beside the present, and then for real.
extension FamilyStory {
    func policies(_ cast: Cast) async throws {
        let (parent, child) = (cast.parent.guardian, cast.child.guardian)
        let made = try await parent.createPolicy(
            .init(
                name: "Late games",
                userID: cast.subject,
                when: .all([.category("games"), .amount(atLeast: 500)]),
                then: .decline
            )
        ).get()
        #expect(made.state == .draft && made.pending == nil)
        let changed = try await parent.updatePolicy(
            made.id,
            to: .init(
                name: "Games",
                userID: cast.subject,
                when: .all([.category("games"), .amount(atLeast: 500)]),
                then: .ask
            ),
            of: made.version
        ).get()
        #expect(changed.name == "Games" && changed.version > made.version)
        let stale = await #expect(throws: PurserError.self) {
            try await parent.updatePolicy(
                made.id,
                to: .init(name: "Mine", when: .amount(atLeast: 1), then: .warn),
                of: made.version
            )
        }
        #expect(stale?.kind == .conflict && stale?.status == 412)
        try await shadow(cast, changed.id)
        let live = try await parent.setPolicyState(changed.id, to: .live).get()
        #expect(live.state == .live && live.liveSince != nil)
        #expect(try await child.getPolicy(live.id) == live)
        #expect(try await child.listPolicies(state: .live).policies == [live])
        let answer = try await child.authorizePurchase(
            amountCents: 900,
            merchant: "Steam",
            category: "games"
        )
        #expect(!answer.isApproved)
        try await friction(cast, live)
    }

    /// What it would have said and done is told before it says or does anything.
    private func shadow(_ cast: Cast, _ id: ID<Entity.Policy>) async throws {
        let (parent, child) = (cast.parent.guardian, cast.child.guardian)
        try await parent.setPolicyState(id, to: .shadow)
        let answer = try await child.authorizePurchase(
            amountCents: 700,
            merchant: "Steam",
            category: "games"
        )
        let report = try await parent.getPolicyShadow(id)
        #expect(report.decisions == 1 && report.wouldAsk == 1 && report.sumCents == 700)
        #expect(report.examples.map(\.decisionID) == [answer.decisionID])
        let today = Zone.utc.day(of: server.clock.now)
        let trial = try await parent.backtestPolicies(
            .init(policies: [.init(id)], from: WireDay(today), to: WireDay(today))
        )
        #expect(trial.policies.map(\.name) == ["Games"])
    }

    /// What loosens waits, unless it is stopped.
    private func friction(_ cast: Cast, _ live: API.Guardian.Policy) async throws {
        let parent = cast.parent.guardian
        #expect(try await parent.getFriction().looseningHours == 24)
        #expect(try await parent.setFriction(looseningHours: 48).get().looseningHours == 48)
        let waiting = try await parent.setPolicyState(live.id, to: .retired).get()
        #expect(waiting.state == .live && waiting.pending?.change.state == .retired)
        let stopped = try await parent.setPolicyState(live.id, to: .cancel).get()
        #expect(stopped.state == .live && stopped.pending == nil)
    }
}
