import Contract
import Kernel
import SQL
import Store
import Testbed
import Testing

@testable import Guardian
@testable import Operations

/// A UTC household with a parent and a child, who each have an account, at noon on 2025-03-05.
struct TriedHome {
    let server: InProcessServer
    let parent: TestAccount
    let child: TestAccount

    /// Runs `work` with a new household; afterwards its books must fit.
    static func with(
        _ engine: Engine,
        timeZone: String? = nil,
        interposing: (any Database) -> any Database = { $0 },
        _ work: (TriedHome) async throws -> Void
    ) async throws {
        let clock = TestClock("2025-03-05T12:00:00Z")
        try await withServer(engine, clock: clock, interposing: interposing) { server in
            let parent = try await server.registerParent(timeZone: timeZone)
            let child = try await server.registerChild(of: parent)
            let home = TriedHome(
                server: server,
                parent: try await server.openAccount(of: parent),
                child: try await server.openAccount(of: child)
            )
            try await work(home)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// Records a purchase at an instant, and tells its id.
    @discardableResult
    func buy(
        _ minor: Int64,
        _ category: String? = "fun",
        at merchant: String? = "Steam",
        on instant: String,
        from account: TestAccount? = nil
    ) async throws -> ID<Entity.Transfer> {
        let account = account ?? child
        let purchase = account.purchase(minor, category, at: merchant, on: Timestamp(test: instant))
        return try await server.record(purchase, in: account)[0]
    }

    /// Tries policies on March as a member.
    func report(
        _ policies: [API.Guardian.BacktestPolicy],
        as member: TestMember? = nil,
        from: String = "2025-03-01",
        to: String = "2025-03-31",
        of subject: TestMember? = nil,
        _ mode: API.Guardian.BacktestMode? = nil,
        withLive: Bool? = nil,
        within bounds: BacktestBounds = BacktestBounds()
    ) async throws -> API.Guardian.BacktestReport {
        let request = API.Guardian.BacktestRequest(
            policies: policies,
            from: try Self.day(from),
            to: try Self.day(to),
            userID: subject.map { MemberReference($0.id.text) },
            mode: mode,
            withLive: withLive
        )
        let call = try server.call(as: member ?? parent.owner)
        return try await server.operations.guardian.backtestPolicies(request, call, within: bounds)
    }

    /// Makes a policy, and tells its id.
    @discardableResult
    func keep(
        _ condition: String,
        _ action: API.Guardian.PolicyAction = .decline,
        named name: String,
        for member: TestMember? = nil,
        _ state: API.Guardian.PolicyStep = .live,
        by author: TestMember? = nil
    ) async throws -> ID<Entity.Policy> {
        let (guardian, author) = (server.operations.guardian, author ?? parent.owner)
        let made = try await guardian.createPolicy(
            API.Guardian.PolicyInput(
                name: name,
                userID: member.map { MemberReference($0.id.text) },
                when: try API.Guardian.Condition(condition),
                then: action
            ),
            server.call(as: author)
        )
        let step = API.Guardian.PolicyStepRequest(made.id, state: state)
        _ = try await guardian.setPolicyState(step, server.call(as: author))
        return made.id
    }

    private static func day(_ text: String) throws -> WireDay {
        WireDay(try #require(CivilDay(text)))
    }
}

extension API.Guardian.BacktestPolicy {
    /// A policy that is tried and not kept.
    init(
        _ condition: String,
        _ action: API.Guardian.PolicyAction = .decline,
        named name: String = "Tried",
        for member: MemberReference? = nil
    ) throws {
        self.init(
            API.Guardian.PolicyInput(
                name: name,
                userID: member,
                when: try API.Guardian.Condition(condition),
                then: action
            )
        )
    }

    /// The contract's first policy: more than 20.00 a day.
    static func daily(_ name: String = "Daily") throws -> Self {
        try Self(
            #"{"spent":{"window":"day","over":["member"],"of":"purchases","more_than":2000}}"#,
            named: name
        )
    }
}

extension API.Guardian.BacktestReport {
    /// The report without the time that it took.
    var timeless: Self {
        Self(
            purchases: purchases,
            sumCents: sumCents,
            policies: policies,
            overridesUsed: overridesUsed,
            milliseconds: 0
        )
    }
}
