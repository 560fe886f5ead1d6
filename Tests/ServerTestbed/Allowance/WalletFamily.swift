import Contract
import Kernel
import PurserKit
import SQL
import Testbed
import Testing

/// A parent and a child with its wallet, on a server of their own.
struct WalletFamily: Sendable {
    let server: InProcessServer
    let parent: TestMember
    let child: TestMember
    /// The child's profile.
    let id: ID<Entity.Child>

    /// Asks for a path of Allowance Tracker, as the parent unless said.
    func get(_ path: String, as member: TestMember? = nil) async throws -> TransportResponse {
        try await server.get("/api/v1\(path)", token: (member ?? parent).token)
    }

    /// Takes a child out of the family, as the parent unless said.
    func remove(
        _ child: ID<Entity.Child>? = nil,
        as member: TestMember? = nil,
        key: String? = nil
    ) async throws -> TransportResponse {
        try await server.raw(
            "DELETE",
            "/api/v1/children/\((child ?? id).text)",
            nil,
            token: (member ?? parent).token,
            headers: key.map { ["Idempotency-Key": $0] } ?? [:]
        )
    }

    /// Moves money as the parent: `move("25.5", "Credit")`.
    func move(
        _ amount: String,
        _ type: String,
        of child: ID<Entity.Child>? = nil,
        _ text: String = "Money",
        key: String? = nil
    ) async throws -> TransportResponse {
        let id = (child ?? id).text
        return try await server.post(
            "/api/v1/transactions",
            """
            {"childId":"\(id)","amount":\(amount),"type":"\(type)","description":"\(text)"}
            """,
            token: parent.token,
            headers: key.map { ["Idempotency-Key": $0] } ?? [:]
        )
    }

    /// What the wallet holds, in minor units.
    func balance(of child: ID<Entity.Child>? = nil) async throws -> Int64 {
        try await parent.purser.call(
            API.Allowance.walletBalance,
            .init(childID: child ?? id)
        ).currentBalance.minor
    }

    /// The newest movements, newest first.
    func movements(
        _ limit: Int64? = nil,
        offset: Int64? = nil
    ) async throws -> API.Allowance.TransactionListResponse {
        try await parent.purser.call(
            API.Allowance.walletTransactions,
            .init(
                childID: id,
                limit: limit.map { PageNumber($0) },
                offset: offset.map { PageNumber($0) }
            )
        )
    }

    /// Registers another child, which gets its own amount.
    func registerSibling(
        _ email: String = "bob@example.com",
        weeklyMinor: Int64 = 750
    ) async throws -> API.Allowance.ChildResponse {
        try await parent.purser.call(
            API.Allowance.registerChild,
            API.Allowance.RegisterChildRequest(
                email: email,
                password: InProcessServer.password,
                firstName: "Bob",
                lastName: "Doe",
                weeklyAllowance: DecimalAmount(minor: weeklyMinor)
            )
        )
    }

    /// Changes what no endpoint of these tests changes.
    func execute(_ statements: String...) async throws {
        try await server.database.write { session in
            for sql in statements { try session.run(Statement(sql)) }
        }
    }

    /// The family with everybody signed in again, for when a day has passed.
    func signedInAgain() async throws -> WalletFamily {
        WalletFamily(
            server: server,
            parent: try await server.login(parent.email),
            child: try await server.login(child.email),
            id: id
        )
    }
}

extension TestMember {
    /// The profile of a member who is a child.
    func ownChildID() async throws -> ID<Entity.Child> {
        let answer = try await purser.call(API.Allowance.familyChildren)
        return try #require(answer.children.first?.childID)
    }
}

/// Runs `work` with a family whose child, with ten a week, joins at the time of `clock`.
///
/// Afterwards the books must fit.
func withWallet(
    _ engine: Engine,
    clock: String = "2025-01-03T09:00:00Z",
    zone: String? = nil,
    holding amount: String? = nil,
    interposing: (any Database) -> any Database = { $0 },
    _ work: (WalletFamily) async throws -> Void
) async throws {
    try await withServer(engine, clock: TestClock(clock), interposing: interposing) { server in
        let parent = try await server.registerParent(timeZone: zone)
        let child = try await server.registerChild(of: parent)
        let family = WalletFamily(
            server: server,
            parent: parent,
            child: child,
            id: try await child.ownChildID()
        )
        if let amount { #expect(try await family.move(amount, "Credit").status == 201) }
        try await work(family)
        #expect(try await server.faultInBooks() == nil)
    }
}
