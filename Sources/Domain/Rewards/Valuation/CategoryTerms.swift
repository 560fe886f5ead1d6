/// What a card pays for one category, ready to be multiplied with amounts.
///
/// A worth is hundredths of a point for each unit of money, times hundredths of a cent for each
/// point.
struct CategoryTerms: Sendable {
    /// The worth of the category's rate.
    var rate: Int64
    /// The worth above the limit.
    var aboveLimit: Int64
    /// The worth of the bonus, where it covers the category and is higher than the rate; else -1.
    var bonus: Int64
    /// The place of the limit on the rate among the card's limits, or -1.
    var limit: Int
    /// The place of the limit that a purchase fills, or -1.
    var filled: Int
    /// Whether a purchase fills the bonus.
    var fillsBonus: Bool
}

extension CategoryTerms {
    /// Splits an amount over the rates.
    ///
    /// What is above the limit earns the rate of everything else, whether or not the bonus has
    /// room, as the optimizer rates a card at its limit. The bonus is used up before the rate. What
    /// is left of the limit and of the bonus is 0 or more.
    func value(
        of amount: Int64,
        limitLeft: Int64,
        bonusLeft: Int64,
        feeBasisPoints: Int64
    ) -> PurchaseValue {
        let within = min(amount, limitLeft)
        let atBonus = bonus < 0 ? 0 : min(within, bonusLeft)
        let atRate = within - atBonus
        let above = amount - within
        let reward =
            Int128(atBonus) * Int128(bonus) + Int128(atRate) * Int128(rate)
            + Int128(above) * Int128(aboveLimit)
        return PurchaseValue(
            atBonusCents: atBonus,
            atRateCents: atRate,
            aboveLimitCents: above,
            rewardCents: PurchaseValue.cents(reward, in: PurchaseValue.rewardUnit),
            feeCents: feeBasisPoints == 0
                ? 0
                : PurchaseValue.cents(
                    Int128(amount) * Int128(feeBasisPoints),
                    in: PurchaseValue.feeUnit
                )
        )
    }
}
