public import Kernel

extension API.Rewards {
    /// What a card earns in one category.
    public struct RewardCategory: Codable, Sendable, Equatable {
        /// The row.
        public let id: ID<Entity.RewardRow>
        /// Where it earns; `general` is the rate of everything else.
        public let category: SpendingCategory
        /// How much for each unit of money, more than 0 and at most 100.
        public let multiplier: Multiplier
        /// What.
        public let pointType: PointType
        /// Whether the row counts.
        public let isActive: Bool

        /// Makes a row.
        public init(
            id: ID<Entity.RewardRow>,
            category: SpendingCategory,
            multiplier: Multiplier,
            pointType: PointType,
            isActive: Bool = true
        ) {
            self.id = id
            self.category = category
            self.multiplier = multiplier
            self.pointType = pointType
            self.isActive = isActive
        }
    }

    /// What a card is to earn in one category.
    public struct RewardCategoryInput: Codable, Sendable, Equatable {
        /// The row, which keeps its id; a new one when left out.
        public let id: ID<Entity.RewardRow>?
        /// Where it earns; `general` is the rate of everything else.
        public let category: SpendingCategory
        /// How much for each unit of money, more than 0 and at most 100.
        public let multiplier: Multiplier
        /// What.
        public let pointType: PointType
        /// Whether the row counts; it does when left out.
        public let isActive: Bool?

        /// Makes a row.
        public init(
            id: ID<Entity.RewardRow>? = nil,
            category: SpendingCategory,
            multiplier: Multiplier,
            pointType: PointType,
            isActive: Bool? = nil
        ) {
            self.id = id
            self.category = category
            self.multiplier = multiplier
            self.pointType = pointType
            self.isActive = isActive
        }

        /// The row as it was read.
        public init(_ row: RewardCategory) {
            self.init(
                id: row.id,
                category: row.category,
                multiplier: row.multiplier,
                pointType: row.pointType,
                isActive: row.isActive
            )
        }
    }
}
