import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Testbed
import Testing

/// A parent with an account and a card tied to it, at noon UTC on 15 January 2025 unless said: of
/// groceries a quarter, of everything else a month.
struct SpendingHome {
    let server: InProcessServer
    let account: TestAccount
    let card: API.Rewards.CreditCard
    /// Who the owner is, which outlives its token when the clock is set.
    let caller: Caller

    var owner: TestMember { account.owner }

    /// Runs `work`, and holds the books against what it did.
    ///
    /// `isFollowing`: Whether purchases are added from the beginning.
    static func with(
        _ engine: Engine,
        isFollowing: Bool = true,
        _ work: (SpendingHome) async throws -> Void
    ) async throws {
        try await withServer(engine, clock: TestClock("2025-01-15T12:00:00Z")) { server in
            let parent = try await server.registerParent(timeZone: "UTC")
            let account = try await server.openAccount(.card, of: parent)
            let caller = try server.call(as: parent).caller
            let card = try await server.operations.rewards.createCard(
                .init(
                    name: "Amex Gold",
                    cardType: .amexGold,
                    spendingLimits: [
                        .init(
                            category: .groceries,
                            limit: .init(minor: 100_000),
                            resetType: .quarterly
                        ),
                        .init(
                            category: .general,
                            limit: .init(minor: 50_000),
                            resetType: .monthly
                        ),
                    ],
                    accountID: account.id
                ),
                server.call(as: caller)
            )
            let home = SpendingHome(
                server: server,
                account: account,
                card: card,
                caller: caller
            )
            if isFollowing { try await home.prefer(.init(autoUpdateSpending: true)) }
            try await work(home)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// A call of the owner, now.
    func call() -> Call { server.call(as: caller) }

    func prefer(_ preferences: API.Rewards.UserPreferencesInput) async throws {
        _ = try await server.operations.rewards.updatePreferences(
            preferences,
            call()
        )
    }

    /// A purchase of today unless said, on groceries.
    func purchase(
        _ minor: Int64,
        _ category: String? = "FOOD_AND_DRINK_GROCERIES",
        on day: String? = nil,
        phase: Transfer.Phase = .posted,
        pending: ID<Entity.Transfer>? = nil,
        record: String? = nil
    ) -> NewTransfer {
        account.purchase(
            minor,
            category,
            on: day.map { Timestamp(test: "\($0)T12:00:00Z") } ?? server.clock.now,
            phase: phase,
            pending: pending,
            record: record
        )
    }

    @discardableResult
    func post(_ transfers: NewTransfer...) async throws -> [ID<Entity.Transfer>] {
        try await server.operations.ledger.recordTransfers(
            transfers,
            of: owner.household,
            server.call()
        )
    }

    /// Takes a purchase back.
    func takeBack(_ purchase: ID<Entity.Transfer>, _ minor: Int64) async throws {
        try await post(account.reversal(of: purchase, minor, on: server.clock.now))
    }

    /// Adds to what was spent on groceries, or sets it, as the owner does.
    func enter(_ minor: Int64, _ mode: API.Rewards.SpendingMode = .add) async throws {
        _ = try await server.operations.rewards.updateSpending(
            .init(card.id, category: .groceries, amount: DecimalAmount(minor: minor), mode: mode),
            call()
        )
    }

    /// Gives the card a bonus of a quarter of 2025, of which 10.00 are spent.
    ///
    /// - Returns: What is spent of it then, and what of that purchases added, in cents.
    func giveBonus(
        _ category: API.Rewards.SpendingCategory,
        quarter: Int64
    ) async throws -> [Int64?] {
        let bonus = API.Rewards.QuarterlyBonusInput(
            category: category,
            multiplier: .init(minor: 500),
            pointType: .membershipRewards,
            limit: .init(minor: 150_000),
            currentSpending: .init(minor: 1_000),
            quarter: API.Rewards.Quarter(quarter),
            year: API.Rewards.Year(2_025)
        )
        let given = try await server.operations.rewards.updateCard(
            .init(card.id, quarterlyBonus: Nullable(wrappedValue: bonus)),
            call()
        ).quarterlyBonus
        return [given?.currentSpending.minor, given?.ledgerSpending?.minor]
    }

    /// The card as its owner sees it.
    func current() async throws -> API.Rewards.CreditCard {
        let list = try await server.operations.rewards.listCards(Empty(), call())
        return try #require(list.cards.first { $0.id == card.id })
    }

    /// What was spent of each limit, and what of that purchases added, in cents.
    func spent() async throws -> [[Int64?]] {
        try await current().spendingLimits.map {
            [$0.currentSpending.minor, $0.ledgerSpending?.minor]
        }
    }

    /// The kinds of what was put into the outbox, in the order of their names.
    func told() async throws -> [String] {
        try await server.database.read { session in
            try session.rows(Statement("SELECT kind FROM notifications ORDER BY kind")) {
                $0.text(0)
            }
        }
    }
}
