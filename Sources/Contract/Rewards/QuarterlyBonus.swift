extension API.Rewards {
    /// A higher rate that a card earns in one category during one quarter, up to a limit.
    public struct QuarterlyBonus: Codable, Sendable, Equatable {
        /// Where it earns.
        public let category: SpendingCategory
        /// How much for each unit of money.
        public let multiplier: PositiveAmount
        /// What.
        public let pointType: PointType
        /// What is spent at most at that rate.
        public let limit: PositiveAmount
        /// What was spent of it, by hand and in the ledger together.
        public let currentSpending: SpentAmount
        /// What of that the ledger tells, where the card is tied to an account.
        public let ledgerSpending: SpentAmount?
        /// The quarter, 1...4.
        public let quarter: Quarter
        /// The year of the quarter.
        public let year: Year

        /// Makes a bonus.
        public init(
            category: SpendingCategory,
            multiplier: PositiveAmount,
            pointType: PointType,
            limit: PositiveAmount,
            currentSpending: SpentAmount,
            ledgerSpending: SpentAmount? = nil,
            quarter: Quarter,
            year: Year
        ) {
            self.category = category
            self.multiplier = multiplier
            self.pointType = pointType
            self.limit = limit
            self.currentSpending = currentSpending
            self.ledgerSpending = ledgerSpending
            self.quarter = quarter
            self.year = year
        }
    }

    /// A higher rate that a card is to earn in one category during one quarter.
    public struct QuarterlyBonusInput: Codable, Sendable, Equatable {
        /// Where it earns.
        public let category: SpendingCategory
        /// How much for each unit of money, more than 0.
        public let multiplier: PositiveAmount
        /// What.
        public let pointType: PointType
        /// What is spent at most at that rate, more than 0.
        public let limit: PositiveAmount
        /// What was spent of it; 0 when left out.
        public let currentSpending: SpentAmount?
        /// The quarter, 1...4; the one that it is now when left out.
        public let quarter: Quarter?
        /// The year of the quarter; the one that it is now when left out.
        public let year: Year?

        /// Makes a bonus.
        public init(
            category: SpendingCategory,
            multiplier: PositiveAmount,
            pointType: PointType,
            limit: PositiveAmount,
            currentSpending: SpentAmount? = nil,
            quarter: Quarter? = nil,
            year: Year? = nil
        ) {
            self.category = category
            self.multiplier = multiplier
            self.pointType = pointType
            self.limit = limit
            self.currentSpending = currentSpending
            self.quarter = quarter
            self.year = year
        }

        /// The bonus as it was read; what the ledger tells of it is not sent back.
        public init(_ bonus: QuarterlyBonus) {
            self.init(
                category: bonus.category,
                multiplier: bonus.multiplier,
                pointType: bonus.pointType,
                limit: bonus.limit,
                currentSpending: bonus.currentSpending,
                quarter: bonus.quarter,
                year: bonus.year
            )
        }
    }
}
