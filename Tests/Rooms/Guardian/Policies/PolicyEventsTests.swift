import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Live events of policies", .timeLimit(.minutes(10)))
struct PolicyEventsTests {
    private static let large = #"{"amount":{"at_least":1000}}"#

    @Test("tell the id, the state and the version, and nothing of what it says")
    func content() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            try await server.following(parent) { events in
                let policy = try await parent.asked("Large", when: Self.large)
                for state in ["draft", "live"] {
                    let event = try #require(await events.next())
                    #expect(event.kind == "policy.changed")
                    let json = try JSONParser.parse(event.data.utf8)
                    #expect(json.members.map(\.key) == ["policy_id", "state", "version"])
                    #expect(json["policy_id"] == .string(policy.text))
                    #expect(json["state"] == .string(state))
                }
                let stored = try await parent.purser.call(API.Guardian.getPolicy, .init(policy))
                #expect(stored.state == .live)
            }
        }
    }

    @Test("are told to who may see the policy, and to nobody else", arguments: Engine.all)
    func seen(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let sibling = try await server.registerChild("sibling@doe.example", of: parent)
            let stranger = try await server.registerParent("stranger@roe.example")
            // Made one after the other, so what somebody else may not see would come between.
            let mine = try await parent.asked("Mine", when: Self.large, for: child)
            let theirs = try await parent.asked("Theirs", when: Self.large, for: sibling)
            let everybodys = try await parent.asked("All", when: Self.large)
            let own = try await parent.asked("Own", when: Self.large, for: parent)
            let last = try await stranger.asked("Other", when: Self.large)
            let rows = [
                (parent, [mine, theirs, everybodys, own]), (child, [mine, everybodys]),
                (sibling, [theirs, everybodys]), (stranger, [last]),
            ]
            for (follower, policies) in rows {
                let told = try await server.following(follower, after: 0) { events in
                    var told: [String] = []
                    while told.count < 2 * policies.count, let event = await events.next() {
                        guard event.kind == "policy.changed" else { continue }
                        told.append(try text("policy_id", of: event.data))
                    }
                    return told
                }
                let expected = policies.flatMap { [$0.text, $0.text] }
                #expect(told == expected, "\(follower.email)")
            }
        }
    }

    @Test("tell a member that a policy is for somebody else from now on", arguments: Engine.all)
    func moved(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let sibling = try await server.registerChild("sibling@doe.example", of: parent)
            let policy = try await parent.asked(
                "Large",
                when: Self.large,
                as: .shadow,
                for: child
            )
            try await server.following(child) { events in
                try await parent.change(policy, "Large", when: Self.large, for: sibling)
                _ = try await parent.asked("All", when: Self.large)
                let moved = try #require(await events.next())
                #expect(try text("policy_id", of: moved.data) == policy.text)
                let next = try #require(await events.next())
                #expect(try text("policy_id", of: next.data) != policy.text)
            }
        }
    }

    private func text(_ key: String, of data: String) throws -> String {
        guard case .string(let text)? = try JSONParser.parse(data.utf8)[key] else { return "" }
        return text
    }
}

extension TestMember {
    /// Changes whom a policy is for.
    fileprivate func change(
        _ policy: ID<Entity.Policy>,
        _ name: String,
        when condition: String,
        for subject: TestMember
    ) async throws {
        let input = API.Guardian.PolicyInput(
            name: name,
            userID: MemberReference(subject.id.text),
            when: try API.Guardian.Condition(condition),
            then: .decline
        )
        _ = try await purser.call(API.Guardian.updatePolicy, .init(policy, input))
    }
}
