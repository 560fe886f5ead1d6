import Kernel

/// The cards of a wallet while purchases go by in the order of their days.
///
/// Everything is in flat arrays that are made once, so a purchase makes nothing.
struct WalletWalk {
    /// Another card that a purchase would have earned more on.
    struct Better {
        /// Its place in the wallet.
        let card: Int
        /// What it would have earned there, in cents.
        let cents: Int64
        /// How much more that is, in cents.
        let missed: Int64
    }

    /// A card, with the place of the first of its limits among the periods.
    private struct Entry {
        let firstPeriod: Int
        let feeBasisPoints: Int64
        let bonusDays: Range<Int>
        let bonusLimit: Int64
        var bonusSpent: Int64

        var bonusRest: Int64 { bonusLimit - min(bonusLimit, max(0, bonusSpent)) }
    }

    private var entries: [Entry]
    /// The terms of all cards, as many for each as there are categories.
    private var terms: [CategoryTerms]
    private var periods: [LimitPeriod]
    /// Active cards in the order in which equals stand.
    private let offered: [Int]
    private let places: [ID<Entity.RewardCard>: Int]

    private static let categoryCount = RewardsCategory.allCases.count

    init(_ wallet: [RewardCard], _ values: PointValues, from day: CivilDay, in zone: Zone) {
        entries = []
        terms = []
        periods = []
        for card in wallet {
            let bonus = card.bonus
            let quarter = bonus?.period ?? CalendarQuarter(of: day)
            let ready = WalletCard(card, in: quarter)
            terms += RewardsCategory.allCases.map { CategoryTerms(of: $0, on: ready, values) }
            entries.append(
                Entry(
                    firstPeriod: periods.count,
                    feeBasisPoints: card.feeAbroadBasisPoints,
                    bonusDays: bonus?.period.dayNumbers ?? 0..<0,
                    bonusLimit: bonus?.limitCents ?? 0,
                    bonusSpent: bonus?.enteredCents ?? 0
                )
            )
            periods += card.limits.map { LimitPeriod(of: $0, on: day, in: zone) }
        }
        offered = WalletOrder.places(of: wallet).filter { wallet[$0].isActive }
        places = Dictionary(wallet.indices.map { (wallet[$0].id, $0) }) { first, _ in first }
    }

    /// The place of a card; `nil` when the wallet does not hold it.
    func card(with id: ID<Entity.RewardCard>) -> Int? { places[id] }

    /// What a purchase earned on the card that was used, and the best of the others if it is
    /// better.
    mutating func compare(
        _ purchase: PastPurchase,
        with used: Int?
    ) -> (earned: Int64?, better: Better?) {
        let earned = used.map { cents(of: purchase, on: $0) }
        var best: (card: Int, cents: Int64)?
        for card in offered where card != used {
            let cents = cents(of: purchase, on: card)
            if best.map({ cents > $0.cents }) ?? true { best = (card, cents) }
        }
        guard let best, best.cents > earned ?? 0 else { return (earned, nil) }
        let missed = best.cents - (earned ?? 0)
        return (earned, Better(card: best.card, cents: best.cents, missed: missed))
    }

    /// Counts a purchase on the limit and the bonus of the card that was used.
    mutating func fill(_ purchase: PastPurchase, on card: Int) {
        let day = purchase.day.dayNumber
        let terms = terms[place(of: purchase.category, on: card)]
        if terms.filled >= 0 {
            periods[entries[card].firstPeriod + terms.filled].fill(purchase.amountCents, on: day)
        }
        if terms.fillsBonus, entries[card].bonusDays.contains(day) {
            // More than any bonus is limited to is as good as that.
            entries[card].bonusSpent =
                min(entries[card].bonusSpent, Limits.amountMinor) + purchase.amountCents
        }
    }

    private func place(of category: RewardsCategory, on card: Int) -> Int {
        card * Self.categoryCount + category.ordinal
    }

    private mutating func cents(
        of purchase: PastPurchase,
        on card: Int
    ) -> Int64 {
        let day = purchase.day.dayNumber
        let terms = terms[place(of: purchase.category, on: card)]
        let limitLeft =
            terms.limit < 0
            ? .max : periods[entries[card].firstPeriod + terms.limit].left(on: day)
        let isBonusDay = terms.bonus >= 0 && entries[card].bonusDays.contains(day)
        return terms.value(
            of: purchase.amountCents,
            limitLeft: limitLeft,
            bonusLeft: isBonusDay ? entries[card].bonusRest : 0,
            feeBasisPoints: purchase.isForeign ? entries[card].feeBasisPoints : 0
        ).cents
    }
}

extension CalendarQuarter {
    /// The days of the quarter, as day numbers.
    fileprivate var dayNumbers: Range<Int> {
        let first = CivilDay(year: year, month: quarter * 3 - 2, day: 1)
        guard let first else { return 0..<0 }
        return first.dayNumber..<first.month.adding(months: 3).firstDay.dayNumber
    }
}
