public import Kernel

extension API.Guardian {
    /// The card of a member's wallet that earns the most for a purchase.
    public struct RecommendedCard: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The card.
        public let cardID: ID<Entity.RewardCard>
        /// Its name.
        public let cardName: String
        /// What kind of spending the purchase is.
        public let category: API.Rewards.SpendingCategory
        /// What it earns, times the amount.
        public let multiplier: API.Rewards.Multiplier
        /// In what.
        public let pointType: API.Rewards.PointType

        /// Names a card.
        public init(
            cardID: ID<Entity.RewardCard>,
            cardName: String,
            category: API.Rewards.SpendingCategory,
            multiplier: API.Rewards.Multiplier,
            pointType: API.Rewards.PointType
        ) {
            self.cardID = cardID
            self.cardName = cardName
            self.category = category
            self.multiplier = multiplier
            self.pointType = pointType
        }

        /// Writes ids and names as texts, without an encoder for each: every decision of a family
        /// with cards has one.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(cardID.text, forKey: .cardID)
            try container.encode(cardName, forKey: .cardName)
            try container.encode(category.rawValue, forKey: .category)
            try container.encode(multiplier, forKey: .multiplier)
            try container.encode(pointType.rawValue, forKey: .pointType)
        }
    }
}
