public import Kernel

/// Up to what amount a card earns its rate in one category, and how much of it is used.
///
/// No timer resets it: whoever reads it asks for it as it is at an instant.
public struct SpendingLimit: Hashable, Sendable {
    /// The limit's id.
    public var id: ID<Entity.SpendingLimit>
    /// What it limits.
    public var category: RewardsCategory
    /// The limit, in cents; more than zero.
    public var limitCents: Int64
    /// What the member entered as spent in this period, in cents; below zero where
    /// less was set than was posted.
    public var enteredCents: Int64
    /// What purchases on the card's account added in this period, in cents.
    public var postedCents: Int64
    /// When it begins anew; of ``ResetType/never`` the instant it was made.
    public var resetDate: Timestamp
    /// How often it begins anew.
    public var resetType: ResetType
    /// The day of the month it begins anew on, 1...31; a shorter month has it on its last day.
    ///
    /// It keeps a limit of the 31st at the ends of months after a February.
    public var resetDay: Int

    /// Makes a limit; without a day of the month it has the one that the reset date has in UTC.
    public init(
        id: ID<Entity.SpendingLimit>,
        category: RewardsCategory,
        limitCents: Int64,
        enteredCents: Int64 = 0,
        postedCents: Int64 = 0,
        resetDate: Timestamp,
        resetType: ResetType = .annually,
        resetDay: Int? = nil
    ) {
        self.id = id
        self.category = category
        self.limitCents = limitCents
        self.enteredCents = enteredCents
        self.postedCents = postedCents
        self.resetDate = resetDate
        self.resetType = resetType
        self.resetDay = resetDay ?? Zone.utc.day(of: resetDate).dayOfMonth
    }

    /// The contract's `currentSpending`, in cents: what was entered and what was posted.
    public var spentCents: Int64 { enteredCents + postedCents }

    /// What is left of it, in cents; never below zero.
    public var remainingCents: Int64 { max(0, limitCents - spentCents) }

    /// Whether nothing is left of it.
    public var isReached: Bool { spentCents >= limitCents }

    /// Whether the period is over at an instant.
    public func isOver(at now: Timestamp) -> Bool {
        resetType != .never && resetDate <= now
    }

    /// The limit as it is read at an instant: if the period is over, nothing is spent and the reset
    /// date has moved on by whole periods into the future.
    public func moved(to now: Timestamp, in zone: Zone) -> SpendingLimit {
        guard isOver(at: now), let months = resetType.months else { return self }
        var limit = self
        limit.enteredCents = 0
        limit.postedCents = 0
        limit.resetDate = ResetDate.next(
            after: now,
            from: resetDate,
            months: months,
            on: resetDay,
            in: zone
        )
        return limit
    }
}
