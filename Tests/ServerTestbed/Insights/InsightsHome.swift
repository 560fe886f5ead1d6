import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

/// A parent with three accounts at the bank that is built in, at noon UTC on 10 June 2025 unless
/// said.
struct InsightsHome {
    let server: InProcessServer
    let owner: TestMember

    /// Runs `work` after a first sync, and holds the books against what it did.
    ///
    /// `linked`: Whether the accounts are linked and synced first.
    static func with(
        _ engine: Engine,
        timeZone: String? = nil,
        at instant: String = "2025-06-10T12:00:00Z",
        linked: Bool = true,
        _ work: (InsightsHome) async throws -> Void
    ) async throws {
        try await withServer(engine, clock: TestClock(instant)) { server in
            let parent = try await server.registerParent(timeZone: timeZone)
            let home = InsightsHome(server: server, owner: parent)
            if linked {
                _ = try await parent.exchangePlaidToken("public-sandbox-a")
                let synced = try await parent.syncTransactions()
                #expect(synced.status == .completed)
            }
            try await work(home)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// A parent with the demo household and no bank, at noon UTC on 10 June 2025 unless said.
    static func demo(
        _ engine: Engine,
        at instant: String = "2025-06-10T12:00:00Z",
        _ work: (InsightsHome) async throws -> Void
    ) async throws {
        try await with(engine, at: instant, linked: false) { home in
            let seeded = try await home.owner.syncTransactions(demoSeed: true)
            #expect(seeded.status == .completed)
            try await work(home)
        }
    }

    /// A parent with a linked account at a bank that tells what a test says, on 20 August 2025.
    static func scripted(
        _ engine: Engine,
        _ bank: ScriptedBank = ScriptedBank(),
        _ work: (InsightsHome, ScriptedBank) async throws -> Void
    ) async throws {
        try await withServer(
            engine,
            clock: TestClock("2025-08-20T12:00:00Z"),
            banks: { BankConnections(bank, keys: $0) }
        ) { server in
            let parent = try await server.registerParent()
            let home = InsightsHome(server: server, owner: parent)
            _ = try await parent.exchangePlaidToken("public-sandbox-a")
            try await work(home, bank)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// Asks for a path as the owner does.
    func get(_ path: String) async throws -> TransportResponse {
        try await server.get(path, token: owner.token)
    }

    /// Edits a transaction with a body as it is on the wire.
    func patch(
        _ id: String,
        _ body: String,
        key: String? = nil
    ) async throws -> TransportResponse {
        try await server.raw(
            "PATCH",
            "/transactions/\(id)",
            body,
            token: owner.token,
            headers: key.map { ["Idempotency-Key": $0] } ?? [:]
        )
    }

    /// The answer to a query of `/transactions`.
    func overview(_ query: String) async throws -> API.Insights.TransactionsListResponse {
        let answer = try await get("/transactions?\(query)")
        try #require(answer.status == 200, "\(answer.text)")
        return try API.Insights.transactionsOverview.output(of: answer.body)
    }

    /// The transactions of May 2025.
    func may() async throws -> API.Insights.TransactionsListResponse {
        try await overview("month=2025-05&pageSize=100")
    }
}

extension API.Insights.TransactionsListResponse {
    /// The amounts in minor units.
    var minors: [Int64] { transactions.map(\.amount.minor) }
}
