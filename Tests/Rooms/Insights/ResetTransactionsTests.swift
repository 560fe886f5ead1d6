import Contract
import Kernel
import Operations
import Providers
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A reset of transactions")
struct ResetTransactionsTests {
    private func reset(
        _ home: InsightsHome,
        _ body: String? = nil,
        key: String? = nil
    ) async throws {
        let answer = try await home.server.post(
            "/transactions/reset",
            body,
            token: home.owner.token,
            headers: key.map { ["Idempotency-Key": $0] } ?? [:]
        )
        try #require(answer.status == 202, "\(answer.text)")
        #expect(try answer.string("status") == "ACCEPTED")
        #expect(try answer.string("traceId") != nil)
    }

    private func edit(_ home: InsightsHome, _ merchant: String) async throws -> ID<Entity.Entry> {
        let rows = try await home.everything()
        let row = try #require(rows.first { $0.merchantName == merchant })
        let body = #"{"category":"pets","notes":"party"}"#
        #expect(try await home.patch(row.id.text, body).status == 200)
        return row.id
    }

    @Test("leaves the demo household's accounts with their balances", arguments: Engine.all)
    func demo(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let foods = try await home.may().transactions.filter {
                $0.merchantName == "Whole Foods"
            }
            let listed = try await home.owner.purser.call(
                API.Banking.listTransactions,
                .init(limit: PageNumber(200))
            ).transactions
            #expect(foods.count == 3)
            for food in foods {
                let same = try #require(listed.first { $0.transactionID == food.id })
                #expect(same.amount.minor == 14_235 && food.amount.minor == -14_235)
            }
            let edited = try await edit(home, "Whole Foods")
            let ids = try await home.everything().map(\.id)
            try await reset(home)
            try await expectNothing(home)
            let seeded = try await home.owner.syncTransactions(demoSeed: true)
            #expect(seeded.syncedCount == 114)
            let rows = try await home.everything()
            #expect(Set(rows.map(\.id)) == Set(ids))
            let row = try #require(rows.first { $0.id == edited })
            #expect(row.category == "Groceries" && row.notes == nil)
            #expect(try await home.bookedMinors() == [-184_723, 854_267, 1_523_000])
        }
    }

    /// Three accounts with their balances, and no transaction on any surface.
    private func expectNothing(_ home: InsightsHome) async throws {
        #expect(try await home.owner.transactionsOverview().total == 0)
        let banking = try await home.owner.purser.call(API.Banking.listTransactions, .init())
        #expect(banking.transactions.isEmpty)
        let overview = try await home.owner.accountsOverview()
        #expect(overview.accounts.count == 3 && overview.totalBalance.minor == 2_192_544)
        #expect(overview.accounts.allSatisfy { $0.lastTransactionAt == nil })
        let balances = try await home.banks().map(\.balanceCurrent.minor)
        #expect(balances.sorted() == [184_723, 854_267, 1_523_000])
    }

    @Test("lets a bank tell everything again, by the same ids", arguments: Engine.all)
    func linked(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let before = try await home.everything()
            let edited = try await edit(home, "Whole Foods")
            try await reset(home, #"{"unlinkPlaid":false}"#)
            try await expectNothing(home)
            #expect(try await home.banks().allSatisfy { $0.lastSyncedAt == nil })
            let synced = try await home.owner.syncTransactions()
            #expect(synced.status == .completed && synced.syncedCount == 112)
            let rows = try await home.everything()
            #expect(rows.count == 112)
            #expect(Set(rows.map(\.id)) == Set(before.map(\.id)))
            let row = try #require(rows.first { $0.id == edited })
            #expect(row.category == "Groceries" && row.notes == nil)
            #expect(try await home.owner.accountsOverview().totalBalance.minor == 2_192_544)
            #expect(try await home.bookedMinors() == [-184_723, 854_267, 1_523_000])
            #expect(try await home.owner.syncTransactions().syncedCount == 0)
        }
    }

    @Test("takes back what a file brought, which may come again", arguments: Engine.all)
    func files(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let file = BankFile.ofx([
                ("F1", "2025-06-02", "-12.50", "SHOP"), ("F2", "2025-06-03", "100.00", "WORK"),
            ])
            let send = { try await home.server.importFile(file, token: home.owner.token).status }
            #expect(try await send() < 300)
            let ids = Set(try await home.everything().map(\.id))
            #expect(ids.count == 2)
            #expect(try await home.owner.accountsOverview().totalBalance.minor == 8_750)
            for _ in 1...2 {
                try await reset(home)
                #expect(try await home.everything().isEmpty)
                let overview = try await home.owner.accountsOverview()
                #expect(overview.accounts.count == 1 && overview.totalBalance.minor == 8_750)
            }
            #expect(try await send() < 300)
            #expect(try await Set(home.everything().map(\.id)) == ids)
            #expect(try await home.owner.accountsOverview().totalBalance.minor == 8_750)
        }
    }

    @Test("gives banks up when it is told to, and removes their accounts", arguments: Engine.all)
    func unlinking(engine: Engine) async throws {
        try await InsightsHome.scripted(engine) { home, bank in
            bank.tell(.page(.test("t1", 700), .test("t2", 800)))
            #expect(try await home.owner.syncTransactions().syncedCount == 2)
            _ = try await edit(home, "Aldi")
            try await reset(home, #"{"unlinkPlaid":true}"#)
            #expect(bank.removals == 1)
            #expect(try await home.everything().isEmpty)
            #expect(try await home.owner.accountsOverview().accounts.isEmpty)
            #expect(try await home.server.contents().count("bank_items") == 0)
            // Linked again it has the same rows, and no edit.
            _ = try await home.owner.exchangePlaidToken("public-sandbox-b")
            bank.tell(.page(.test("t1", 700), .test("t2", 800)))
            #expect(try await home.owner.syncTransactions().syncedCount == 2)
            #expect(try await home.everything().allSatisfy { $0.category == "Groceries" })
        }
    }

    @Test("is done when the provider cannot be reached, which is told later", arguments: Engine.all)
    func unreachable(engine: Engine) async throws {
        try await InsightsHome.scripted(engine) { home, bank in
            bank.keepItems(BankProviderError(.unreachable, code: "DOWN"))
            try await reset(home, #"{"unlinkPlaid":true}"#)
            #expect(try await home.owner.accountsOverview().accounts.isEmpty)
            #expect(bank.removals == 0)
            bank.keepItems(nil)
            home.server.clock.advance(milliseconds: Limits.bankRetryMostMilliseconds * 2)
            _ = try await home.server.operations.banking.syncDueItems(home.server.call())
            #expect(bank.removals == 1)
        }
    }

    @Test("takes more rows than one piece has", arguments: Engine.all)
    func pieces(engine: Engine) async throws {
        try await InsightsHome.scripted(engine) { home, bank in
            let count = Limits.bankPieceRows + 1
            bank.tell(.told(ScriptedBank.Page((1...count).map { .test("t\($0)", Int64($0)) })))
            #expect(try await home.owner.syncTransactions().syncedCount == Int64(count))
            try await reset(home)
            #expect(try await home.owner.transactionsOverview().total == 0)
            #expect(bank.removals == 0)
        }
    }

    @Test(
        "that was cut off goes on by the job, and before a bank tells again",
        arguments: Engine.all
    )
    func cutOff(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            for isJob in [true, false] {
                _ = try await edit(home, "Whole Foods")
                try await home.markReset()
                if isJob {
                    let call = home.server.call()
                    let report = try await home.server.operations.banking.syncDueItems(call)
                    #expect(report.failures == [])
                    #expect(try await home.everything().isEmpty)
                }
                #expect(try await home.owner.syncTransactions().syncedCount == 112)
                let rows = try await home.everything()
                #expect(rows.count == 112 && !rows.contains { $0.notes == "party" })
            }
        }
    }

    @Test("leaves alone what nobody imported, and everybody else", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let account = try await home.server.openAccount(of: home.owner)
            let spent = try await home.server.spend(500, from: account)
            let child = try await home.server.registerChild(of: home.owner)
            _ = try await child.syncTransactions(demoSeed: true)
            try await reset(home)
            #expect(try await home.everything().map(\.id.raw) == [spent.raw])
            #expect(try await child.transactionsOverview().total == 114)
        }
    }

    @Test("has a closed body, and is answered once under a key", arguments: Engine.all)
    func body(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let before = try await home.server.contents()
            for body in [#"{"other":1}"#, #"{"unlinkPlaid":"maybe"}"#, "[]"] {
                let answer = try await home.server.post(
                    "/transactions/reset",
                    body,
                    token: home.owner.token
                )
                #expect(answer.status == 400, "\(body)")
            }
            #expect(try await home.server.post("/transactions/reset", nil).status == 401)
            #expect(try await home.server.contents() == before)
            try await reset(home, "{}", key: "k")
            _ = try await home.owner.syncTransactions(demoSeed: true)
            try await reset(home, "{}", key: "k")
            #expect(try await home.everything().count == 114)
            try await reset(home, "{}")
            #expect(try await home.everything().isEmpty)
        }
    }
}

extension InsightsHome {
    /// Leaves what a reset leaves that is cut off before it withdraws anything.
    fileprivate func markReset() async throws {
        let statements = [
            Statement("UPDATE bank_accounts SET is_clearing = 1, synced_at_ms = NULL"),
            Statement("UPDATE bank_items SET cursor = NULL, history_complete = 0"),
        ]
        try await server.database.write { session in
            for statement in statements { _ = try session.run(statement, []) }
        }
    }
}
