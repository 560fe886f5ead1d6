import Contract
import Kernel
import Ledger
import Rewards
import SQL
import Testbed
import Testing

@testable import Operations
@testable import Store

@Suite("The wallets of those who bought last")
struct PreparedWalletsTests {
    fileprivate static let amount = Money(minor: 5_000, currency: .usd)

    /// A parent, and where wallets are prepared for it.
    private struct Home {
        let server: InProcessServer
        /// Who the owner is, which outlives its token when the clock is set.
        let caller: Caller
        let wallets = PreparedWallets()

        /// A call of the owner, now.
        func call() -> Call { server.call(as: caller) }

        /// The best card for groceries, as a decision names it.
        func best() async throws -> API.Guardian.RecommendedCard? {
            let (call, wallets) = (call(), wallets)
            let use = WalletInUse(of: wallets)
            let card = try await server.database.read { session in
                let membership = try RewardsOperations.membership(of: call, in: session)
                return try use.wallet(
                    of: membership,
                    until: membership.head,
                    at: call.now,
                    in: session
                ).best(for: .groceries, costing: PreparedWalletsTests.amount)
            }
            use.keep()
            return card
        }

        /// The owner, and its wallet as it is stored now.
        func read() async throws -> (Call, Membership, PreparedWallet) {
            let call = call()
            return try await server.database.read { session in
                let membership = try RewardsOperations.membership(of: call, in: session)
                let wallet = try PreparedWallet.read(
                    of: membership,
                    at: call.now,
                    knowing: nil,
                    in: session
                )
                return (call, membership, wallet)
            }
        }

        /// Whether the owner's wallet is known to be of now, without a look at it.
        func isCurrent() async throws -> Bool {
            let (call, wallets) = (call(), wallets)
            return try await server.database.read { session in
                let membership = try RewardsOperations.membership(of: call, in: session)
                return wallets.find(of: membership, at: call.now)?.isCurrent ?? false
            }
        }

        func add(_ type: API.Rewards.CardType) async throws -> API.Rewards.CreditCard {
            try await server.operations.rewards.createCard(
                .init(
                    name: "\(type)",
                    cardType: type,
                    spendingLimits: [
                        .init(
                            category: .groceries,
                            limit: .init(minor: 1_000),
                            resetType: .monthly
                        )
                    ]
                ),
                call()
            )
        }
    }

    private func withHome(
        _ engine: Engine,
        timeZone: String? = nil,
        clock: TestClock = TestClock(),
        _ work: (Home) async throws -> Void
    ) async throws {
        try await withServer(engine, clock: clock) { server in
            let parent = try await server.registerParent(timeZone: timeZone)
            try await work(Home(server: server, caller: try server.call(as: parent).caller))
        }
    }

    @Test("are of now while the household's chain ends where it did", arguments: Engine.all)
    func follows(engine: Engine) async throws {
        try await withHome(engine) { home in
            #expect(try await !home.isCurrent())
            #expect(try await home.best() == nil)
            #expect(try await home.isCurrent())
            let cash = try await home.add(.citiDoubleCash)
            #expect(try await !home.isCurrent())
            #expect(try await home.best()?.cardID == cash.id)
            let gold = try await home.add(.amexGold)
            #expect(try await home.best()?.cardID == gold.id)
            #expect(try await home.best()?.multiplier.minor == 400)
            #expect(try await home.isCurrent())
            _ = try await home.server.operations.rewards.updateSpending(
                .init(gold.id, category: .groceries, amount: DecimalAmount(minor: 1_000)),
                home.call()
            )
            #expect(try await home.best()?.cardID == cash.id)
            // In another month the limit begins anew, and no link says so.
            home.server.clock.advance(seconds: 32 * 86_400)
            #expect(try await !home.isCurrent())
            #expect(try await home.best()?.cardID == gold.id)
            _ = try await home.server.operations.rewards.deleteCard(
                .init(gold.id),
                home.call()
            )
            #expect(try await home.best()?.cardID == cash.id)
            _ = try await home.server.operations.rewards.updateCard(
                .init(cash.id, isActive: false),
                home.call()
            )
            #expect(try await home.best() == nil)
        }
    }

    @Test(
        "end where a limit begins anew, however often it does",
        arguments: [.monthly, .quarterly, .annually] as [API.Rewards.ResetType]
    )
    func resets(type: API.Rewards.ResetType) async throws {
        try await withHome(.sqlite, clock: TestClock("2025-01-15T12:00:00Z")) { home in
            _ = try await home.server.operations.rewards.createCard(
                .init(
                    name: "Gold",
                    cardType: .amexGold,
                    spendingLimits: [
                        .init(
                            category: .groceries,
                            limit: .init(minor: 1_000),
                            currentSpending: .init(minor: 1_000),
                            resetDate: WireTimestamp(Timestamp(test: "2025-02-20T00:00:00Z")),
                            resetType: type
                        )
                    ]
                ),
                home.call()
            )
            #expect(try await home.best()?.multiplier.minor == 100)
            home.server.clock.set("2025-02-19T23:59:59Z")
            #expect(try await home.isCurrent())
            home.server.clock.set("2025-02-20T00:00:00Z")
            #expect(try await !home.isCurrent())
            #expect(try await home.best()?.multiplier.minor == 400)
        }
    }

