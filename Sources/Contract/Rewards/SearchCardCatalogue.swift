import Kernel

extension API.Rewards {
    /// Which cards of the catalogue to show.
    public struct CatalogueRequest: WireInput, Equatable {
        /// Beginnings of words of name, issuer or network, at most 100 characters; all cards when
        /// left out.
        public let q: String?
        /// How many, 1...100; 20 when left out.
        public let limit: PageNumber?
        /// How many of the best are passed over; none when left out.
        public let offset: PageNumber?

        /// Makes a request.
        public init(q: String? = nil, limit: PageNumber? = nil, offset: PageNumber? = nil) {
            self.q = q
            self.limit = limit
            self.offset = offset
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("q", upTo: Limits.catalogueQueryCharacters) { $0.q }
        ]
    }

    /// Cards of the catalogue.
    public struct CatalogueList: Codable, Sendable, Equatable {
        /// The cards, the best first; all cards by name.
        public let cards: [CatalogueCard]
        /// How many are found in all.
        public let total: Int64
        /// Whose data it is and under which licence.
        public let attribution: String

        /// Makes an answer.
        public init(cards: [CatalogueCard], total: Int64) {
            self.cards = cards
            self.total = total
            self.attribution = Self.credit
        }

        /// The credit that the licence asks for wherever the data is shown.
        public static let credit =
            "OpenCard DB by thedavidweng and contributors, CC BY 4.0, changed; see data/SOURCES.md"
    }

    /// Finds cards in the catalogue.
    public static let searchCardCatalogue = Endpoint<CatalogueRequest, CatalogueList>(
        "searchCardCatalogue",
        .get,
        "/api/cards/catalogue",
        "Finds cards that are offered to the public, with their rates and the day of those.",
        access: .member,
        surface: .rewards,
        example: CatalogueRequest(q: "amex gold", limit: PageNumber(1)),
        answers: CatalogueList(cards: [.example], total: 2)
    )
}

extension API.Rewards.CatalogueCard {
    /// A card as examples have it.
    static let example = Self(
        id: "us-amex-gold",
        name: "American Express Gold Card",
        issuer: "American Express",
        network: .amex,
        annualFee: DecimalAmount(minor: 32_500),
        foreignFeePercent: DecimalAmount(minor: 270),
        program: "MR",
        pointType: .membershipRewards,
        cardType: .amexGold,
        baseMultiplier: DecimalAmount(minor: 100),
        rates: [
            API.Rewards.CatalogueRate(
                label: "U.S. supermarkets",
                category: .groceries,
                multiplier: DecimalAmount(minor: 400),
                cap: DecimalAmount(minor: 2_500_000),
                capPeriod: .calendarYear
            )
        ],
        remarks: [],
        url: "https://www.americanexpress.com/us/credit-cards/card/gold-card/",
        readOn: WireDay(CivilDay(dayNumber: 20_659))
    )
}
