public import Kernel

extension API.Rewards {
    /// Which card of the catalogue is to be added.
    public struct CatalogueChoice: WireInput, Equatable {
        /// Its id in the catalogue.
        public let card: String
        /// The card's name, at most 100 characters; that of the catalogue when left out.
        public let name: String?
        /// The account that its purchases are on, one of the caller's.
        public let accountID: ID<Entity.Account>?

        /// Makes a request.
        public init(
            card: String,
            name: String? = nil,
            accountID: ID<Entity.Account>? = nil
        ) {
            self.card = card
            self.name = name
            self.accountID = accountID
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("card", upTo: Limits.catalogueQueryCharacters) { $0.card },
            .text("name", upTo: Limits.cardNameCharacters) { $0.name },
        ]
    }

    /// Adds a card of the catalogue.
    public static let addCatalogueCard = Endpoint<CatalogueChoice, CreditCard>(
        "addCatalogueCard",
        .post,
        "/api/cards/catalogue",
        "Adds a card of the catalogue with its rates, its limits and the day of its terms.",
        headers: [.version],
        access: .member,
        surface: .rewards,
        status: 201,
        example: CatalogueChoice(card: "us-amex-gold", name: "Amex Gold"),
        answers: .example(spent: 0),
        outdates: .ownRoom
    )
}
