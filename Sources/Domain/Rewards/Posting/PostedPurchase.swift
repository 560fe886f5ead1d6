public import Kernel

/// A purchase on a card's account, with what it was added to.
///
/// What it was added to is settled when it posts; of what becomes of the purchase afterwards only
/// the amount follows.
public struct PostedPurchase: Hashable, Sendable {
    /// What of it counts now, in cents; 0 while it is withdrawn.
    public var amountCents: Int64
    /// The limit it was added to.
    public let limit: LimitPeriod?
    /// The bonus it was added to.
    public let bonus: BonusPeriod?

    /// A limit in one of its periods.
    public struct LimitPeriod: Hashable, Sendable {
        /// The limit's id.
        public let id: ID<Entity.SpendingLimit>
        /// Its category.
        public let category: RewardsCategory
        /// When the period ends.
        public let resetDate: Timestamp

        /// Names a limit in a period.
        public init(
            id: ID<Entity.SpendingLimit>,
            category: RewardsCategory,
            resetDate: Timestamp
        ) {
            self.id = id
            self.category = category
            self.resetDate = resetDate
        }

        /// The period that a limit is in.
        public init(of limit: SpendingLimit) {
            self.init(id: limit.id, category: limit.category, resetDate: limit.resetDate)
        }
    }

    /// A bonus in its quarter.
    public struct BonusPeriod: Hashable, Sendable {
        /// Its category.
        public let category: RewardsCategory
        /// Its quarter.
        public let quarter: CalendarQuarter

        /// Names a bonus in a quarter.
        public init(category: RewardsCategory, quarter: CalendarQuarter) {
            self.category = category
            self.quarter = quarter
        }
    }

    /// Makes a purchase with what it was added to.
    public init(amountCents: Int64, limit: LimitPeriod?, bonus: BonusPeriod?) {
        self.amountCents = amountCents
        self.limit = limit
        self.bonus = bonus
    }
}
