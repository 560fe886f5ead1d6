import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@Suite("Notifications of policies")
struct PolicyNoticesTests {
    private struct Home {
        let server: InProcessServer
        let sender: ScriptedSender
        let parent: TestMember
        let other: TestMember
        let child: TestMember

        func call(_ member: TestMember) throws -> Call { try server.call(as: member) }

        /// A live policy for the child, or everybody.
        func live(forChild: Bool = true, by member: TestMember) async throws -> ID<Entity.Policy> {
            let input = API.Guardian.PolicyInput(
                name: "Large",
                userID: forChild ? MemberReference(child.id.text) : nil,
                when: try API.Guardian.Condition(#"{"amount":{"at_least":1000}}"#),
                then: .decline
            )
            let policy = try await server.operations.guardian.createPolicy(input, call(member))
            try await step(policy.id, .live, by: member)
            return policy.id
        }

        func step(
            _ policy: ID<Entity.Policy>,
            _ state: API.Guardian.PolicyStep,
            by member: TestMember
        ) async throws {
            let request = API.Guardian.PolicyStepRequest(policy, state: state)
            _ = try await server.operations.guardian.setPolicyState(request, call(member))
        }

        /// What was told since last time, as `who: kind`.
        func told() async throws -> [String] {
            let before = sender.sent.count
            _ = try await server.operations.banking.deliverNotifications(server.call())
            let names = [parent.id: "parent", other.id: "other", child.id: "child"]
            return sender.sent.dropFirst(before).map { sent in
                "\(names[sent.message.member] ?? "?"): \(sent.message.kind)"
            }.sorted()
        }
    }

    private func withHome(
        _ engine: Engine,
        _ work: (Home) async throws -> Void
    ) async throws {
        let sender = ScriptedSender()
        try await withServer(engine, notificationSender: sender) { server in
            let parent = try await server.registerParent()
            let other = try await server.registerSecondParent(of: parent)
            let child = try await server.registerChild(of: parent)
            for (index, member) in [parent, other, child].enumerated() {
                try await NoticesHome.register("device-\(index)", of: member)
            }
            let home = Home(
                server: server,
                sender: sender,
                parent: parent,
                other: other,
                child: child
            )
            _ = try await home.told()
            try await work(home)
        }
    }

    @Test("tell a member of a policy that begins to decide about it", arguments: Engine.all)
    func live(engine: Engine) async throws {
        try await withHome(engine) { home in
            _ = try await home.live(by: home.parent)
            #expect(try await home.told() == ["child: policy_live"])
            #expect(
                home.sender.sent.last?.message.body
                    == "Large decides about your purchases from now on."
            )
        }
    }

    @Test("tell nobody what a member does for itself, or of what is for everybody")
    func nobody() async throws {
        try await withHome(.sqlite) { home in
            _ = try await home.live(by: home.child)
            #expect(try await home.told() == [])
        }
        try await withHome(.sqlite) { home in
            _ = try await home.live(forChild: false, by: home.parent)
            #expect(try await home.told() == [])
        }
    }

    @Test(
        "tell every other parent what waits, and what came of it",
        arguments: Engine.all,
        [API.Guardian.PolicyStep.confirm, .cancel]
    )
    func waiting(engine: Engine, step: API.Guardian.PolicyStep) async throws {
        try await withHome(engine) { home in
            let policy = try await home.live(by: home.parent)
            _ = try await home.told()
            try await home.step(policy, .retired, by: home.parent)
            #expect(try await home.told() == ["other: policy_waiting"])
            let body = try #require(home.sender.sent.last).message.body
            #expect(body.hasSuffix("It takes effect in 24 hours, unless another parent stops it."))
            try await home.step(policy, step, by: home.other)
            #expect(try await home.told() == ["parent: policy_settled"])
            let end = step == .confirm ? "took effect." : "was given up."
            #expect(home.sender.sent.last?.message.body == "A change of Large \(end)")
        }
    }

    @Test("tell all parents when the hours have passed", arguments: Engine.all)
    func settled(engine: Engine) async throws {
        try await withHome(engine) { home in
            let policy = try await home.live(by: home.parent)
            try await home.step(policy, .retired, by: home.parent)
            _ = try await home.told()
            home.server.clock.advance(seconds: 24 * 3_600)
            let count = try await home.server.operations.guardian.settlePolicies(
                home.server.call()
            )
            #expect(count == 1)
            #expect(try await home.told() == ["other: policy_settled", "parent: policy_settled"])
        }
    }

    @Test("tell every other parent that what loosens is to wait less", arguments: Engine.all)
    func friction(engine: Engine) async throws {
        try await withHome(engine) { home in
            let set = { (hours: Int64) in
                _ = try await home.server.operations.guardian.setFriction(
                    .init(looseningHours: hours),
                    home.call(home.parent)
                )
            }
            try await set(48)
            #expect(try await home.told() == [])
            try await set(1)
            #expect(try await home.told() == ["other: policy_waiting"])
            let body = try #require(home.sender.sent.last).message.body
            #expect(body.contains("looser policies to wait 1 hour. It takes effect in 48 hours"))
            try await set(48)
            #expect(try await home.told() == ["other: policy_settled"])
        }
    }
}
