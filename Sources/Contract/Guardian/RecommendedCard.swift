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

        /// Writes the JSON without an encoder for each field: every decision of a family with cards
        /// has one.
        public func encode(to encoder: any Encoder) throws {
            if WireEncoder.write(verbatim: json, to: encoder) { return }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(cardID, forKey: .cardID)
            try container.encode(cardName, forKey: .cardName)
            try container.encode(category, forKey: .category)
            try container.encode(multiplier, forKey: .multiplier)
            try container.encode(pointType, forKey: .pointType)
        }

        private var json: String {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(JSONText.usualBytes)
            JSONText.append(verbatim: #"{"card_id":""#, to: &bytes)
            JSONText.append(verbatim: cardID.text, to: &bytes)
            JSONText.append(verbatim: #"","card_name":"#, to: &bytes)
            JSONText.append(cardName, to: &bytes)
            JSONText.append(verbatim: #","category":"#, to: &bytes)
            JSONText.append(category.rawValue, to: &bytes)
            JSONText.append(verbatim: #","multiplier":"#, to: &bytes)
            let multiplier = DecimalText.text(minor: multiplier.minor, exponent: 2)
            JSONText.append(verbatim: multiplier, to: &bytes)
            JSONText.append(verbatim: #","point_type":"#, to: &bytes)
            JSONText.append(pointType.rawValue, to: &bytes)
            JSONText.append(verbatim: "}", to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
