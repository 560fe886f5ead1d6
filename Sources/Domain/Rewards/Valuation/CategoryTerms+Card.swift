extension CategoryTerms {
    /// Reads what a card pays for a category, as the optimizer reads it.
    ///
    /// The bonus is read in whatever quarter it counts; whoever uses the terms minds its quarter.
    init(of category: RewardsCategory, on card: WalletCard, _ values: PointValues) {
        let base = card.base(for: category)
        let limit = card.limit(for: category)
        let beyond = limit.map { card.earning(beyond: $0) }
        let bonus = card.card.bonus.flatMap { $0.covers(category) ? $0 : nil }
        self.rate = Self.worth(base, on: card, values)
        self.aboveLimit = beyond.map { Self.worth($0, on: card, values) } ?? 0
        self.bonus =
            bonus.flatMap { bonus in
                guard bonus.multiplier > base.rate else { return nil }
                let earning = Earning(rate: bonus.multiplier, pointType: bonus.pointType)
                return Self.worth(earning, on: card, values)
            } ?? -1
        self.limit = Self.place(of: limit, on: card)
        self.filled = Self.place(of: card.card.limitCounting(for: category), on: card)
        self.fillsBonus = bonus != nil
    }

    private static func place(of limit: SpendingLimit?, on card: WalletCard) -> Int {
        guard let limit else { return -1 }
        return card.card.limits.firstIndex { $0.category == limit.category } ?? -1
    }

    /// A product that does not fit is the largest that does; no real rate comes near.
    private static func worth(
        _ earning: Earning,
        on card: WalletCard,
        _ values: PointValues
    ) -> Int64 {
        let value = values.hundredths(of: earning.pointType, on: card.card)
        let (worth, isTooLarge) = earning.rate.hundredths.multipliedReportingOverflow(by: value)
        return isTooLarge ? .max : worth
    }
}
