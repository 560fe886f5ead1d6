import Kernel

@testable import Rewards

/// Wallets and purchases that a seed decides (SplitMix64), so that a failure can be seen again.
struct ValueChance {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((bits ^ (bits >> 31)).multipliedFullWidth(by: UInt64(bound)).high)
    }

    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// Few categories, so that rows, limits and purchases meet; with parents and without.
    static let categories: [RewardsCategory] = [
        .groceries, .wholeFoods, .dining, .coffee, .travel, .airfare, .online, .amazon, .gas,
        .costco, .general, .general,
    ]

    mutating func day() -> CivilDay {
        ValueFixture.day("2024-12-01").adding(days: below(500))
    }

    mutating func values() -> PointValues {
        ValueFixture.values([
            ("MR", Int64(below(300))), ("UR", Int64(below(300))), ("Delta SkyMiles", 115),
        ])
    }

    mutating func card(_ number: Int) -> RewardCard {
        let rows = (0..<below(6)).map { _ in
            ValueFixture.row(
                one(of: Self.categories),
                Int64(1 + below(600)),
                one(of: [.cashBack, .membershipRewards, .ultimateRewards]),
                isActive: below(5) > 0
            )
        }
        var limits: [SpendingLimit] = []
        for _ in 0..<below(4) {
            let limit = limit()
            if !limits.contains(where: { $0.category == limit.category }) { limits.append(limit) }
        }
        return ValueFixture.card(
            number,
            one(of: ["a", "A", "b", "c"]),
            rows,
            bonus: below(2) == 0 ? bonus() : nil,
            limits: limits,
            isActive: below(5) > 0,
            fee: one(of: [nil, 0, 270, 300, 55]),
            listedAs: below(3) == 0 ? "us-amex-delta-skymiles-gold" : nil
        )
    }

    private mutating func limit() -> SpendingLimit {
        let day = day()
        // One in three stands for the 31st and lies on the last day of its month.
        let isLast = below(3) == 0
        let reset = isLast ? day.month.lastDay : day
        return ValueFixture.limit(
            one(of: Self.categories),
            Int64(1 + below(6_000)),
            entered: Int64(below(4_000)),
            posted: Int64(below(1_000)),
            resets: reset.text,
            one(of: [.monthly, .monthly, .quarterly, .annually, .never]),
            day: isLast ? 31 : reset.dayOfMonth
        )
    }

    private mutating func bonus() -> QuarterlyBonus {
        QuarterlyBonus(
            category: one(of: Self.categories),
            multiplier: Multiplier(hundredths: Int64(1 + below(900))),
            pointType: one(of: [.cashBack, .membershipRewards]),
            limitCents: Int64(1 + below(5_000)),
            enteredCents: Int64(below(3_000)),
            postedCents: Int64(below(1_000)),
            period: CalendarQuarter(of: day())
        )
    }

    /// Purchases in the order of their days, some on cards that no wallet holds.
    mutating func purchases(_ count: Int, cards: Int) -> [PastPurchase] {
        let days = (0..<count).map { _ in day() }.sorted()
        return days.enumerated().map { number, day in
            let card = below(cards + 2)
            return ValueFixture.purchase(
                number,
                day.text,
                Int64(below(3_000) - 50),
                one(of: RewardsCategory.allCases),
                on: card == cards ? nil : card,
                isForeign: below(4) == 0
            )
        }
    }
}
