extension API.Rewards {
    /// The scheme that carries a card's payments.
    public enum CardNetwork: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Visa.
        case visa
        /// Mastercard.
        case mastercard
        /// American Express.
        case amex
        /// Discover.
        case discover
        /// A store's own, or not known.
        case other
    }

    /// How often the spending that a rate is paid for starts again at nothing.
    public enum CapPeriod: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Each month; some issuers mean their billing cycle.
        case month
        /// Each quarter of the calendar.
        case quarter
        /// On January 1.
        case calendarYear
        /// On the day on which the card was opened.
        case anniversaryYear
    }

    /// What a card of the catalogue pays for one kind of spending.
    public struct CatalogueRate: Codable, Sendable, Equatable {
        /// The issuer's words for it.
        public let label: String
        /// The category that earns it; left out where no category alone does: another brand's, a
        /// booking portal's, one of a choice or under a condition.
        public let category: SpendingCategory?
        /// Points for each unit of money, or per cent of money.
        public let multiplier: DecimalAmount
        /// Up to which spending; left out for all.
        public let cap: DecimalAmount?
        /// How often that spending starts again at nothing.
        public let capPeriod: CapPeriod?
        /// What else is to be known.
        public let note: String?

        /// Makes a rate.
        public init(
            label: String,
            category: SpendingCategory?,
            multiplier: DecimalAmount,
            cap: DecimalAmount? = nil,
            capPeriod: CapPeriod? = nil,
            note: String? = nil
        ) {
            self.label = label
            self.category = category
            self.multiplier = multiplier
            self.cap = cap
            self.capPeriod = capPeriod
            self.note = note
        }
    }

    /// A card that is offered to the public, as its source told on a day.
    public struct CatalogueCard: Codable, Sendable, Equatable {
        /// Its id in the catalogue, such as `us-amex-gold`.
        public let id: String
        /// Its name.
        public let name: String
        /// Who issues it.
        public let issuer: String
        /// The scheme that carries its payments.
        public let network: CardNetwork
        /// The fee for a year.
        public let annualFee: DecimalAmount
        /// What the issuer takes of a purchase in another currency, in per cent, where it is known.
        public let foreignFeePercent: DecimalAmount?
        /// The program whose points it earns.
        public let program: String
        /// The point type that stands for the program in a wallet.
        public let pointType: PointType
        /// Which card of a wallet it is.
        public let cardType: CardType
        /// What is earned where no rate applies.
        public let baseMultiplier: DecimalAmount
        /// What is earned for kinds of spending.
        public let rates: [CatalogueRate]
        /// What a wallet's card of it does not hold of its terms.
        public let remarks: [String]
        /// Where the terms can be looked up.
        public let url: String
        /// The day as of which they are told.
        public let readOn: WireDay

        /// Makes a card.
        public init(
            id: String,
            name: String,
            issuer: String,
            network: CardNetwork,
            annualFee: DecimalAmount,
            foreignFeePercent: DecimalAmount? = nil,
            program: String,
            pointType: PointType,
            cardType: CardType,
            baseMultiplier: DecimalAmount,
            rates: [CatalogueRate],
            remarks: [String],
            url: String,
            readOn: WireDay
        ) {
            self.id = id
            self.name = name
            self.issuer = issuer
            self.network = network
            self.annualFee = annualFee
            self.foreignFeePercent = foreignFeePercent
            self.program = program
            self.pointType = pointType
            self.cardType = cardType
            self.baseMultiplier = baseMultiplier
            self.rates = rates
            self.remarks = remarks
            self.url = url
            self.readOn = readOn
        }
    }
}
