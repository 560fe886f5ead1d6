public import Kernel

extension API.Rewards {
    /// A card that is to be added.
    public struct CardInput: WireInput, Equatable {
        /// Its name, 1...100 characters.
        public let name: String
        /// Which card it is.
        public let cardType: CardType
        /// What it earns; what cards of its type earn when there is none.
        public let rewardCategories: [RewardCategoryInput]?
        /// The bonus of a quarter.
        public let quarterlyBonus: QuarterlyBonusInput?
        /// Its limits, one for a category.
        public let spendingLimits: [SpendingLimitInput]?
        /// Whether it is recommended; it is when left out.
        public let isActive: Bool?
        /// The account that its purchases are on, one of the caller's.
        public let accountID: ID<Entity.Account>?
        /// What its issuer takes of a purchase in another currency, in per cent.
        public let foreignFeePercent: DecimalAmount?

        /// Makes a request.
        public init(
            name: String,
            cardType: CardType,
            rewardCategories: [RewardCategoryInput]? = nil,
            quarterlyBonus: QuarterlyBonusInput? = nil,
            spendingLimits: [SpendingLimitInput]? = nil,
            isActive: Bool? = nil,
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
        }

        /// A card as it was read.
        public init(_ card: CardValue) {
            self.init(
                name: card.name,
                cardType: card.cardType,
                rewardCategories: card.rewardCategories.map { RewardCategoryInput($0) },
                quarterlyBonus: card.quarterlyBonus.map { QuarterlyBonusInput($0) },
                spendingLimits: card.spendingLimits.map { SpendingLimitInput($0) },
                isActive: card.isActive,
                accountID: card.accountID,
                foreignFeePercent: card.foreignFeePercent
            )
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("name", upTo: Limits.cardNameCharacters) { $0.name },
            .distinctRows("rewardCategories") { $0.rewardCategories },
            .oneLimitEach("spendingLimits") { $0.spendingLimits },
            .money("foreignFeePercent", upTo: Limits.foreignFeeBasisPoints) {
                $0.foreignFeePercent
            },
        ]
    }

    /// What a card is to be from now on; what is left out stays as it is.
    public struct CardUpdate: WireInput, Equatable {
        /// The card.
        public let id: ID<Entity.RewardCard>
        /// Its name, 1...100 characters; blank is refused.
        public let name: ClearableText?
        /// Which card it is.
        public let cardType: CardType?
        /// What it earns, in place of all that it had.
        public let rewardCategories: [RewardCategoryInput]?
        /// The bonus of a quarter; `null` takes it away.
        public let quarterlyBonus: Nullable<QuarterlyBonusInput>?
        /// Its limits, in place of all that it had.
        public let spendingLimits: [SpendingLimitInput]?
        /// Whether it is recommended.
        public let isActive: Bool?
        /// The account that its purchases are on, one of the caller's; `null` takes it away.
        public let accountID: Nullable<ID<Entity.Account>>?
        /// What its issuer takes of a purchase in another currency, in per cent; `null` takes it
        /// away.
        public let foreignFeePercent: Nullable<DecimalAmount>?
        /// The version that the change was made of, in a header.
        public let ifMatch: VersionTag?

        /// Makes a request.
        public init(
            _ id: ID<Entity.RewardCard>,
            name: String? = nil,
            cardType: CardType? = nil,
            rewardCategories: [RewardCategoryInput]? = nil,
            quarterlyBonus: Nullable<QuarterlyBonusInput>? = nil,
            spendingLimits: [SpendingLimitInput]? = nil,
            isActive: Bool? = nil,
            accountID: Nullable<ID<Entity.Account>>? = nil,
            foreignFeePercent: Nullable<DecimalAmount>? = nil,
            ifMatch: VersionTag? = nil
        ) {
            self.id = id
            self.name = name.map { ClearableText($0) }
            self.cardType = cardType
            self.rewardCategories = rewardCategories
            self.quarterlyBonus = quarterlyBonus
            self.spendingLimits = spendingLimits
            self.isActive = isActive
            self.accountID = accountID
            self.foreignFeePercent = foreignFeePercent
            self.ifMatch = ifMatch
        }

        /// A card as it is to be, all of it.
        public init(_ id: ID<Entity.RewardCard>, _ value: CardValue, ifMatch: VersionTag? = nil) {
            let card = CardInput(value)
            self.init(
                id,
                name: card.name,
                cardType: card.cardType,
                rewardCategories: card.rewardCategories,
                quarterlyBonus: Nullable(wrappedValue: card.quarterlyBonus),
                spendingLimits: card.spendingLimits,
                isActive: card.isActive,
                accountID: Nullable(wrappedValue: card.accountID),
                foreignFeePercent: Nullable(wrappedValue: card.foreignFeePercent),
                ifMatch: ifMatch
            )
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            nameRule,
            .distinctRows("rewardCategories") { $0.rewardCategories },
            .oneLimitEach("spendingLimits") { $0.spendingLimits },
            .money("foreignFeePercent", upTo: Limits.foreignFeeBasisPoints) {
                $0.foreignFeePercent?.wrappedValue
            },
        ]

        private static var nameRule: FieldRule<Self> {
            let most = Limits.cardNameCharacters
            let bounds = Schema.Bounds(maxLength: most, pattern: TextPattern.plain)
            return FieldRule("name", bounds: bounds) { body in
                guard let name = body.name?.text else { return nil }
                if name.isEmpty { return "must not be blank" }
                return name.hasMoreScalars(than: most) ? "is too long" : nil
            }
        }
    }

    /// A card that is to be removed.
    public struct CardReference: WireInput, Equatable {
        /// The card.
        public let id: ID<Entity.RewardCard>
        /// The version that is to be removed, in a header.
        public let ifMatch: VersionTag?

        /// Makes a request.
        public init(_ id: ID<Entity.RewardCard>, ifMatch: VersionTag? = nil) {
            self.id = id
            self.ifMatch = ifMatch
        }
    }
}

extension FieldRule {
    /// Rows of which no two have one id.
    fileprivate static func distinctRows(
        _ field: String,
        _ rows: @escaping @Sendable (Body) -> [API.Rewards.RewardCategoryInput]?
    ) -> Self {
        Self(field) { body in API.Rewards.fault(ofRows: rows(body) ?? []) }
    }

    /// Limits of which no two have one id or one category.
    fileprivate static func oneLimitEach(
        _ field: String,
        _ limits: @escaping @Sendable (Body) -> [API.Rewards.SpendingLimitInput]?
    ) -> Self {
        Self(field) { body in API.Rewards.fault(ofLimits: limits(body) ?? []) }
    }
}

extension API.Rewards {
    /// The rule that rows of one card break together, if they do.
    static func fault(ofRows rows: [RewardCategoryInput]) -> String? {
        let ids = rows.compactMap(\.id)
        return Set(ids).count == ids.count ? nil : "must not have one id twice"
    }

    /// The rule that limits of one card break together, if they do.
    static func fault(ofLimits limits: [SpendingLimitInput]) -> String? {
        let ids = limits.compactMap(\.id)
        guard Set(ids).count == ids.count else { return "must not have one id twice" }
        return Set(limits.map(\.category)).count == limits.count
            ? nil : "must not have two limits for one category"
    }
}
