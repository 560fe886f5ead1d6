import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Testbed
import Testing

@Suite("Verifying policies")
struct VerifyPoliciesTests {
    /// A change behind the program's back, the row that is named and why.
    struct Change: Sendable, CustomTestStringConvertible {
        let sql: String
        let row: String
        let reason: String

        var testDescription: String { sql }

        init(_ sql: String, _ row: String, _ reason: String = "it is not as its link holds it") {
            self.sql = sql
            self.row = row
            self.reason = reason
        }
    }

    /// Of a household with a policy that is live and waits to be retired, one that was in shadow,
    /// and a time for loosening that is to be shortened.
    static let changes: [Change] =
        [
            "name = 'Other' WHERE name = 'Live'", "action = 'warn' WHERE name = 'Live'",
            "message = 'x' WHERE name = 'Live'",
            #"condition = '{"amount":{"at_least":1}}' WHERE name = 'Live'"#,
            "member_id = created_by WHERE name = 'Live'",
            "version = version + 1 WHERE name = 'Live'",
            "created_at_ms = created_at_ms + 1 WHERE name = 'Live'",
            "live_since_ms = live_since_ms + 1 WHERE name = 'Live'",
            "state = 'shadow', live_since_ms = NULL WHERE name = 'Live'",
            "pending_until_ms = pending_until_ms - 1 WHERE name = 'Live'",
            "pending_change = NULL, pending_by = NULL, pending_until_ms = NULL WHERE name = 'Live'",
            "pending_by = (SELECT MAX(id) FROM members WHERE role = 'Child') WHERE name = 'Live'",
            "created_by = (SELECT MAX(id) FROM members WHERE role = 'Child') WHERE name = 'Live'",
            "shadow_since_ms = shadow_since_ms + 1 WHERE name = 'Shadow'",
            "shadow_until_ms = shadow_until_ms + 1 WHERE name = 'Shadow'",
            "state = 'shadow' WHERE name = 'Shadow'",
        ].map { Change("UPDATE policies SET \($0)", "policies ") }
        + [
            "loosening_hours = 0", "pending_hours = 1", "pending_until_ms = 0",
            "pending_hours = NULL, pending_by = NULL, pending_until_ms = NULL",
        ].map { Change("UPDATE policy_friction SET \($0)", "policy_friction") }
        + [
            Change("DELETE FROM policy_friction", "policy_friction"),
            Change("DELETE FROM policies WHERE name = 'Live'", "policies", "one is missing"),
            Change(
                "UPDATE households SET policies_version = policies_version + 1",
                "households",
                "its policies are of another link"
            ),
        ]

