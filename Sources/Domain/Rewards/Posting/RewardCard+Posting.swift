public import Kernel

extension RewardCard {
    /// Adds a purchase on the card's account to the limit and the bonus that count for it.
    ///
    /// A purchase of a day before the limit's period is not added to it; a bonus counts where the
    /// day is in its quarter. Nothing is refused: what would come to more than any amount may be is
    /// not added. The limits are to be those of the instant: see ``moved(to:in:)``.
    ///
    /// - Parameters:
    ///   - amountCents: More than zero, in cents.
    ///   - category: What was bought.
    ///   - day: The household's day of it.
    ///   - now: The instant it posts at.
    ///   - zone: The household's.
    /// - Returns: What it was added to; `nil` when it was added to nothing.
    public mutating func post(
        _ amountCents: Int64,
        for category: RewardsCategory,
        on day: CivilDay,
        at now: Timestamp,
        in zone: Zone
    ) -> PostedPurchase? {
        var limitPeriod: PostedPurchase.LimitPeriod?
        var bonusPeriod: PostedPurchase.BonusPeriod?
        if let counting = limitCounting(for: category), counting.takes(day, at: now, in: zone),
            let place = limits.firstIndex(where: { $0.category == counting.category }),
            limits[place].addPosted(amountCents)
        {
            limitPeriod = PostedPurchase.LimitPeriod(of: counting)
        }
        if var bonus, bonus.covers(category), bonus.period == CalendarQuarter(of: day),
            bonus.addPosted(amountCents)
        {
            self.bonus = bonus
            bonusPeriod = PostedPurchase.BonusPeriod(
                category: bonus.category,
                quarter: bonus.period
            )
        }
        guard limitPeriod != nil || bonusPeriod != nil else { return nil }
        return PostedPurchase(amountCents: amountCents, limit: limitPeriod, bonus: bonusPeriod)
    }

    /// Follows what became of a purchase that was added: another amount, or none.
    ///
    /// A limit that is in another period by now, or that was replaced, stays as it is.
    ///
    /// - Parameters:
    ///   - posted: The purchase as it was added.
    ///   - amountCents: What counts of it now, zero or more, in cents.
    /// - Returns: The purchase as it is added now.
    public mutating func repost(
        _ posted: PostedPurchase,
        as amountCents: Int64
    ) -> PostedPurchase {
        let change = amountCents - posted.amountCents
        if let period = posted.limit,
            let place = limits.firstIndex(where: { PostedPurchase.LimitPeriod(of: $0) == period })
        {
            limits[place].changePosted(by: change)
        }
        if let period = posted.bonus, var bonus, bonus.category == period.category,
            bonus.period == period.quarter
        {
            bonus.changePosted(by: change)
            self.bonus = bonus
        }
        var reposted = posted
        reposted.amountCents = amountCents
        return reposted
    }
}

extension SpendingLimit {
    /// Whether a purchase of a day counts into the period that an instant is in: not one of a day
    /// before it began.
    ///
    /// A period begins a period before its reset date, but today at the latest: of one whose reset
    /// date lies further ahead, or that never begins anew, the beginning is not known.
    func takes(_ day: CivilDay, at now: Timestamp, in zone: Zone) -> Bool {
        let today = zone.day(of: now)
        let reset = zone.day(of: resetDate)
        guard let months = resetType.months else { return day >= min(reset, today) }
        let stands = min(resetDay, reset.month.dayCount) == reset.dayOfMonth
        let month = reset.month.adding(months: -months)
        let number = min(stands ? resetDay : reset.dayOfMonth, month.dayCount)
        return day >= min(month.firstDay.adding(days: number - 1), today)
    }
}

/// What has a part that was entered and one that was posted.
private protocol PostedSpending {
    var enteredCents: Int64 { get set }
    var postedCents: Int64 { get set }
}

extension SpendingLimit: PostedSpending {}
extension QuarterlyBonus: PostedSpending {}

extension PostedSpending {
    /// Adds a purchase, unless all would be more than any amount may be.
    fileprivate mutating func addPosted(_ cents: Int64) -> Bool {
        guard cents > 0, cents <= Int64(Limits.amountMinor) - (enteredCents + postedCents) else {
            return false
        }
        postedCents += cents
        return true
    }

    /// Follows a change of a purchase; nothing falls below zero by it.
    fileprivate mutating func changePosted(by cents: Int64) {
        let most = Int64(Limits.amountMinor) - enteredCents
        postedCents = max(0, min(most, postedCents + cents))
        enteredCents = max(enteredCents, -postedCents)
    }
}
