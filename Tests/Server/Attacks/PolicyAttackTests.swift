import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Attacks on policies")
struct PolicyAttackTests {
    /// A household with a policy of the parent's that caps what the child spends, live.
    private struct Home {
        let server: InProcessServer
        let parent: TestMember
        let child: TestMember
        let childReference: MemberReference
        let cap: API.Guardian.Policy

        static func with(
            _ engine: Engine,
            _ work: (Home) async throws -> Void
        ) async throws {
            try await withServer(engine, settings: .unlimited) { server in
                let parent = try await server.registerParent()
                let child = try await server.registerChild(of: parent)
                let reference = MemberReference(child.id.text)
                let cap = try await parent.createPolicy(
                    .init(
                        name: "Cap",
                        userID: reference,
                        when: .spent(in: .day, moreThan: 2_000),
                        then: .decline
                    )
                )
                let live = try await parent.setPolicyState(cap.id, to: .live)
                let home = Home(
                    server: server,
                    parent: parent,
                    child: child,
                    childReference: reference,
                    cap: live
                )
                try await work(home)
                #expect(try await server.faultInBooks() == nil)
            }
        }

        /// That a call is refused, and changes nothing at all.
        func refuses(
            _ kind: PurserError.Kind,
            sourceLocation: SourceLocation = #_sourceLocation,
            _ call: () async throws -> Void
        ) async throws {
            let before = try await server.contents()
            do {
                try await call()
                Issue.record("was not refused", sourceLocation: sourceLocation)
            } catch let error as PurserError {
                #expect(error.kind == kind, sourceLocation: sourceLocation)
            }
            #expect(try await server.contents() == before, sourceLocation: sourceLocation)
        }
    }

    @Test(
        "a child loosens, retires, moves or confirms nothing that binds it",
        arguments: Engine.all
    )
    func loosening(engine: Engine) async throws {
        try await Home.with(engine) { home in
            let child = home.child
            let terms = { (moreThan: Int64, userID: MemberReference?) in
                API.Guardian.PolicyInput(
                    name: "Cap",
                    userID: userID,
                    when: .spent(in: .day, moreThan: moreThan),
                    then: .decline
                )
            }
            try await home.refuses(.forbidden) {
                try await child.updatePolicy(home.cap.id, to: terms(9_000, home.childReference))
            }
            try await home.refuses(.forbidden) {
                try await child.updatePolicy(home.cap.id, to: terms(2_000, nil))
            }
            for step in [API.Guardian.PolicyStep.retired, .draft, .shadow] {
                try await home.refuses(.forbidden) {
                    try await child.setPolicyState(home.cap.id, to: step)
                }
            }
            // What a parent asked for is no child's to confirm.
            try await home.parent.setPolicyState(home.cap.id, to: .retired)
            try await home.refuses(.forbidden) {
                try await child.setPolicyState(home.cap.id, to: .confirm)
            }
            try await home.refuses(.forbidden) { _ = try await child.getFriction() }
            try await home.refuses(.forbidden) {
                try await child.setFriction(looseningHours: 0)
            }
            #expect(try await child.authorize(2_001, at: "Steam").decision == .decline)
        }
    }

    @Test("another household's policies are not there, by whatever call", arguments: Engine.all)
    func strangers(engine: Engine) async throws {
        try await Home.with(engine) { home in
            let other = try await home.server.registerParent("stranger@example.com")
            let id = home.cap.id
            try await home.refuses(.notFound) { _ = try await other.getPolicy(id) }
            try await home.refuses(.notFound) { _ = try await other.getPolicyShadow(id) }
            try await home.refuses(.notFound) { try await other.setPolicyState(id, to: .retired) }
            try await home.refuses(.notFound) {
                try await other.updatePolicy(
                    id,
                    to: .init(name: "Mine", when: .amount(atLeast: 1), then: .warn)
                )
            }
            let day = WireDay(Zone.utc.day(of: home.server.clock.now))
            try await home.refuses(.notFound) {
                _ = try await other.backtestPolicies(
                    .init(policies: [.init(id)], from: day, to: day)
                )
            }
            #expect(try await other.listPolicies().policies.isEmpty)
        }
    }

