import Contract
import Kernel

/// Cards, sentences and preferences by chance.
struct CardChance: Sendable {
    let source: Chance

    init(_ source: Chance) { self.source = source }

    private typealias Category = API.Rewards.SpendingCategory

    private static let queries = [
        "groceries", "I'm buying groceries at Whole Foods", "$1,250.50 flight to Paris",
        "20 bucks at Starbucks", "dinner for forty dollars", "filling up at Shell",
        "something at Costco", "an order from Amazon for $89.99", "paying my rent",
        "Netflix", "a ride with Uber, 35.20", "new phone from Verizon $999", "what is best",
        "a hotel in Rome", "paypal to a friend $50", "medicine at CVS", "movie night",
    ]
    private static let merchants = ["whole foods", "Delta", "Nobody's", "eBay", "WALGREENS"]

    /// A card that is to be added.
    func card() -> API.Rewards.CardInput {
        let type = source.one(of: API.Rewards.CardType.allCases)
        return .init(
            name: source.one(of: [type.displayName, "Card \(source.number(below: 4))"]),
            cardType: type,
            rewardCategories: source.number(below: 3) == 0 ? rows() : nil,
            quarterlyBonus: source.number(below: 3) == 0 ? bonus() : nil,
            spendingLimits: limits(),
            isActive: source.number(below: 8) > 0
        )
    }

    /// A purchase that is asked about.
    func request() -> API.Rewards.RecommendationRequest {
        .init(
            userQuery: source.one(of: Self.queries),
            spendingCategory: source.one(of: [nil, nil, category()]),
            merchant: source.one(of: [nil, nil, source.one(of: Self.merchants)]),
            amount: source.one(of: [nil, amount()]),
            userPreferences: source.number(below: 3) == 0 ? said() : nil,
            userCards: source.number(below: 4) == 0 ? offered() : nil
        )
    }

    /// Preferences that a member sets.
    func preferences() -> API.Rewards.UserPreferencesInput {
        let said = said()
        return .init(
            preferredPointSystem: said.preferredPointSystem,
            alertThreshold: said.alertThreshold,
            language: said.language
        )
    }

    private func said() -> API.Rewards.PreferencesInput {
        .init(
            preferredPointSystem: source.one(
                of: [nil, source.one(of: API.Rewards.PointSystem.allCases)]
            ),
            alertThreshold: source.one(
                of: [nil, AlertThreshold(millionths: Int64(1 + source.number(below: 1_000_000)))]
            ),
            language: source.one(of: [nil, source.one(of: API.Rewards.Language.allCases)])
        )
    }

    /// One to four cards in place of the stored ones, the first of them active.
    private func offered() -> [API.Rewards.OfferedCard] {
        (0...source.number(below: 4)).map { number in
            let type = source.one(of: API.Rewards.CardType.allCases)
            return .init(
                id: ID(RawID(high: 9, low: UInt64(number + 1))),
                name: "Offered \(number % 2)",
                cardType: type,
                rewardCategories: source.one(of: [nil, [], rows()]),
                quarterlyBonus: source.number(below: 3) == 0 ? bonus() : nil,
                spendingLimits: limits(),
                isActive: number == 0 ? nil : source.number(below: 4) > 0
            )
        }
    }

    private func rows() -> [API.Rewards.RewardCategoryInput] {
        (0...source.number(below: 4)).map { _ in
            .init(
                category: category(),
                multiplier: .init(minor: Int64(1 + source.number(below: 1_000))),
                pointType: source.one(of: API.Rewards.PointType.allCases),
                isActive: source.number(below: 5) > 0
            )
        }
    }

    private func bonus() -> API.Rewards.QuarterlyBonusInput {
        .init(
            category: category(),
            multiplier: .init(minor: Int64(100 + source.number(below: 900))),
            pointType: source.one(of: API.Rewards.PointType.allCases),
            limit: .init(minor: 150_000),
            currentSpending: .init(minor: Int64(source.number(below: 160_000))),
            quarter: source.one(of: [nil, API.Rewards.Quarter(1), API.Rewards.Quarter(2)])
        )
    }

    /// Limits, one for a category, of which some are reached.
    private func limits() -> [API.Rewards.SpendingLimitInput] {
        var categories = Set<Category>()
        for _ in 0..<source.number(below: 4) { categories.insert(category()) }
        return categories.sorted { $0.rawValue < $1.rawValue }.map { category in
            .init(
                category: category,
                limit: .init(minor: 100_000),
                currentSpending: .init(minor: Int64(source.number(below: 110_000))),
                resetType: source.one(of: API.Rewards.ResetType.allCases)
            )
        }
    }

    private func amount() -> DecimalAmount {
        DecimalAmount(minor: Int64(1 + source.number(below: 60_000)))
    }

    private func category() -> Category { source.one(of: Category.allCases) }
}
