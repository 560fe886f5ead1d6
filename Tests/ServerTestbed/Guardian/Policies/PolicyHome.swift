import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

/// Two parents and a child who keep policies, at noon UTC on Wednesday, 5 March 2025.
struct PolicyHome {
    let server: InProcessServer
    let parent: TestMember
    let other: TestMember
    let child: TestMember

    /// Runs `work`, and holds the books against what it did.
    static func with(
        _ engine: Engine,
        interposing: (any Database) -> any Database = { $0 },
        areBooksHeld: Bool = true,
        _ work: (PolicyHome) async throws -> Void
    ) async throws {
        let clock = TestClock("2025-03-05T12:00:00Z")
        try await withServer(engine, clock: clock, interposing: interposing) { server in
            let parent = try await server.registerParent()
            let other = try await server.registerSecondParent(of: parent)
            let child = try await server.registerChild(of: parent)
            let home = PolicyHome(server: server, parent: parent, other: other, child: child)
            try await work(home)
            guard areBooksHeld else { return }
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// Lets time pass, and signs everybody in anew.
    func later(hours: Int64 = 0, milliseconds: Int64 = 0) async throws -> PolicyHome {
        server.clock.advance(seconds: hours * 3_600, milliseconds: milliseconds)
        return PolicyHome(
            server: server,
            parent: try await server.login(parent.email),
            other: try await server.login(other.email),
            child: try await server.login(child.email)
        )
    }

    /// A policy of more than so many cents a day, as it is sent.
    static func daily(
        _ cents: Int64,
        _ name: String = "Daily",
        then: String = "decline",
        for member: TestMember? = nil,
        message: String? = nil
    ) -> String {
        let user = member.map { #","user_id":"\#($0.id.text)""# } ?? ""
        let message = message.map { #","message":"\#($0)""# } ?? ""
        let when =
            #"{"spent":{"window":"day","of":"purchases","more_than":\#(cents)}}"#
        return #"{"name":"\#(name)","when":\#(when),"then":"\#(then)"\#(user)\#(message)}"#
    }

    /// Sends a request as a member.
    func send(
        _ method: String,
        _ path: String = "",
        _ body: String? = nil,
        as member: TestMember,
        _ headers: Headers = [:]
    ) async throws -> TransportResponse {
        let target = "/guardian/policies\(path)"
        return try await server.raw(method, target, body, token: member.token, headers: headers)
    }

    /// Makes a policy, and gives it a state.
    func make(
        _ body: String = daily(2_000),
        _ state: String? = nil,
        as member: TestMember? = nil
    ) async throws -> API.Guardian.Policy {
        let member = member ?? parent
        let made = try await send("POST", "", body, as: member).policy()
        guard let state else { return made }
        return try await move(made.id, state, as: member).policy()
    }

    /// Changes a policy.
    func change(
        _ id: ID<Entity.Policy>,
        _ body: String,
        as member: TestMember? = nil,
        _ headers: Headers = [:]
    ) async throws -> TransportResponse {
        try await send("PUT", "/\(id.text)", body, as: member ?? parent, headers)
    }

    /// Takes a step of a policy.
    func move(
        _ id: ID<Entity.Policy>,
        _ state: String,
        as member: TestMember? = nil,
        _ headers: Headers = [:]
    ) async throws -> TransportResponse {
        let body = #"{"state":"\#(state)"}"#
        return try await send("POST", "/\(id.text)/state", body, as: member ?? parent, headers)
    }

    /// A policy as a member sees it.
    func policy(
        _ id: ID<Entity.Policy>,
        as member: TestMember? = nil
    ) async throws -> API.Guardian.Policy {
        try await send("GET", "/\(id.text)", as: member ?? parent).policy()
    }

    /// The names of the policies that a member sees.
    func names(_ query: String = "", as member: TestMember) async throws -> [String] {
        let answer = try await send("GET", query, as: member)
        try #require(answer.status == 200, "\(answer.text)")
        return try API.Guardian.listPolicies.output(of: answer.body).policies.map(\.name)
    }

    /// The position of the last change of a policy that is asked.
    func version() async throws -> Int64 {
        let household = parent.household
        return try await server.database.read { session in
            try Households.named(household, in: session).policiesVersion
        }
    }

    /// How long what loosens waits, as it is answered to a parent.
    func friction(_ hours: Int64? = nil) async throws -> Int64 {
        let body = hours.map { #"{"loosening_hours":\#($0)}"# }
        let method = body == nil ? "GET" : "PUT"
        let path = "/guardian/friction"
        let answer = try await server.raw(method, path, body, token: parent.token)
        try #require(answer.status == 200, "\(answer.text)")
        return try API.Guardian.getFriction.output(of: answer.body).looseningHours
    }

    /// Lets what is due take effect.
    func settle() async throws -> Int {
        try await server.operations.guardian.settlePolicies(server.call())
    }
}

extension TransportResponse {
    /// The policy that was answered.
    func policy() throws -> API.Guardian.Policy {
        try #require(status == 200 || status == 201, "\(text)")
        return try API.Guardian.getPolicy.output(of: body)
    }
}

extension API.Guardian.Condition {
    /// The condition of more than so many cents a day.
    static func daily(_ cents: Int64) throws -> Self {
        try Self(#"{"spent":{"window":"day","of":"purchases","more_than":\#(cents)}}"#)
    }
}
