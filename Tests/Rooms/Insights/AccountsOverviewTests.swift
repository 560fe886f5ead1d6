import Contract
import Kernel
import Ledger
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Accounts with what they hold together")
struct AccountsOverviewTests {
    @Test("of the built-in bank are three, and what is owed is below zero", arguments: Engine.all)
    func linked(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let answer = try await home.owner.accountsOverview()
            #expect(answer.totalBalance.minor == 2_192_544 && answer.currency == "USD")
            #expect(answer.accounts.map(\.type) == [.checking, .savings, .credit])
            #expect(answer.accounts.map(\.balance.minor) == [854_267, 1_523_000, -184_723])
            #expect(answer.accounts.allSatisfy { $0.linkedAt?.instant == home.server.clock.now })
            #expect(answer.accounts.allSatisfy { $0.createdAt.instant == home.server.clock.now })
            let newest = answer.accounts.map(\.lastTransactionAt?.instant.text)
            #expect(
                newest == ["2025-06-10T00:00:00Z", "2025-06-02T00:00:00Z", "2025-06-09T00:00:00Z"]
            )
            let banking = try await home.owner.purser.call(API.Banking.listAccounts).accounts
            #expect(Set(banking.map(\.accountID)) == Set(answer.accounts.map(\.id)))
        }
    }

    @Test("of who has none are none, and come to nothing", arguments: Engine.all)
    func none(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let answer = try await home.get("/accounts")
            #expect(answer.status == 200)
            let json = try answer.json()
            #expect(json["totalBalance"] == .number("0") && json["accounts"] == .array([]))
            #expect(try answer.string("traceId") == answer.headers["X-Request-Trace"])
            #expect(try await home.server.get("/accounts").status == 401)
        }
    }

    @Test("are the caller's own; a child's wallet is its allowance", arguments: Engine.all)
    func own(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let child = try await home.server.registerChild(of: home.owner)
            let wallet = try await child.accountsOverview().accounts
            #expect(wallet.map(\.type) == [.allowance])
            #expect(wallet.map(\.linkedAt) == [nil])
            #expect(wallet.map(\.lastTransactionAt) == [nil])
            let other = try await home.server.registerParent("other@example.com")
            #expect(try await other.accountsOverview().accounts == [])
            #expect(try await home.owner.accountsOverview().accounts.count == 3)
        }
    }

    @Test("that are in no bank hold what the books say", arguments: Engine.all)
    func kept(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let cash = try await home.server.openAccount(of: home.owner)
            let card = try await home.server.openAccount(.card, of: home.owner)
            let at = Timestamp(test: "2025-06-09T08:30:00Z")
            try await home.server.record(cash.income(10_000, on: at), in: cash)
            try await home.server.record(card.purchase(2_550, on: at), in: card)
            let answer = try await home.owner.accountsOverview()
            #expect(answer.accounts.map(\.type) == [.checking, .credit])
            #expect(answer.accounts.map(\.balance.minor) == [10_000, -2_550])
            #expect(answer.totalBalance.minor == 7_450)
            #expect(answer.accounts.map(\.lastTransactionAt?.instant) == [at, at])
        }
    }
}
