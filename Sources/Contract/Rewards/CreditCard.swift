public import Kernel

extension API.Rewards {
    /// Where the rates of a card were read.
    public struct CardSource: Codable, Sendable, Equatable {
        /// The card in the catalogue.
        public let catalogueID: String
        /// The page that they were read from.
        public let url: String
        /// The day when they were read.
        public let readOn: WireDay

        /// Makes a source.
        public init(catalogueID: String, url: String, readOn: WireDay) {
            self.catalogueID = catalogueID
            self.url = url
            self.readOn = readOn
        }
    }

    /// A card of the caller, as it is now.
    public struct CreditCard: Codable, Sendable, Equatable {
        /// The card.
        public let id: ID<Entity.RewardCard>
        /// Its name.
        public let name: String
        /// Which card it is.
        public let cardType: CardType
        /// What it earns.
        public let rewardCategories: [RewardCategory]
        /// The bonus of a quarter, where it has one.
        public let quarterlyBonus: QuarterlyBonus?
        /// Its limits.
        public let spendingLimits: [SpendingLimit]
        /// Whether it is recommended.
        public let isActive: Bool
        /// The account that its purchases are on, where that is known.
        public let accountID: ID<Entity.Account>?
        /// What its issuer takes of a purchase in another currency, in per cent, where that is
        /// known.
        public let foreignFeePercent: DecimalAmount?
        /// Where its rates were read, where it was added from the catalogue.
        public let source: CardSource?
        /// When it was added.
        public let createdAt: WireTimestamp
        /// When it was changed last.
        public let updatedAt: WireTimestamp
        /// The version: the position of its last change in the household's chain.
        public let version: Int64

        /// Makes a card.
        public init(
            id: ID<Entity.RewardCard>,
            name: String,
            cardType: CardType,
            rewardCategories: [RewardCategory],
            quarterlyBonus: QuarterlyBonus? = nil,
            spendingLimits: [SpendingLimit],
            isActive: Bool,
            accountID: ID<Entity.Account>? = nil,
            foreignFeePercent: DecimalAmount? = nil,
            source: CardSource? = nil,
            createdAt: WireTimestamp,
            updatedAt: WireTimestamp,
            version: Int64
        ) {
            self.id = id
            self.name = name
            self.cardType = cardType
            self.rewardCategories = rewardCategories
            self.quarterlyBonus = quarterlyBonus
            self.spendingLimits = spendingLimits
            self.isActive = isActive
            self.accountID = accountID
            self.foreignFeePercent = foreignFeePercent
            self.source = source
            self.createdAt = createdAt
            self.updatedAt = updatedAt
            self.version = version
        }
    }

    /// A card without its id, its dates and its version: what devices copy.
    public struct CardValue: SyncValue {
        /// Its name.
        public var name: String
        /// Which card it is.
        public var cardType: CardType
        /// What it earns.
        public var rewardCategories: [RewardCategory]
        /// The bonus of a quarter, where it has one.
        public var quarterlyBonus: QuarterlyBonus?
        /// Its limits.
        public var spendingLimits: [SpendingLimit]
        /// Whether it is recommended.
        public var isActive: Bool
        /// The account that its purchases are on, where that is known.
        public var accountID: ID<Entity.Account>?
        /// What its issuer takes of a purchase in another currency, in per cent, where that is
        /// known.
        public var foreignFeePercent: DecimalAmount?
        /// Where its rates were read, where it was added from the catalogue; it is told, not set.
        public let source: CardSource?

        /// Makes the value of a card.
        public init(_ card: CreditCard) {
            name = card.name
            cardType = card.cardType
            rewardCategories = card.rewardCategories
            quarterlyBonus = card.quarterlyBonus
            spendingLimits = card.spendingLimits
            isActive = card.isActive
            accountID = card.accountID
            foreignFeePercent = card.foreignFeePercent
            source = card.source
        }

        /// Makes the value of a card of one's own.
        public init(
            name: String,
            cardType: CardType,
            rewardCategories: [RewardCategory],
            quarterlyBonus: QuarterlyBonus? = nil,
            spendingLimits: [SpendingLimit] = [],
            isActive: Bool = true,
            accountID: ID<Entity.Account>? = nil,
            foreignFeePercent: DecimalAmount? = nil
        ) {
            self.name = name
            self.cardType = cardType
            self.rewardCategories = rewardCategories
            self.quarterlyBonus = quarterlyBonus
            self.spendingLimits = spendingLimits
            self.isActive = isActive
            self.accountID = accountID
            self.foreignFeePercent = foreignFeePercent
            source = nil
        }

        /// The only fields.
        public static let closedFields: Set<String>? = fieldNames

        /// The rules of the fields.
        public static let rules = CardInput.rules.map { $0.lifted { CardInput($0) } }
    }
}

extension API.Rewards.CreditCard {
    /// The card as devices copy it.
    public var record: SyncRecord<Entity.RewardCard, API.Rewards.CardValue> {
        SyncRecord(
            kind: "card",
            id: id,
            version: version,
            updatedAt: updatedAt,
            value: API.Rewards.CardValue(self)
        )
    }

    /// The document's card, after `currentMinor` was spent on groceries.
    static func example(spent currentMinor: Int64 = 80_000, version: Int64 = 12) -> Self {
        Self(
            id: .example,
            name: "Amex Gold",
            cardType: .amexGold,
            rewardCategories: [
                API.Rewards.RewardCategory(
                    id: ID(RawID(high: 0x0194_4B1E_7A40_7D11, low: 0x8F5E_7F0A_6F1F_2B72)),
                    category: .groceries,
                    multiplier: API.Rewards.Multiplier(minor: 400),
                    pointType: .membershipRewards
                ),
                API.Rewards.RewardCategory(
                    id: ID(RawID(high: 0x0194_4B1E_7A40_7D11, low: 0x8F5E_7F0A_6F1F_2B73)),
                    category: .general,
                    multiplier: API.Rewards.Multiplier(minor: 100),
                    pointType: .membershipRewards
                ),
            ],
            spendingLimits: [
                API.Rewards.SpendingLimit(
                    id: ID(RawID(high: 0x0194_4B1E_7A40_7D12, low: 0x8F5E_7F0A_6F1F_2B74)),
                    category: .groceries,
                    limit: API.Rewards.PositiveAmount(minor: 100_000),
                    currentSpending: API.Rewards.SpentAmount(minor: currentMinor),
                    resetDate: WireTimestamp(Timestamp(seconds: 1_735_689_600)),
                    resetType: .annually
                )
            ],
            isActive: true,
            createdAt: WireTimestamp(Timestamp(seconds: 1_704_067_200)),
            updatedAt: WireTimestamp(Timestamp(seconds: 1_704_067_200)),
            version: version
        )
    }
}

extension ID where Entity == Kernel.Entity.RewardCard {
    /// A card as examples have it.
    static let example = Self(RawID(high: 0x0194_4B1E_7A40_7C62, low: 0x8F5E_7F0A_6F1F_2B71))
}
