extension QuarterlyBonus {
    /// The rate of a purchase of which the bonus covers as much as is left of it.
    ///
    /// - Parameters:
    ///   - base: The rate of what it does not cover.
    ///   - amountCents: The purchase; `nil` counts as one that is covered.
    /// - Returns: The bonus rate, or the mean by amounts, rounded to hundredths half away from
    ///   zero.
    func rate(over base: Multiplier, amountCents: Int64?) -> Multiplier {
        let remaining = remainingCents
        guard let amountCents, amountCents > remaining else { return multiplier }
        let covered = Int128(remaining) * Int128(multiplier.hundredths)
        let rest = Int128(amountCents - remaining) * Int128(base.hundredths)
        let amount = Int128(amountCents)
        let mean = (2 * (covered + rest) + amount) / (2 * amount)
        return Multiplier(hundredths: Int64(mean))
    }
}
