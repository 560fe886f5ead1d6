import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What a child may ask in its policies")
struct ChildPolicyTests {
    private func create(_ json: String, by member: TestMember) async throws -> String {
        let policy = API.Guardian.PolicyInput(
            name: String(json.prefix(75)),
            userID: MemberReference(member.id.text),
            when: try API.Guardian.Condition(json),
            then: .warn
        )
        return try await answer {
            _ = try await member.purser.call(API.Guardian.createPolicy, policy)
        }
    }

    private func tryOut(_ json: String, by member: TestMember) async throws -> String {
        let policy = API.Guardian.PolicyInput(
            name: "Trial",
            when: try API.Guardian.Condition(json),
            then: .warn
        )
        let day = WireDay(CivilDay(dayNumber: 20_100))
        let request = API.Guardian.BacktestRequest(
            policies: [API.Guardian.BacktestPolicy(policy)],
            from: day,
            to: day
        )
        return try await answer {
            _ = try await member.purser.call(API.Guardian.backtestPolicies, request)
        }
    }

    /// `made`, or the status and message of the refusal.
    private func answer(_ work: () async throws -> Void) async throws -> String {
        do {
            try await work()
            return "made"
        } catch let error as PurserError {
            return error.status.map(String.init) ?? "\(error)"
        }
    }

    @Test("is its own: no place or goal of others, and no sum of the household")
    func own() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let alice = try await server.registerChild(of: parent)
            let bob = try await server.registerChild("bob@example.com", of: parent)
            let own = try await parent.fence(for: alice.id.text)
            let others = try await parent.fence(for: bob.id.text)
            let place = { (fence: Int64) in
                #"{"not":{"place":{"within_m":100,"of":{"geofence":\#(fence)}}}}"#
            }
            let goal = #"{"goal":{"id":"\#(bob.id.text)","short_by_more_than":0}}"#
            let household = #"""
                {"spent":{"window":"day","over":["household"],"of":"purchases","more_than":1}}
                """#
            #expect(try await create(place(own), by: alice) == "made")
            #expect(try await tryOut(place(own), by: alice) == "made")
            for json in [place(others), place(others + 1_000), goal, household] {
                #expect(try await create(json, by: alice) == "400", "\(json)")
                #expect(try await tryOut(json, by: alice) == "400", "\(json)")
                #expect(try await create(json, by: parent) == "made", "\(json)")
            }
        }
    }
}
