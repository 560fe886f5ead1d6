/// A higher rate that a card earns in one category during one quarter, up to a limit.
public struct QuarterlyBonus: Hashable, Sendable {
    /// Where it earns, and in every category below that one.
    public var category: RewardsCategory
    /// How much; more than zero.
    public var multiplier: Multiplier
    /// In what.
    public var pointType: PointType
    /// What is spent at most at that rate, in cents; more than zero.
    public var limitCents: Int64
    /// What the member entered as spent, in cents; below zero where
    /// less was set than was posted.
    public var enteredCents: Int64
    /// What purchases on the card's account added, in cents.
    public var postedCents: Int64
    /// When it counts, in household time.
    public var period: CalendarQuarter

    /// Makes a bonus.
    public init(
        category: RewardsCategory,
        multiplier: Multiplier,
        pointType: PointType,
        limitCents: Int64,
        enteredCents: Int64 = 0,
        postedCents: Int64 = 0,
        period: CalendarQuarter
    ) {
        self.category = category
        self.multiplier = multiplier
        self.pointType = pointType
        self.limitCents = limitCents
        self.enteredCents = enteredCents
        self.postedCents = postedCents
        self.period = period
    }

    /// The contract's `currentSpending`, in cents: what was entered and what was posted.
    public var spentCents: Int64 { enteredCents + postedCents }

    /// What is left at the bonus rate, in cents; zero or less when nothing is.
    public var remainingCents: Int64 { limitCents - spentCents }

    /// Whether it covers purchases of a category: its own category is in that one's chain.
    public func covers(_ requested: RewardsCategory) -> Bool {
        category == requested || category == requested.parent || category == .general
    }
}
