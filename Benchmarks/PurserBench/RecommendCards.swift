import ArgumentParser
import Kernel
import Rewards

/// Recommends a card of a full wallet on one core, and tells how long that took.
struct RecommendCards: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recommend",
        abstract: "Recommends a card of a wallet, again and again, and tells how long that took."
    )

    @Option(help: "How many cards the wallet has.") var cards = Limits.cardsPerMember
    @Option(help: "How many recommendations.") var count = 100_000

    private static let now = Timestamp(seconds: 1_763_700_000)

    func validate() throws {
        guard (1...Limits.cardsPerMember).contains(cards), count > 0 else {
            throw ValidationError("--cards is 1 to \(Limits.cardsPerMember), --count 1 or more")
        }
    }

    func run() throws {
        let stored = (0..<cards).map(Self.card)
        let categories = RewardsCategory.allCases
        let clock = ContinuousClock()
        var named = 0
        // The wallet is made ready each time, as it is for a request.
        let time = clock.measure {
            for number in 0..<count {
                let wallet = RewardWallet(stored, at: Self.now, in: .utc)
                let purchase = RewardPurchase(
                    category: categories[number % categories.count],
                    amountCents: Int64(100 + number % 50_000)
                )
                let answer = wallet.recommend(for: purchase, preferences: .standard)
                named += answer?.cards.count ?? 0
            }
        }
        guard named == count * min(cards, 2) else {
            throw ValidationError("\(named) cards were named")
        }
        let microseconds = time / .microseconds(1) / Double(count)
        print("\(count) recommendations over \(cards) cards, \(microseconds) us each")
    }

    /// A card with rows, two limits of which one is nearly reached, and a bonus now and then.
    private static func card(_ number: Int) -> RewardCard {
        let types = CardType.allCases
        let type = types[number % types.count]
        var low = UInt64(number) * 100
        let limits: [SpendingLimit] = [RewardsCategory.groceries, .general].map { category in
            SpendingLimit(
                id: id(&low),
                category: category,
                limitCents: 100_000,
                enteredCents: Int64(number * 2_000),
                postedCents: 0,
                resetDate: now.adding(seconds: 86_400 * 10),
                resetType: .monthly,
                resetDay: 1
            )
        }
        return RewardCard(
            id: id(&low),
            name: "Card \(number)",
            type: type,
            rows: type.startingRows { id(&low) },
            bonus: number % 5 == 0 ? bonus : nil,
            limits: limits,
            createdAt: now,
            updatedAt: now
        )
    }

    private static let bonus = QuarterlyBonus(
        category: .gas,
        multiplier: Multiplier(hundredths: 500),
        pointType: .ultimateRewards,
        limitCents: 150_000,
        enteredCents: 20_000,
        postedCents: 0,
        period: CalendarQuarter(of: now, in: .utc)
    )

    private static func id<Kind>(_ low: inout UInt64) -> ID<Kind> {
        low += 1
        return ID(RawID(high: 0x018F_0000_0000_7000, low: 0x8000_0000_0000_0000 | low))
    }
}