    @Test("end with the household's quarter, and its bonus with them")
    func quarters() async throws {
        let clock = TestClock("2025-03-31T14:59:58Z")
        try await withHome(.sqlite, timeZone: "Asia/Tokyo", clock: clock) { home in
            _ = try await home.server.operations.rewards.createCard(
                .init(
                    name: "Freedom",
                    cardType: .chaseFreedom,
                    quarterlyBonus: .init(
                        category: .groceries,
                        multiplier: .init(minor: 500),
                        pointType: .ultimateRewards,
                        limit: .init(minor: 150_000)
                    )
                ),
                home.call()
            )
            #expect(try await home.best()?.multiplier.minor == 500)
            home.server.clock.set("2025-03-31T14:59:59Z")
            #expect(try await home.isCurrent())
            // Midnight there.
            home.server.clock.set("2025-03-31T15:00:00Z")
            #expect(try await !home.isCurrent())
            #expect(try await home.best()?.multiplier.minor == 100)
        }
    }

    @Test("are bounded in bytes, and those asked for lately stay")
    func bounded() async throws {
        try await withHome(.sqlite) { home in
            let (call, membership, wallet) = try await home.read()
            let most = 10
            let wallets = PreparedWallets(bytesMost: most * wallet.bytes)
            for number in 0..<1_000 {
                let member = ID<Entity.Member>(RawID(high: 1, low: UInt64(number)))
                wallets.keep(wallet, of: member, at: membership.head)
                wallets.keep(wallet, of: membership.member, at: membership.head)
                #expect(wallets.count <= most + 1)
                #expect(wallets.find(of: membership, at: call.now)?.isCurrent == true)
            }
        }
    }

    @Test("go along with a link that changes no card, and stay in the younger half by being used")
    func used() async throws {
        try await withHome(.sqlite) { home in
            let (call, membership, wallet) = try await home.read()
            let member = membership.member
            let wallets = PreparedWallets(bytesMost: 4 * wallet.bytes)
            func fill(_ numbers: Range<UInt64>) {
                for number in numbers {
                    let other = ID<Entity.Member>(RawID(high: 1, low: number))
                    wallets.keep(wallet, of: other, at: membership.head)
                }
            }
            wallets.keep(wallet, of: member, at: membership.head)
            let held = try #require(wallets.find(of: membership, at: call.now)?.held)
            let moved = Membership(
                member: member,
                role: membership.role,
                zone: membership.zone,
                currency: membership.currency,
                head: ChainHead(
                    household: membership.household,
                    sequence: membership.head.sequence + 1,
                    hash: ChainLink.genesis
                )
            )
            #expect(wallets.find(of: moved, at: call.now)?.isCurrent == false)
            wallets.keep(held, of: member, at: moved.head)
            #expect(wallets.find(of: moved, at: call.now)?.isCurrent == true)
            // An earlier call that ends later takes nothing back.
            wallets.keep(held, of: member, at: membership.head)
            #expect(wallets.find(of: moved, at: call.now)?.isCurrent == true)
            // Two more fill the younger half, which becomes the older; a use saves it from being
            // forgotten with that.
            fill(0..<2)
            wallets.keep(held, of: member, at: moved.head)
            fill(2..<5)
            #expect(wallets.find(of: moved, at: call.now)?.isCurrent == true)
            fill(5..<11)
            #expect(wallets.find(of: moved, at: call.now)?.isCurrent == nil)
            // What took its place stays.
            wallets.keep(wallet, of: member, at: moved.head)
            let newer = try #require(wallets.find(of: moved, at: call.now)?.held)
            fill(11..<12)
            wallets.keep(held, of: member, at: membership.head)
            let last = wallets.find(of: moved, at: call.now)?.held
            #expect(last === newer)
        }
    }

    @Test("of two calls at once keep what is further along the chain")
    func order() async throws {
        try await withHome(.sqlite) { home in
            let (call, membership, wallet) = try await home.read()
            let wallets = PreparedWallets()
            let earlier = ChainHead(
                household: membership.household,
                sequence: membership.head.sequence - 1,
                hash: ChainLink.genesis
            )
            wallets.keep(wallet, of: membership.member, at: membership.head)
            wallets.keep(wallet, of: membership.member, at: earlier)
            #expect(wallets.find(of: membership, at: call.now)?.isCurrent == true)
            #expect(wallets.count == 1)
        }
    }
}
