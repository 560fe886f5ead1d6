import Contract
import Kernel
import Ledger
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The list of accounts")
struct ListAccountsTests {
    @Test("shows a member's own accounts with their balances", arguments: Engine.all)
    func balances(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let card = try await home.server.openAccount(.card, of: home.owner)
            try await home.earn(10_000, on: "2025-08-01")
            try await home.spend(2_500)
            try await home.spend(184_723, from: card)
            let answer = try await home.owner.purser.call(API.Banking.listAccounts)
            #expect(answer.total == 2)
            #expect(answer.accounts.map(\.accountID) == [home.account.id, card.id])
            #expect(answer.accounts.map(\.balanceCurrent.minor) == [7_500, 184_723])
            #expect(answer.accounts.map(\.accountType) == [.depository, .credit])
            #expect(answer.accounts.map(\.currencyCode) == ["USD", "USD"])
            let slash = try await home.get("/api/accounts/")
            let bare = try await home.get("/api/accounts")
            #expect(slash.text == bare.text && bare.status == 200)
        }
    }

    @Test("shows a child its wallet, and nobody else", arguments: Engine.all)
    func wallet(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let child = try await home.server.registerChild(of: home.owner)
            let profile = try await home.owner.purser.call(API.Allowance.familyChildren)
            let childID = try #require(profile.children.first?.childID)
            _ = try await home.owner.purser.call(
                API.Allowance.createWalletTransaction,
                .init(
                    childID: childID,
                    amount: DecimalAmount(minor: 2_000),
                    type: .credit,
                    description: "Birthday"
                )
            )
            let accounts = try await child.purser.call(API.Banking.listAccounts).accounts
            #expect(accounts.map(\.accountSubtype) == ["allowance"])
            #expect(accounts.map(\.balanceCurrent.minor) == [2_000])
            let family = try await home.owner.purser.call(API.Allowance.currentFamily)
            #expect(accounts.map(\.institutionName) == [family.name])
            let rows = try await child.purser.call(API.Banking.listTransactions, .init())
            #expect(rows.transactions.map(\.amount.minor) == [-2_000])
            #expect(rows.transactions.map(\.name) == ["Birthday"])
            #expect(rows.transactions.map(\.primaryCategory) == ["Income"])
            #expect(try await home.owner.purser.call(API.Banking.listAccounts).total == 1)
            #expect(try await home.list().total == 0)
        }
    }

    @Test("shows a card that was charged, without the balance its issuer keeps")
    func funding() async throws {
        try await BankingHome.with(.sqlite) { home in
            let card = try await home.server.openAccount(.funding, of: home.owner)
            #expect(try await home.owner.purser.call(API.Banking.listAccounts).total == 1)
            try await home.spend(900, "fun", from: card)
            let accounts = try await home.owner.purser.call(API.Banking.listAccounts).accounts
            let shown = try #require(accounts.last)
            #expect(shown.accountType == .credit && shown.institutionName == "Guardian Card")
            #expect(shown.balanceCurrent.minor == 0)
            let row = try #require(try await home.list().transactions.first)
            #expect(row.amount.minor == 900 && row.category == ["Entertainment", "Games"])
        }
    }

    @Test("is empty for who has none, and names the categories all the same", arguments: Engine.all)
    func none(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let accounts = try await server.get("/api/accounts", token: parent.token)
            #expect(accounts.text == #"{"accounts":[],"total":0}"#)
            let list = try await server.get("/api/transactions", token: parent.token)
            #expect(
                list.text == """
                    {"transactions":[],"total":0,"has_more":false,"limit":50,"offset":0}
                    """
            )
            let answer = try await parent.purser.call(API.Banking.listCategories)
            #expect(
                answer.categories == [
                    "Bank Fees", "Entertainment", "Food and Drink", "General Merchandise",
                    "General Services", "Government and Non-Profit", "Home Improvement", "Income",
                    "Loan Payments", "Medical", "Personal Care", "Rent and Utilities",
                    "Transfer In", "Transfer Out", "Transportation", "Travel", "Uncategorized",
                ]
            )
            #expect(answer.total == 17)
        }
    }

    @Test("of categories has the member's own words, while they are used", arguments: Engine.all)
    func ownWords(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let id = try await home.spend(100)
            try await home.edit(id, "Birthday")
            let list = { try await home.owner.purser.call(API.Banking.listCategories).categories }
            let words = try await list()
            #expect(words.contains("Birthday") && words.count == 18)
            try await home.edit(id, "Groceries")
            #expect(try await list().count == 17)
        }
    }
}
