import Contract
import Kernel
import Operations
import Providers
import PurserKit
import SQL
import Store
import Testbed
import Testing

@Suite("What a bank tells of a card's account")
struct BankSpendingTests {
    /// Runs `work` with a card that is tied to the account at the bank, and a way to look at what
    /// is spent on groceries this quarter.
    private func withCard(
        _ engine: Engine,
        _ bank: ScriptedBank = ScriptedBank(),
        _ work: (LinkedHome, () async throws -> [Int64?]) async throws -> Void
    ) async throws {
        try await LinkedHome.with(engine, bank) { home in
            let (owner, rewards) = (home.owner, home.server.operations.rewards)
            let accounts = try await home.server.database.read { session in
                try ListedAccounts.list(of: owner.id, in: session).map(\.account.id)
            }
            let account: ID<Entity.Account> = try #require(accounts.first)
            let card = try await rewards.createCard(
                .init(
                    name: "Amex Gold",
                    cardType: .amexGold,
                    spendingLimits: [
                        .init(
                            category: .groceries,
                            limit: .init(minor: 100_000),
                            resetType: .quarterly
                        )
                    ],
                    accountID: account
                ),
                home.server.call(as: owner)
            )
            _ = try await rewards.updatePreferences(
                .init(autoUpdateSpending: true),
                home.server.call(as: owner)
            )
            try await work(home) {
                let cards = try await rewards.listCards(Empty(), home.server.call(as: owner))
                let limit = try #require(cards.cards.first { $0.id == card.id }?.spendingLimits[0])
                return [limit.currentSpending.minor, limit.ledgerSpending?.minor]
            }
        }
    }

    @Test("is added once, however often it is told", arguments: Engine.all)
    func again(engine: Engine) async throws {
        try await withCard(engine) { home, spent in
            home.bank.tell(.page(.test("a", 1_000), .test("pay", -5_000), .test("b", 200)))
            try await home.sync()
            #expect(try await spent() == [1_200, 1_200])
            home.bank.tell(.page(.test("a", 1_000), .test("b", 200)))
            try await home.sync()
            #expect(try await spent() == [1_200, 1_200])
        }
    }

    @Test("is not added where it is in another currency than the household's")
    func otherCurrency() async throws {
        let euro = try #require(Currency(code: "EUR"))
        let bought = ProviderTransaction(
            id: "a",
            accountID: "acc1",
            amountMinor: 1_000,
            currency: euro,
            day: try #require(CivilDay("2025-08-18")),
            name: "ALDI",
            detailedCategory: "FOOD_AND_DRINK_GROCERIES"
        )
        try await withCard(.sqlite, ScriptedBank([.test(currency: euro)])) { home, spent in
            home.bank.tell(.page(bought))
            try await home.sync()
            #expect(try await home.rows().map(\.amount.minor) == [1_000])
            #expect(try await spent() == [0, 0])
        }
    }

    @Test("follows what the bank corrects, withdraws and tells again", arguments: Engine.all)
    func corrected(engine: Engine) async throws {
        try await withCard(engine) { home, spent in
            home.bank.tell(.page(.test("a", 1_000), .test("p", 400, pending: true)))
            try await home.sync()
            #expect(try await spent() == [1_000, 1_000])
            home.bank.tell(
                .page(.test("q", 450, was: "p"), modified: [.test("a", 1_100)], removed: ["p"])
            )
            try await home.sync()
            #expect(try await spent() == [1_550, 1_550])
            home.bank.tell(.page(removed: ["a"]))
            try await home.sync()
            #expect(try await spent() == [450, 450])
            home.bank.tell(.page(.test("a", 1_100)))
            try await home.sync()
            #expect(try await spent() == [1_550, 1_550])
        }
    }

    @Test("is added once by two syncs at once", arguments: Engine.all)
    func atOnce(engine: Engine) async throws {
        try await withCard(engine) { home, spent in
            home.bank.tell(.page(.test("a", 1_000), hasMore: true), .page(.test("b", 200)))
            async let first = home.sync()
            async let second = home.sync()
            _ = try await [first, second]
            #expect(try await spent() == [1_200, 1_200])
        }
    }
}
