public import Kernel

extension API.Rewards {
    /// Up to what amount a card earns its rate in one category, and how much of it is used.
    public struct SpendingLimit: Codable, Sendable, Equatable {
        /// The limit.
        public let id: ID<Entity.SpendingLimit>
        /// What it limits.
        public let category: SpendingCategory
        /// The limit.
        public let limit: PositiveAmount
        /// What was spent of it, by hand and in the ledger together.
        public let currentSpending: SpentAmount
        /// What of that the ledger tells, where the card is tied to an account.
        public let ledgerSpending: SpentAmount?
        /// When it begins at nothing again; of `never`, when it was made.
        public let resetDate: WireTimestamp
        /// How often it begins at nothing again.
        public let resetType: ResetType

        /// Makes a limit.
        public init(
            id: ID<Entity.SpendingLimit>,
            category: SpendingCategory,
            limit: PositiveAmount,
            currentSpending: SpentAmount,
            ledgerSpending: SpentAmount? = nil,
            resetDate: WireTimestamp,
            resetType: ResetType
        ) {
            self.id = id
            self.category = category
            self.limit = limit
            self.currentSpending = currentSpending
            self.ledgerSpending = ledgerSpending
            self.resetDate = resetDate
            self.resetType = resetType
        }
    }

    /// Up to what amount a card is to earn its rate in one category.
    public struct SpendingLimitInput: Codable, Sendable, Equatable {
        /// The limit, which keeps its id; a new one when left out.
        public let id: ID<Entity.SpendingLimit>?
        /// What it limits; a card has one limit for a category.
        public let category: SpendingCategory
        /// The limit, more than 0.
        public let limit: PositiveAmount
        /// What was spent of it; 0 when left out.
        public let currentSpending: SpentAmount?
        /// When it begins at nothing again; by ``resetType`` and today when left out.
        public let resetDate: WireTimestamp?
        /// How often it begins at nothing again; `annually` when left out.
        public let resetType: ResetType?

        /// Makes a limit.
        public init(
            id: ID<Entity.SpendingLimit>? = nil,
            category: SpendingCategory,
            limit: PositiveAmount,
            currentSpending: SpentAmount? = nil,
            resetDate: WireTimestamp? = nil,
            resetType: ResetType? = nil
        ) {
            self.id = id
            self.category = category
            self.limit = limit
            self.currentSpending = currentSpending
            self.resetDate = resetDate
            self.resetType = resetType
        }

        /// The limit as it was read; what the ledger tells of it is not sent back.
        public init(_ limit: SpendingLimit) {
            self.init(
                id: limit.id,
                category: limit.category,
                limit: limit.limit,
                currentSpending: limit.currentSpending,
                resetDate: limit.resetDate,
                resetType: limit.resetType
            )
        }
    }
}
