import Contract
import Kernel
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A sync of transactions")
struct SyncTransactionsTests {
    private typealias Request = API.Insights.TransactionsSyncRequest

    private func sync(
        _ home: InsightsHome,
        _ body: String? = nil
    ) async throws -> API.Insights.TransactionsSyncResponse {
        let answer = try await home.server.post(
            "/transactions/sync",
            body,
            token: home.owner.token
        )
        try #require(answer.status == 202, "\(answer.text)")
        return try API.Insights.syncTransactions.output(of: answer.body)
    }

    @Test("tells what was added or changed, and a repeat changes nothing", arguments: Engine.all)
    func counts(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let idle = try await sync(home)
            #expect(idle.status == .completed && idle.syncedCount == 0 && idle.pendingCount == 0)
            _ = try await home.owner.exchangePlaidToken("public-sandbox-a")
            #expect(try await sync(home, #"{"cursor":"any","unknown":1}"#).syncedCount == 112)
            let rows = try await home.may().transactions
            #expect(try await sync(home).syncedCount == 0)
            #expect(try await sync(home, #"{"forceFullSync":true}"#).syncedCount == 0)
            #expect(try await home.may().transactions == rows)
            #expect(try await home.overview("").total == 112)
        }
    }

    @Test("begins with a month when it is told so", arguments: Engine.all)
    func startMonth(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            _ = try await home.owner.exchangePlaidToken("public-sandbox-a")
            #expect(try await sync(home, #"{"startMonth":"2025-05"}"#).syncedCount == 46)
            #expect(try await home.overview("").total == 46)
            let held = try await home.owner.accountsOverview()
            #expect(held.totalBalance.minor == 2_192_544)
            #expect(try await sync(home, #"{"startDate":"2025-04-20"}"#).syncedCount == 33)
            #expect(try await sync(home).syncedCount == 0)
            #expect(try await sync(home, #"{"forceFullSync":true}"#).syncedCount == 33)
            #expect(try await home.overview("").total == 112)
        }
    }

    @Test("of a month that has not begun is refused, as is one that is none", arguments: Engine.all)
    func refusals(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let before = try await home.server.contents()
            for (body, faults) in [
                (#"{"startMonth":"2025-07"}"#, ["startMonth is in the future"]),
                (#"{"startDate":"2025-07-01"}"#, ["startDate is in the future"]),
                (
                    #"{"startMonth":"2025-13"}"#,
                    [
                        "startMonth must be a month such as 2025-01 "
                            + "or a day such as 2025-01-15"
                    ]
                ),
                (#"{"forceFullSync":"yes"}"#, ["forceFullSync has the wrong type"]),
            ] {
                let answer = try await home.server.post(
                    "/transactions/sync",
                    body,
                    token: home.owner.token
                )
                #expect(answer.status == 400, "\(body)")
                #expect(try answer.faults() == faults, "\(body)")
            }
            #expect(try await home.server.contents() == before)
            // The day is in the future, and its month has begun.
            #expect(try await sync(home, #"{"startMonth":"2025-06-30"}"#).syncedCount == 0)
        }
    }

    @Test("from the beginning takes what is gone first, and keeps edits", arguments: Engine.all)
    func again(engine: Engine) async throws {
        try await InsightsHome.scripted(engine) { home, bank in
            bank.tell(.page(.test("a", 400), .test("b", 500)))
            #expect(try await sync(home).syncedCount == 2)
            let row = try #require(try await home.overview("").transactions.last)
            _ = try await home.owner.updateTransaction(row.id, category: "Pets")
            // What changed is told once; then everything that there is by now.
            bank.tell(.page(removed: ["b"]), .page(.test("a", 450), .test("c", 600)))
            #expect(try await sync(home, #"{"forceFullSync":true}"#).syncedCount == 2)
            #expect(bank.cursors == [nil, "c1", nil])
            let rows = try await home.overview("")
            #expect(Set(rows.minors) == [-450, -600])
            let edited = rows.transactions.first { $0.id == row.id }
            #expect(edited?.category == "Pets" && edited?.amount.minor == -450)
        }
    }

    @Test("of which every bank fails is refused with the provider's word", arguments: Engine.all)
    func failure(engine: Engine) async throws {
        try await InsightsHome.scripted(engine) { home, bank in
            for (kind, code) in [
                (BankProviderError.Kind.unreachable, "DOWN"),
                (.loginRequired, "ITEM_LOGIN_REQUIRED"),
            ] {
                bank.tell(.fails(kind, code: code))
                let answer = try await home.server.post(
                    "/transactions/sync",
                    nil,
                    token: home.owner.token,
                    headers: ["Idempotency-Key": code]
                )
                #expect(answer.status == 502)
                #expect(try answer.string("error.code") == "PLAID_ERROR")
                #expect(try answer.string("error.details.provider_code") == code)
            }
            // A failure is not remembered for its key.
            bank.tell(.page(.test("a", 400)))
            let answer = try await home.server.post(
                "/transactions/sync",
                nil,
                token: home.owner.token,
                headers: ["Idempotency-Key": "DOWN"]
            )
            #expect(answer.status == 202)
            #expect(try answer.json()["syncedCount"] == .number("1"))
        }
    }

    @Test("reads the caller's banks and nobody else's", arguments: Engine.all)
    func own(engine: Engine) async throws {
        try await InsightsHome.scripted(engine) { home, bank in
            bank.tell(.page(.test("a", 400)))
            let other = try await home.server.registerParent("other@example.com")
            let answer = try await other.syncTransactions(forceFullSync: true)
            #expect(answer.syncedCount == 0 && bank.cursors.isEmpty)
            #expect(try await home.server.post("/transactions/sync", "{}").status == 401)
        }
    }
}
