import Contract
import Kernel
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The demo household of a member")
struct DemoSeedTests {
    private typealias Sync = API.Insights.TransactionsSyncResponse

    private func seed(
        _ home: InsightsHome,
        _ body: String = #"{"demoSeed":true}"#,
        token: String? = nil
    ) async throws -> Sync {
        let answer = try await home.server.post(
            "/transactions/sync",
            body,
            token: token ?? home.owner.token
        )
        try #require(answer.status == 202, "\(answer.text)")
        return try API.Insights.syncTransactions.output(of: answer.body)
    }

    private func status(of home: InsightsHome) async throws -> Int {
        try await home.server.post(
            "/transactions/sync",
            #"{"demoSeed":true}"#,
            token: home.owner.token
        ).status
    }

    @Test("is 114 rows, which a repeat has by the same ids", arguments: Engine.all)
    func repeated(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            var ids: [[ID<Entity.Entry>]] = []
            let first = #"{"forceFullSync":true,"demoSeed":true,"startMonth":"2030-01"}"#
            for body in [first, #"{"demoSeed":true,"startDate":"2025-06-30"}"#] {
                let seeded = try await seed(home, body)
                #expect(seeded.status == .completed)
                #expect(seeded.syncedCount == 114 && seeded.pendingCount == 0)
                let rows = try await home.everything()
                #expect(rows.count == 114 && !rows.contains(where: \.pending))
                ids.append(rows.map(\.id))
            }
            #expect(ids[0] == ids[1] && Set(ids[0]).count == 114)
            let transfers = try await home.server.contents().count("transfers")
            _ = try await seed(home)
            // A repeat books nothing.
            #expect(try await home.server.contents().count("transfers") == transfers)
        }
    }

    @Test("is three accounts of banks that nobody is linked to", arguments: Engine.all)
    func accounts(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let overview = try await home.owner.accountsOverview()
            #expect(overview.currency == "USD" && overview.totalBalance.minor == 2_192_544)
            let accounts = Dictionary(
                uniqueKeysWithValues: overview.accounts.map { ($0.institution, $0) }
            )
            let expected: [(String, String, API.Insights.AccountType, Int64, String)] = [
                ("Chase", "Primary Checking", .checking, 854_267, "2025-06-10T00:00:00Z"),
                (
                    "American Express", "Rewards Credit Card", .credit, -184_723,
                    "2025-06-09T00:00:00Z"
                ),
                ("Ally", "High-Yield Savings", .savings, 1_523_000, "2025-06-02T00:00:00Z"),
            ]
            #expect(accounts.count == expected.count)
            for (institution, name, type, minor, newest) in expected {
                let account = try #require(accounts[institution])
                #expect(account.name == name && account.type == type)
                #expect(account.balance.minor == minor && account.currency == "USD")
                #expect(account.lastTransactionAt?.instant == Timestamp(newest))
                #expect(account.linkedAt == nil)
            }
            // The books say the same as the bank that there is not.
            #expect(try await home.bookedMinors() == [-184_723, 854_267, 1_523_000])
            let idle = try await home.owner.syncTransactions()
            #expect(idle.status == .completed && idle.syncedCount == 0)
            #expect(try await home.everything().count == 114)
            let may = try await home.may()
            #expect(may.total == 33 && may.aggregates.incomeTotal.minor == 840_625)
            #expect(may.aggregates.expenseTotal.minor == -431_779)
            #expect(may.aggregates.categoryTotals["Transfer"]?.minor == 0)
            #expect(may.transactions.first?.merchantName == "Ally Interest")
        }
    }

    @Test("moves on with the days, and an edit stays with its row", arguments: Engine.all)
    func later(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let before = Set(try await home.everything().map(\.id))
            let row = try #require(
                try await home.may().transactions.first { $0.merchantName == "Whole Foods" }
            )
            let edit = #"{"category":"dining","notes":"party"}"#
            #expect(try await home.patch(row.id.text, edit).status == 200)
            _ = try await seed(home)
            let same = try await home.may()
            #expect(same.aggregates.categoryTotals["Groceries"]?.minor == -43_830)
            // To 2 July: March is over, and what is there once is not in June any more.
            home.server.clock.advance(milliseconds: 22 * 86_400_000)
            let again = try await home.server.login(home.owner.email)
            let next = InsightsHome(server: home.server, owner: again)
            let seeded = try await seed(next)
            #expect(seeded.syncedCount == 102)
            let rows = try await next.everything()
            #expect(rows.count == 102)
            #expect(before.intersection(rows.map(\.id)).count == 79)
            #expect(rows.last?.occurredAt.instant == Timestamp("2025-04-01T00:00:00Z"))
            #expect(!rows.contains { $0.merchantName == "Designer Furniture" })
            let kept = try #require(rows.first { $0.id == row.id })
            #expect(kept.category == "Dining" && kept.notes == "party")
            #expect(try await next.owner.accountsOverview().totalBalance.minor == 2_192_544)
            #expect(try await next.bookedMinors() == [-184_723, 854_267, 1_523_000])
        }
    }

    @Test("is one member's, and another one has other ids", arguments: Engine.all)
    func members(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let child = try await home.server.registerChild(of: home.owner)
            #expect(try await seed(home, token: child.token).syncedCount == 114)
            let own = InsightsHome(server: home.server, owner: child)
            let ids = Set(try await own.everything().map(\.id))
            #expect(ids.isDisjoint(with: try await home.everything().map(\.id)))
            #expect(try await child.accountsOverview().accounts.count == 4)
        }
    }

    @Test("is refused beside real accounts, of banks or of files", arguments: Engine.all)
    func refused(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let before = try await home.server.contents()
            let answer = try await home.server.post(
                "/transactions/sync",
                #"{"demoSeed":true}"#,
                token: home.owner.token
            )
            #expect(answer.status == 409)
            #expect(try answer.string("error.code") == "CONFLICT")
            #expect(try await home.server.contents() == before)
            for account in try await home.banks() { try await home.remove(account) }
            #expect(try await seed(home).syncedCount == 114)
        }
        try await InsightsHome.with(engine, linked: false) { home in
            let answer = try await home.server.importFile(
                BankFile.ofx([("F1", "2025-06-02", "-1.00", "SHOP")]),
                token: home.owner.token
            )
            #expect(answer.status < 300)
            #expect(try await status(of: home) == 409)
        }
    }

    @Test("stays when a bank is linked, and goes account by account", arguments: Engine.all)
    func linkedLater(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            _ = try await home.owner.exchangePlaidToken("public-sandbox-a")
            #expect(try await home.owner.syncTransactions().syncedCount == 112)
            #expect(try await home.everything().count == 226)
            #expect(try await status(of: home) == 409)
            let demo = try await home.banks().filter { $0.institutionName != "Plaid Sandbox" }
            #expect(demo.count == 3)
            for account in demo { try await home.remove(account) }
            #expect(try await home.everything().count == 112)
            #expect(try await home.owner.accountsOverview().totalBalance.minor == 2_192_544)
        }
    }

    @Test("comes back by the same ids when it was removed, with its edits", arguments: Engine.all)
    func removed(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let ids = try await home.everything().map(\.id)
            let row = try #require(
                try await home.may().transactions.first { $0.merchantName == "Ally Interest" }
            )
            #expect(try await home.patch(row.id.text, #"{"notes":"party"}"#).status == 200)
            for account in try await home.banks() { try await home.remove(account) }
            #expect(try await home.everything().isEmpty)
            #expect(try await home.owner.accountsOverview().accounts.isEmpty)
            #expect(try await seed(home).syncedCount == 114)
            let rows = try await home.everything()
            #expect(Set(rows.map(\.id)) == Set(ids))
            #expect(rows.first { $0.id == row.id }?.notes == "party")
            #expect(try await home.owner.accountsOverview().totalBalance.minor == 2_192_544)
        }
    }

    @Test("takes no files", arguments: Engine.all)
    func files(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let account = try #require(try await home.banks().first)
            let answer = try await home.server.importFile(
                BankFile.ofx([("F1", "2025-06-02", "-1.00", "SHOP")]),
                [("account_id", String(account.id))],
                token: home.owner.token
            )
            #expect(answer.status == 400)
            #expect(try await home.everything().count == 114)
        }
    }

    private func send(_ key: String, _ home: InsightsHome) async throws -> TransportResponse {
        try await home.server.post(
            "/transactions/sync",
            #"{"demoSeed":true}"#,
            token: home.owner.token,
            headers: ["Idempotency-Key": key]
        )
    }

    @Test("is given once under a key, and to one of two at once", arguments: Engine.all)
    func repeats(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let first = try await send("k", home)
            let before = try await home.server.contents()
            let second = try await send("k", home)
            #expect(first.status == 202 && second.body == first.body)
            #expect(second.headers["Idempotency-Replayed"] == "true")
            #expect(try await home.server.contents() == before)
            async let one = send("a", home)
            async let other = send("b", home)
            #expect(try await [one.status, other.status] == [202, 202])
            #expect(try await home.everything().count == 114)
        }
    }
}

/// What tests of seeds and resets look at.
extension InsightsHome {
    /// All transactions, the newest first.
    func everything() async throws -> [API.Insights.Transaction] {
        var rows: [API.Insights.Transaction] = []
        while true {
            let page = try await overview("page=\(rows.count / 100)&pageSize=100")
            rows += page.transactions
            guard page.transactions.count == 100 else { return rows }
        }
    }

    /// The accounts as Banking lists them.
    func banks() async throws -> [API.Banking.Account] {
        try await owner.purser.call(API.Banking.listAccounts).accounts
    }

    /// Removes an account as Banking does.
    func remove(_ account: API.Banking.Account) async throws {
        _ = try await owner.purser.call(API.Banking.deleteAccount, .init(id: account.id))
    }

    /// What the books say that accounts at banks hold, the least first.
    func bookedMinors() async throws -> [Int64] {
        let statement = Statement(
            """
            SELECT a.posted_credit_minor - a.posted_debit_minor FROM accounts a
            JOIN bank_accounts b ON b.account_id = a.id
            """
        )
        return try await server.database.read { session in
            try session.rows(statement, []) { $0.integer(0) }
        }.sorted()
    }
}