    private func withPolicies(
        _ engine: Engine,
        _ work: (InProcessServer, TestMember, TestMember) async throws -> Void
    ) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let guardian = server.operations.guardian
            let live = try await make("Live", for: child, by: parent, server)
            let shadow = try await make("Shadow", by: parent, server)
            let steps: [(API.Guardian.Policy, API.Guardian.PolicyStep)] = [
                (shadow, .shadow), (live, .live), (shadow, .draft), (live, .retired),
            ]
            for (policy, step) in steps {
                server.clock.advance(seconds: 1)
                let request = API.Guardian.PolicyStepRequest(policy.id, state: step)
                _ = try await guardian.setPolicyState(request, server.call(as: parent))
            }
            _ = try await guardian.setFriction(
                .init(looseningHours: 2),
                server.call(as: parent)
            )
            #expect(try await server.operations.ledger.verifyBooks().firstFault == nil)
            try await work(server, parent, child)
        }
    }

    private func make(
        _ name: String,
        for subject: TestMember? = nil,
        by parent: TestMember,
        _ server: InProcessServer
    ) async throws -> API.Guardian.Policy {
        let input = API.Guardian.PolicyInput(
            name: name,
            userID: subject.map { MemberReference($0.id.text) },
            when: try API.Guardian.Condition(#"{"amount":{"at_least":1000}}"#),
            then: .decline
        )
        return try await server.operations.guardian.createPolicy(input, server.call(as: parent))
    }

    @Test("names what was changed", arguments: Engine.all, changes)
    func changed(engine: Engine, change: Change) async throws {
        try await withPolicies(engine) { server, parent, _ in
            let count = try await server.database.write { session in
                try session.run(Statement(change.sql))
            }
            try #require(count == 1)
            let fault = try await server.operations.ledger.verifyBooks().firstFault
            #expect(fault?.household == parent.household)
            #expect(fault?.row.hasPrefix(change.row) == true)
            #expect(fault?.reason == change.reason)
        }
    }

    @Test("finds nothing wrong when what waited took effect", arguments: Engine.all)
    func settled(engine: Engine) async throws {
        try await withPolicies(engine) { server, _, _ in
            server.clock.advance(seconds: 24 * 3_600 - 1)
            let early = try await server.operations.guardian.settlePolicies(server.call())
            #expect(early == 0)
            server.clock.advance(seconds: 1)
            let due = try await server.operations.guardian.settlePolicies(server.call())
            #expect(due == 2)
            let again = try await server.operations.guardian.settlePolicies(server.call())
            #expect(again == 0)
            #expect(try await version(server) == 0)
            #expect(try await server.operations.ledger.verifyBooks().firstFault == nil)
        }
    }

    @Test("finds nothing wrong when who a policy was for is gone", arguments: Engine.all)
    func removed(engine: Engine) async throws {
        try await withPolicies(engine) { server, parent, _ in
            #expect(try await version(server) != 0)
            try await remove(parent)
            let contents = try await server.contents()
            #expect(contents.count("policies") == 1)
            #expect(contents.count("policy_moments") == 0)
            #expect(try await version(server) == 0)
            #expect(try await server.operations.ledger.verifyBooks().firstFault == nil)
        }
    }

    @Test("nor when others are asked, and a change to such a policy waited", arguments: Engine.all)
    func removedBesideOthers(engine: Engine) async throws {
        try await withPolicies(engine) { server, parent, child in
            let guardian = server.operations.guardian
            let other = try await make("Everybody", by: parent, server)
            let live = API.Guardian.PolicyStepRequest(other.id, state: .live)
            _ = try await guardian.setPolicyState(live, server.call(as: parent))
            let input = API.Guardian.PolicyInput(
                name: "Everybody",
                userID: MemberReference(child.id.text),
                when: try API.Guardian.Condition(#"{"amount":{"at_least":1000}}"#),
                then: .decline
            )
            let waiting = try await guardian.updatePolicy(
                .init(other.id, input),
                server.call(as: parent)
            )
            #expect(waiting.pending != nil)
            let before = try await version(server)
            try await remove(parent)
            let after = try await guardian.getPolicy(.init(other.id), server.call(as: parent))
            #expect(after.state == .live && after.pending == nil && after.userID == nil)
            #expect(after.version > waiting.version)
            #expect(try await version(server) > before)
            #expect(try await server.operations.ledger.verifyBooks().firstFault == nil)
            server.clock.advance(seconds: 48 * 3_600)
            #expect(try await guardian.settlePolicies(server.call()) == 1)
            #expect(try await server.operations.ledger.verifyBooks().firstFault == nil)
        }
    }

    private func remove(_ parent: TestMember) async throws {
        let profile = try await parent.purser.call(API.Allowance.familyChildren).children[0]
        _ = try await parent.purser.call(
            API.Allowance.removeChild,
            API.Allowance.ChildRequest(childID: profile.childID)
        )
    }

    private func version(_ server: InProcessServer) async throws -> Int64 {
        try await server.database.read { session in
            try session.first(Statement("SELECT MAX(policies_version) FROM households")) {
                $0.integer(0)
            }
        } ?? -1
    }
}
