public import Kernel

extension API.Rewards {
    /// A card that is recommended for a purchase.
    public struct CardRecommendation: Codable, Sendable, Equatable {
        /// The recommendation.
        public let id: ID<Entity.CardRecommendation>
        /// The card.
        public let cardID: ID<Entity.RewardCard>
        /// The card's name.
        public let cardName: String
        /// On what is spent.
        public let category: SpendingCategory
        /// What the card earns for each unit of money.
        public let multiplier: DecimalAmount
        /// What it earns.
        public let pointType: PointType
        /// Why, in a sentence.
        public let reasoning: String
        /// What was spent of the limit.
        public let currentSpending: DecimalAmount
        /// The limit; 0 where there is none.
        public let limit: DecimalAmount
        /// Whether nothing is left of the limit.
        public let isLimitReached: Bool
        /// 1 for the best card, 2 for the next.
        public let rank: Int
        /// What the purchase is worth on the card, in money; left out where its amount is not
        /// known.
        public let rewardValue: DecimalAmount?

        /// Makes a recommendation.
        public init(
            id: ID<Entity.CardRecommendation>,
            cardID: ID<Entity.RewardCard>,
            cardName: String,
            category: SpendingCategory,
            multiplier: DecimalAmount,
            pointType: PointType,
            reasoning: String,
            currentSpending: DecimalAmount,
            limit: DecimalAmount,
            isLimitReached: Bool,
            rank: Int,
            rewardValue: DecimalAmount? = nil
        ) {
            self.id = id
            self.cardID = cardID
            self.cardName = cardName
            self.category = category
            self.multiplier = multiplier
            self.pointType = pointType
            self.reasoning = reasoning
            self.currentSpending = currentSpending
            self.limit = limit
            self.isLimitReached = isLimitReached
            self.rank = rank
            self.rewardValue = rewardValue
        }
    }

    /// Which cards to use for a purchase.
    public struct RecommendationResponse: Codable, Sendable, Equatable {
        /// The best card.
        public let primaryRecommendation: CardRecommendation
        /// The next best, where there is one.
        public let secondaryRecommendation: CardRecommendation?
        /// Why, in a sentence or two.
        public let reasoning: String
        /// Limits that the purchase would reach, or come close to.
        public let warnings: [String]
        /// What would help.
        public let suggestions: [String]

        /// Makes an answer.
        public init(
            primaryRecommendation: CardRecommendation,
            secondaryRecommendation: CardRecommendation? = nil,
            reasoning: String,
            warnings: [String],
            suggestions: [String]
        ) {
            self.primaryRecommendation = primaryRecommendation
            self.secondaryRecommendation = secondaryRecommendation
            self.reasoning = reasoning
            self.warnings = warnings
            self.suggestions = suggestions
        }
    }
}
