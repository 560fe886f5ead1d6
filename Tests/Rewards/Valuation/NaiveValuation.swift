import Foundation
import Kernel

@testable import Rewards

/// The same rules once more, as plainly as they can be written: cent by cent, day by day, and all
/// that was spent counted again for each purchase.
struct NaiveValuation {
    let card: RewardCard
    let worths: [PointType: Int]
    let deltaWorth: Int

    /// Takes what points are worth, and what cash back is on a card that is listed as Delta's.
    init(_ card: RewardCard, worths: [PointType: Int], deltaWorth: Int) {
        self.card = card
        self.worths = worths
        self.deltaWorth = deltaWorth
    }

    // MARK: Terms

    private static let parents: [RewardsCategory: RewardsCategory] = [
        .wholeFoods: .groceries, .restaurants: .dining, .fastFood: .dining, .coffee: .dining,
        .airfare: .travel, .hotels: .travel, .amazon: .online, .paypal: .online,
    ]

    private func chain(_ category: RewardsCategory) -> [RewardsCategory] {
        [category, Self.parents[category], .general].compactMap(\.self)
    }

    private func highest(_ category: RewardsCategory) -> RewardRow? {
        var best: RewardRow?
        for row in card.rows where row.isActive && row.category == category {
            if row.multiplier.hundredths > best?.multiplier.hundredths ?? 0 { best = row }
        }
        return best
    }

    private func base(_ category: RewardsCategory) -> RewardRow? {
        for link in chain(category) {
            if let row = highest(link) { return row }
        }
        return nil
    }

    private func limit(_ category: RewardsCategory) -> SpendingLimit? {
        card.limits.first { $0.category == category }
    }

    private func worth(_ rate: Int64, _ type: PointType) -> Int {
        let isDelta = card.source != nil && type == .cashBack
        return Int(rate) * (isDelta ? deltaWorth : worths[type] ?? 100)
    }

    private var noRow: (Int64, PointType) {
        (100, card.rows.first?.pointType ?? .membershipRewards)
    }

    // MARK: Value

    /// What a purchase is worth when so much was spent on the limit that bounds it and on the
    /// bonus.
    func cents(of purchase: PastPurchase, spent: (SpendingLimit) -> Int64, bonus: Int64?) -> Int64 {
        let row = base(purchase.category)
        let rate = row.map { ($0.multiplier.hundredths, $0.pointType) } ?? noRow
        let limit = row.flatMap { self.limit($0.category) } ?? self.limit(purchase.category)
        let general = highest(.general).map { ($0.multiplier.hundredths, $0.pointType) } ?? noRow
        let above = limit?.category == .general ? (100, general.1) : general
        let isCovered =
            bonus != nil && chain(purchase.category).contains { $0 == card.bonus?.category }
        let before = limit.map(spent) ?? 0
        let extra = card.bonus.flatMap { isCovered && $0.multiplier.hundredths > rate.0 ? $0 : nil }
        let worths = (
            rate: worth(rate.0, rate.1), above: worth(above.0, above.1),
            bonus: extra.map { worth($0.multiplier.hundredths, $0.pointType) } ?? 0
        )
        var sum = 0
        for cent in 1...purchase.amountCents {
            if let limit, before + cent > limit.limitCents {
                sum += worths.above
            } else if let extra, let bonus, bonus + cent <= extra.limitCents {
                sum += worths.bonus
            } else {
                sum += worths.rate
            }
        }
        let fee = purchase.isForeign ? Decimal(card.foreignFeeBasisPoints ?? 0) : 0
        return rounded(Decimal(sum) / 1_000_000)
            - rounded(Decimal(purchase.amountCents) * fee / 10_000)
    }

    private func rounded(_ number: Decimal) -> Int64 {
        var number = number
        var result = Decimal()
        NSDecimalRound(&result, &number, 0, .bankers)
        return NSDecimalNumber(decimal: result).int64Value
    }

    // MARK: Spending

    /// What was spent on a limit in the period that contains a day, by earlier purchases.
    func spent(on limit: SpendingLimit, at day: CivilDay, _ earlier: [PastPurchase]) -> Int64 {
        let period = period(of: day, limit)
        let isPresent = period == self.period(of: lastDay(limit), limit)
        return earlier.reduce(isPresent ? limit.enteredCents : 0) { sum, purchase in
            let filled = chain(purchase.category).compactMap { self.limit($0) }.first
            let counts =
                purchase.cardID == card.id && purchase.amountCents > 0
                && filled?.category == limit.category
                && self.period(of: purchase.day, limit) == period
            return sum + (counts ? purchase.amountCents : 0)
        }
    }

    /// What was spent on the bonus by earlier purchases; `nil` outside of its quarter.
    func spentOnBonus(at day: CivilDay, _ earlier: [PastPurchase]) -> Int64? {
        guard let bonus = card.bonus, Self.isDay(day, in: bonus.period) else { return nil }
        return earlier.reduce(bonus.enteredCents) { sum, purchase in
            let counts =
                purchase.cardID == card.id && purchase.amountCents > 0
                && Self.isDay(purchase.day, in: bonus.period)
                && chain(purchase.category).contains(bonus.category)
            return sum + (counts ? purchase.amountCents : 0)
        }
    }

    private static func isDay(_ day: CivilDay, in quarter: CalendarQuarter) -> Bool {
        let parts = day.text.split(separator: "-").compactMap { Int($0) }
        return parts[0] == quarter.year && (parts[1] - 1) / 3 + 1 == quarter.quarter
    }

    private func lastDay(_ limit: SpendingLimit) -> CivilDay {
        Zone.utc.day(of: limit.resetDate).adding(days: -1)
    }

    /// How many periods began from the start of 2024 to a day, each day looked at by itself.
    private func period(of day: CivilDay, _ limit: SpendingLimit) -> Int {
        let months = [ResetType.monthly: 1, .quarterly: 3, .annually: 12][limit.resetType]
        guard let months else { return 0 }
        let reset = Zone.utc.day(of: limit.resetDate)
        var count = 0
        var other = ValueFixture.day("2024-01-01")
        while other <= day {
            let month = other.month
            let gap = (month.year - reset.month.year) * 12 + month.month - reset.month.month
            if gap % months == 0, other.dayOfMonth == min(limit.resetDay, month.dayCount) {
                count += 1
            }
            other = other.adding(days: 1)
        }
        return count
    }
}
