import Kernel

extension RewardCard {
    /// Changes what is spent of the limit that counts for a category.
    ///
    /// Adding also adds to the bonus where it is in its quarter and covers the category; where only
    /// the bonus does, both ways act on it. A limit may be passed. The limits are to be those of
    /// the instant: see ``moved(to:in:)``.
    ///
    /// - Parameters:
    ///   - amountCents: Zero or more, in cents.
    ///   - mode: Whether it is the whole or a part.
    ///   - category: What was bought.
    ///   - quarter: That of the instant.
    /// - Returns: What changed of the limit, or of the bonus where there is no limit.
    /// - Throws: ``SpendingChange/Refusal``; nothing is changed then.
    public mutating func spend(
        _ amountCents: Int64,
        _ mode: SpendingChange.Mode,
        for category: RewardsCategory,
        in quarter: CalendarQuarter
    ) throws(SpendingChange.Refusal) -> SpendingChange {
        let isBonusOpen = bonus.map { $0.period == quarter && $0.covers(category) } ?? false
        let openBonus = isBonusOpen ? bonus : nil
        guard let place = limitPlace(for: category) else {
            guard var bonus = openBonus else { throw .noLimit }
            let change = try Self.change(
                amountCents,
                mode,
                &bonus.enteredCents,
                &bonus.postedCents,
                of: bonus.limitCents
            )
            self.bonus = bonus
            return change
        }
        var limit = limits[place]
        let change = try Self.change(
            amountCents,
            mode,
            &limit.enteredCents,
            &limit.postedCents,
            of: limit.limitCents
        )
        if mode != .set, var bonus = openBonus {
            _ = try Self.change(
                amountCents,
                mode,
                &bonus.enteredCents,
                &bonus.postedCents,
                of: bonus.limitCents
            )
            self.bonus = bonus
        }
        limits[place] = limit
        return change
    }

    private func limitPlace(for category: RewardsCategory) -> Int? {
        guard let limit = limitCounting(for: category) else { return nil }
        return limits.firstIndex { $0.category == limit.category }
    }

    /// Changes one pair of sums.
    ///
    /// What is set is what the whole comes to: what was posted stays, and what was entered makes up
    /// the difference, below zero if need be.
    private static func change(
        _ amountCents: Int64,
        _ mode: SpendingChange.Mode,
        _ enteredCents: inout Int64,
        _ postedCents: inout Int64,
        of limitCents: Int64
    ) throws(SpendingChange.Refusal) -> SpendingChange {
        let previous = enteredCents + postedCents
        let total = mode == .set ? amountCents : previous + amountCents
        guard total <= Int64(Limits.amountMinor) else { throw .tooMuch }
        switch mode {
        case .set, .add: enteredCents = total - postedCents
        case .post: postedCents += amountCents
        }
        return SpendingChange(
            previousCents: previous,
            totalCents: total,
            limitCents: limitCents
        )
    }
}
