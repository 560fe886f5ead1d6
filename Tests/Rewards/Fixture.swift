import Kernel
import Rewards

/// The day of the contract's cases (rewards.md, section 7), at noon.
let today = instant("2025-02-10T12:00:00Z")

func instant(_ text: String) -> Timestamp {
    guard let instant = Timestamp(text) else { preconditionFailure("\(text) is no instant") }
    return instant
}

func zone(_ name: String) -> Zone {
    guard let zone = Zone.named(name) else { preconditionFailure("\(name) is no zone") }
    return zone
}

func id<Kind>(_ number: Int) -> ID<Kind> { ID(RawID(high: 0, low: UInt64(number))) }

/// A card with the rows of its product.
func card(
    _ type: CardType,
    name: String? = nil,
    number: Int = 1,
    limits: [SpendingLimit] = [],
    bonus: QuarterlyBonus? = nil,
    isActive: Bool = true
) -> RewardCard {
    var rows = 0
    return RewardCard(
        id: id(number),
        name: name ?? type.displayValue,
        type: type,
        rows: type.startingRows {
            rows += 1
            return id(number * 1_000 + rows)
        },
        bonus: bonus,
        limits: limits,
        isActive: isActive,
        createdAt: today,
        updatedAt: today
    )
}

/// A yearly limit, in whole dollars.
func limit(_ category: RewardsCategory, _ dollars: Int64, spent: Int64) -> SpendingLimit {
    SpendingLimit(
        id: id(category.rawValue.utf8.reduce(0) { $0 * 31 % 65_521 + Int($1) }),
        category: category,
        limitCents: dollars * 100,
        enteredCents: spent * 100,
        resetDate: instant("2026-02-10T00:00:00Z")
    )
}

/// Amex Gold with the groceries limit of the cases.
func gold(spent: Int64) -> RewardCard {
    card(.amexGold, number: 1, limits: [limit(.groceries, 1_000, spent: spent)])
}

/// Citi Double Cash.
let doubleCash = card(.citiDoubleCash, number: 2)

/// Chase Freedom with the bonus of the cases.
func freedom(spent: Int64) -> RewardCard {
    card(
        .chaseFreedom,
        number: 3,
        bonus: QuarterlyBonus(
            category: .gas,
            multiplier: Multiplier(hundredths: 500),
            pointType: .ultimateRewards,
            limitCents: 150_000,
            enteredCents: spent * 100,
            period: CalendarQuarter(year: 2025, quarter: 1)
        )
    )
}

extension [RewardCard] {
    /// What is recommended of these cards.
    func recommended(
        _ category: RewardsCategory,
        dollars: Int64? = nil,
        preferring points: PointType = .membershipRewards,
        at now: Timestamp = today,
        in zone: Zone = .utc,
        language: AnswerLanguage = .english
    ) -> Recommendation? {
        RewardWallet(self, at: now, in: zone).recommend(
            for: RewardPurchase(category: category, amountCents: dollars.map { $0 * 100 }),
            preferences: RewardPreferences(preferred: points, language: language)
        )
    }
}

extension RankedCard {
    /// `name rate points total`, as a table shows it.
    var line: String {
        let total = DecimalText.text(minor: standing.totalThousandths, exponent: 3)
        return "\(cardName) \(standing.earning.rate.text) "
            + "\(standing.earning.pointType.displayValue) \(total)"
    }
}
