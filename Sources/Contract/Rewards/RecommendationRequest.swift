public import Kernel

extension API.Rewards {
    /// Preferences that count for one call, field by field in place of the stored ones.
    public struct PreferencesInput: Codable, Sendable, Equatable {
        /// The points that a card is preferred for.
        public let preferredPointSystem: PointSystem?
        /// From which part of a limit on a purchase is warned of.
        public let alertThreshold: AlertThreshold?
        /// The language of answers.
        public let language: Language?

        /// Makes preferences.
        public init(
            preferredPointSystem: PointSystem? = nil,
            alertThreshold: AlertThreshold? = nil,
            language: Language? = nil
        ) {
            self.preferredPointSystem = preferredPointSystem
            self.alertThreshold = alertThreshold
            self.language = language
        }
    }

    /// A card that a caller asks about in place of the stored ones; it is not stored.
    public struct OfferedCard: Codable, Sendable, Equatable {
        /// The card, as the answer is to name it.
        public let id: ID<Entity.RewardCard>
        /// Its name.
        public let name: String
        /// Which card it is.
        public let cardType: CardType
        /// What it earns; what cards of its type earn when there is none.
        public let rewardCategories: [RewardCategoryInput]?
        /// The bonus of a quarter.
        public let quarterlyBonus: QuarterlyBonusInput?
        /// Its limits.
        public let spendingLimits: [SpendingLimitInput]?
        /// Whether it is recommended; it is when left out.
        public let isActive: Bool?

        /// Makes a card.
        public init(
            id: ID<Entity.RewardCard>,
            name: String,
            cardType: CardType,
            rewardCategories: [RewardCategoryInput]? = nil,
            quarterlyBonus: QuarterlyBonusInput? = nil,
            spendingLimits: [SpendingLimitInput]? = nil,
            isActive: Bool? = nil
        ) {
            self.id = id
            self.name = name
            self.cardType = cardType
            self.rewardCategories = rewardCategories
            self.quarterlyBonus = quarterlyBonus
            self.spendingLimits = spendingLimits
            self.isActive = isActive
        }
    }

    /// A purchase that a card is looked for.
    public struct RecommendationRequest: WireInput, Equatable {
        /// The purchase in words, 3...500 characters.
        public let userQuery: String
        /// On what is spent, where that is known.
        public let spendingCategory: SpendingCategory?
        /// Where, where that is known.
        public let merchant: String?
        /// How much, more than 0, where that is known.
        public let amount: DecimalAmount?
        /// Preferences in place of the stored ones.
        public let userPreferences: PreferencesInput?
        /// Cards in place of the stored ones; those when there are none.
        public let userCards: [OfferedCard]?

        /// Makes a request.
        public init(
            userQuery: String,
            spendingCategory: SpendingCategory? = nil,
            merchant: String? = nil,
            amount: DecimalAmount? = nil,
            userPreferences: PreferencesInput? = nil,
            userCards: [OfferedCard]? = nil
        ) {
            self.userQuery = userQuery
            self.spendingCategory = spendingCategory
            self.merchant = merchant
            self.amount = amount
            self.userPreferences = userPreferences
            self.userCards = userCards
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            queryRule,
            .text("merchant", upTo: Limits.rewardMerchantCharacters) { $0.merchant },
            FieldRule(
                "amount",
                bounds: Schema.Bounds(
                    exclusiveMinimum: 0,
                    maximum: Double(Limits.amountMinor) / 100
                )
            ) { body in
                guard let minor = body.amount?.minor else { return nil }
                if minor <= 0 { return "must be more than 0" }
                return minor > Limits.amountMinor ? "is out of range" : nil
            },
            FieldRule("userCards") { body in
                let cards = body.userCards ?? []
                if cards.count > Limits.cardsPerMember { return "has too many cards" }
                guard Set(cards.map(\.id)).count == cards.count else {
                    return "must not have one id twice"
                }
                return cards.lazy.compactMap(\.fault).first
            },
        ]

        private static var queryRule: FieldRule<Self> {
            let (least, most) = (Limits.rewardQueryLeastCharacters, Limits.rewardQueryCharacters)
            let bounds = Schema.Bounds(minLength: least, maxLength: most)
            return FieldRule("userQuery", bounds: bounds) { body in
                guard body.userQuery.hasMoreScalars(than: least - 1) else { return "is too short" }
                return body.userQuery.hasMoreScalars(than: most) ? "is too long" : nil
            }
        }
    }
}

extension API.Rewards.OfferedCard {
    /// The rule that the card breaks, if it does.
    fileprivate var fault: String? {
        let (rows, limits) = (rewardCategories ?? [], spendingLimits ?? [])
        if name.hasMoreScalars(than: Limits.cardNameCharacters) {
            return "has a name that is too long"
        }
        if rows.count > Limits.rewardRowsPerCard || limits.count > Limits.spendingLimitsPerCard {
            return "has a card with too many rows or limits"
        }
        return API.Rewards.fault(ofRows: rows) ?? API.Rewards.fault(ofLimits: limits)
    }
}