    @Test(
        "conditions that are bombs are refused by their place, and kept nowhere",
        arguments: Engine.all
    )
    func bombs(engine: Engine) async throws {
        try await Home.with(engine) { home in
            var deep: API.Guardian.Condition = .amount(atLeast: 1)
            for _ in 0..<6 { deep = .not(deep) }
            let leaf = API.Guardian.Condition.amount(atLeast: 1)
            let wide = API.Guardian.Condition.all(
                Array(repeating: .any(Array(repeating: leaf, count: 17)), count: 3)
            )
            let names = (0..<100).map { "\($0) \(String(repeating: "x", count: 60))" }
            let large = try API.Guardian.Condition(
                JSON.object([.init("merchant", .array(names.map { .string($0) }))]).text
            )
            for condition in [deep, wide, large] {
                try await home.refuses(.invalid) {
                    try await home.parent.createPolicy(
                        .init(name: "Bomb", when: condition, then: .warn)
                    )
                }
            }
            // Deeper than any JSON of a call may be.
            let brackets = String(repeating: #"{"not":"#, count: 5_000)
            let before = try await home.server.contents()
            let answer = try await home.server.post(
                "/guardian/policies",
                #"{"name":"Bomb","then":"warn","when":\#(brackets)"#,
                token: home.parent.token
            )
            #expect(answer.status == 400)
            #expect(try await home.server.contents().count("policies") == before.count("policies"))
        }
    }

    @Test("a household keeps 200 policies of a state, and the next is refused")
    func many() async throws {
        try await Home.with(.sqlite) { home in
            for number in 0..<Limits.policiesPerState {
                try await home.parent.createPolicy(
                    .init(name: "Policy \(number)", when: .amount(atLeast: 1), then: .warn)
                )
            }
            try await home.refuses(.conflict) {
                try await home.parent.createPolicy(
                    .init(name: "One more", when: .amount(atLeast: 1), then: .warn)
                )
            }
            let drafts = try await home.parent.listPolicies(state: .draft)
            #expect(drafts.policies.count == Limits.policiesPerState)
        }
    }

    @Test("a sister hears nothing of what binds the other, nor where the other is")
    func sisters() async throws {
        try await Home.with(.sqlite) { home in
            let sister = try await home.server.registerChild(
                "sister@example.com",
                of: home.parent
            )
            let place = try await home.parent.createPolicy(
                .init(
                    name: "At school",
                    userID: home.childReference,
                    when: .place(within: 200, latitude: 40.7, longitude: -74),
                    then: .warn
                )
            )
            try await home.parent.setPolicyState(place.id, to: .shadow)
            try await home.refuses(.notFound) { _ = try await sister.getPolicy(place.id) }
            try await home.refuses(.notFound) {
                _ = try await sister.getPolicyShadow(place.id)
            }
            #expect(try await sister.listPolicies().policies.isEmpty)
            // Nor does a trial of her own tell of it.
            let day = WireDay(Zone.utc.day(of: home.server.clock.now))
            try await home.refuses(.notFound) {
                _ = try await sister.backtestPolicies(
                    .init(
                        policies: [
                            .init(.init(name: "Mine", when: .amount(atLeast: 1), then: .warn))
                        ],
                        from: day,
                        to: day,
                        userID: home.childReference
                    )
                )
            }
        }
    }
}

extension TestMember {
    @discardableResult
    fileprivate func createPolicy(
        _ policy: API.Guardian.PolicyInput
    ) async throws -> API.Guardian.Policy {
        try await purser.call(API.Guardian.createPolicy, policy)
    }

    @discardableResult
    fileprivate func updatePolicy(
        _ id: ID<Entity.Policy>,
        to policy: API.Guardian.PolicyInput
    ) async throws -> API.Guardian.Policy {
        try await purser.call(API.Guardian.updatePolicy, .init(id, policy))
    }

    @discardableResult
    fileprivate func setPolicyState(
        _ id: ID<Entity.Policy>,
        to state: API.Guardian.PolicyStep
    ) async throws -> API.Guardian.Policy {
        try await purser.call(API.Guardian.setPolicyState, .init(id, state: state))
    }

    fileprivate func getPolicy(_ id: ID<Entity.Policy>) async throws -> API.Guardian.Policy {
        try await purser.call(API.Guardian.getPolicy, .init(id))
    }

    fileprivate func getPolicyShadow(
        _ id: ID<Entity.Policy>
    ) async throws -> API.Guardian.ShadowReport {
        try await purser.call(API.Guardian.getPolicyShadow, .init(id))
    }

    fileprivate func listPolicies(
        state: API.Guardian.PolicyState? = nil
    ) async throws -> API.Guardian.PolicyList {
        try await purser.call(API.Guardian.listPolicies, .init(state: state))
    }

    fileprivate func backtestPolicies(
        _ request: API.Guardian.BacktestRequest
    ) async throws -> API.Guardian.BacktestReport {
        try await purser.call(API.Guardian.backtestPolicies, request)
    }

    fileprivate func getFriction() async throws -> API.Guardian.StandingFriction {
        try await purser.call(API.Guardian.getFriction)
    }

    @discardableResult
    fileprivate func setFriction(
        looseningHours: Int64
    ) async throws -> API.Guardian.StandingFriction {
        try await purser.call(
            API.Guardian.setFriction,
            .init(looseningHours: looseningHours)
        )
    }
}
