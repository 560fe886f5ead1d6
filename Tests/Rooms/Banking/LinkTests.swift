import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Linked accounts")
struct LinkTests {
    private func link(
        _ token: String,
        _ home: BankingHome
    ) async throws -> API.Banking.ExchangeResponse {
        try await home.owner.purser.call(
            API.Banking.exchangePublicToken,
            .init(publicToken: token)
        )
    }

    private func accounts(_ home: BankingHome) async throws -> [API.Banking.Account] {
        try await home.owner.purser.call(API.Banking.listAccounts).accounts
    }

    @Test("come by a token that is good once", arguments: Engine.all)
    func exchange(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let token = try await home.owner.purser.call(API.Banking.createLinkToken, .init())
            #expect(token.linkToken.hasPrefix("link-sandbox-"))
            #expect(token.expiration.instant == home.server.clock.now.adding(seconds: 1_800))
            let answer = try await link("public-sandbox-a", home)
            #expect(answer.accounts.map(\.name) == ["Primary Checking", "Savings", "Credit Card"])
            #expect(answer.accounts.map(\.accountType) == [.depository, .depository, .credit])
            #expect(answer.accounts.allSatisfy { $0.institutionName == "Plaid Sandbox" })
            #expect(answer.accounts.map(\.balanceCurrent.minor) == [854_267, 1_523_000, 184_723])
            #expect(try await home.list().total == 0)
            let before = try await home.server.contents()
            for token in ["public-sandbox-a", "public-sandbox-", "other"] {
                let again = try await home.server.post(
                    "/api/accounts/link/exchange",
                    #"{"public_token":"\#(token)"}"#,
                    token: home.owner.token
                )
                #expect(again.status == 400)
                #expect(try again.json()["error"]?["details"]?["public_token"] != nil)
            }
            #expect(try await home.server.contents() == before)
            let products = try await home.server.post(
                "/api/accounts/link/token",
                #"{"products":["auth"]}"#,
                token: home.owner.token
            )
            #expect(products.status == 400)
        }
    }

    @Test("come once by one token, however many send it together", arguments: Engine.all)
    func together(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let (server, token) = (home.server, home.owner.token)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await server.post(
                            "/api/accounts/link/exchange",
                            #"{"public_token":"public-sandbox-a"}"#,
                            token: token
                        ).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200] + Array(repeating: 400, count: 7))
            #expect(try await accounts(home).count == 4)
            #expect(try await home.server.contents().count("bank_items") == 1)
        }
    }

    @Test("are synced, and a repeat changes nothing", arguments: Engine.all)
    func sync(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let none = try await home.owner.purser.call(API.Banking.syncAccounts)
            #expect(none.accountsSynced == 0 && none.accounts == [])
            let idle = try await home.owner.purser.call(API.Banking.syncStatus)
            #expect(!idle.syncRecommended && idle.lastSyncAt == nil && !idle.syncing)
            let linked = try await link("public-sandbox-a", home).accounts
            let due = try await home.owner.purser.call(API.Banking.syncStatus)
            #expect(due.syncRecommended && due.accountsNeedingUpdate == linked.map(\.id))
            let first = try await home.owner.purser.call(API.Banking.syncAccounts)
            #expect(first.accountsSynced == 3 && first.transactionsAdded > 20)
            let rows = try await home.list()
            #expect(rows.total == first.transactionsAdded)
            #expect(rows.transactions.allSatisfy { $0.authorizedDate == $0.date })
            let again = try await home.owner.purser.call(API.Banking.syncAccounts)
            #expect(again.transactionsAdded + again.transactionsUpdated == 0)
            #expect(again.transactionsRemoved == 0)
            #expect(try await home.list() == rows)
            let shown = try await accounts(home).suffix(3)
            #expect(shown.map(\.balanceCurrent.minor) == [854_267, 1_523_000, 184_723])
        }
    }

    @Test("are to be synced again after more than four hours", arguments: Engine.all)
    func status(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            _ = try await link("public-sandbox-a", home)
            _ = try await home.owner.purser.call(API.Banking.syncAccounts)
            let synced = home.server.clock.now
            home.server.clock.advance(seconds: 14_400)
            let status = { try await home.owner.purser.call(API.Banking.syncStatus) }
            #expect(try await status().syncRecommended == false)
            #expect(try await status().lastSyncAt?.instant == synced)
            home.server.clock.advance(milliseconds: 1)
            let late = try await status()
            #expect(late.syncRecommended && late.accountsNeedingUpdate.count == 3)
        }
    }

    @Test("leave every list when unlinked, and come back as they were", arguments: Engine.all)
    func unlink(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let linked = try await link("public-sandbox-a", home).accounts
            _ = try await home.owner.purser.call(API.Banking.syncAccounts)
            let before = try await home.list(.init(limit: PageNumber(100)))
            let card = try #require(linked.last)
            let ofCard = try await home.list(.init(accountID: card.id))
            let edited = try #require(ofCard.transactions.first)
            try await home.edit(ID(edited.transactionID.raw), "Birthday", notes: "cake")
            let answer = try await home.owner.purser.call(
                API.Banking.deleteAccount,
                .init(id: card.id)
            )
            #expect(answer.message == "Account unlinked")
            #expect(try await accounts(home).count == 3)
            let rest = try await home.list(.init(limit: PageNumber(100)))
            #expect(rest.total == before.total - ofCard.total)
            #expect(rest.transactions.allSatisfy { $0.accountID != card.id })
            let gone = try await home.get("/api/transactions?account_id=\(card.id)")
            #expect(gone.status == 404)
            #expect(try await home.server.faultInBooks() == nil)
            #expect(try await link("public-sandbox-b", home).accounts.map(\.id) == linked.map(\.id))
            _ = try await home.owner.purser.call(API.Banking.syncAccounts)
            let back = try await home.list(.init(limit: PageNumber(100)))
            #expect(back.transactions.map(\.id) == before.transactions.map(\.id))
            let row = try #require(back.transactions.first { $0.id == edited.id })
            #expect(row.category == ["Birthday"] && row.notes == "cake")
        }
    }

    @Test("are nobody else's, and a card that Guardian charges is none", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let linked = try await link("public-sandbox-a", home).accounts
            let other = try await home.server.registerParent("other@example.com")
            let before = try await home.server.contents()
            for id in [linked[0].id, 999_999] {
                let answer = try await home.server.raw(
                    "DELETE",
                    "/api/accounts/\(id)",
                    nil,
                    token: other.token
                )
                #expect(answer.status == 404)
            }
            let unlinked = try await home.server.raw(
                "DELETE",
                "/api/accounts/\(try await accounts(home)[0].id)",
                nil,
                token: home.owner.token
            )
            #expect(unlinked.status == 409)
            #expect(try await home.server.contents() == before)
        }
    }
}
