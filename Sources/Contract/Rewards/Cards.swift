import Kernel

extension API.Rewards {
    /// The cards of the caller.
    public struct CardList: Codable, Sendable, Equatable {
        /// The cards, the newest first.
        public let cards: [CreditCard]

        /// Makes an answer.
        public init(cards: [CreditCard]) {
            self.cards = cards
        }
    }

    /// That a card is there no more; the answer carries no body.
    public struct CardDeletion: Codable, Sendable, Equatable {
        /// The position of the deletion in the household's chain, for a header.
        public let version: Int64?

        /// Makes an answer.
        public init(version: Int64? = nil) {
            self.version = version
        }
    }

    /// Lists the caller's cards.
    public static let listCards = Endpoint<Empty, CardList>(
        "listCards",
        .get,
        "/api/cards",
        "Lists the caller's cards, the newest first, with their limits as they are now.",
        access: .member,
        surface: .rewards,
        answers: CardList(cards: [.example()])
    )

    /// Adds a card.
    public static let createCard = Endpoint<CardInput, CreditCard>(
        "createCard",
        .post,
        "/api/cards",
        "Adds a card; without rows it earns what cards of its type earn.",
        headers: [.version],
        access: .member,
        surface: .rewards,
        status: 201,
        example: CardInput(
            name: "Amex Gold",
            cardType: .amexGold,
            spendingLimits: [
                SpendingLimitInput(category: .groceries, limit: PositiveAmount(minor: 100_000))
            ],
            isActive: true
        ),
        answers: .example(spent: 0),
        outdates: .ownRoom
    )

    /// Changes a card.
    public static let updateCard = Endpoint<CardUpdate, CreditCard>(
        "updateCard",
        .put,
        "/api/cards/{id}",
        "Changes a card; what is left out stays, and a list that is sent takes the place of all.",
        headers: [.ifMatch, .version],
        access: .member,
        surface: .rewards,
        refusals: [.stale],
        example: CardUpdate(.example, name: "Gold", ifMatch: VersionTag(11)),
        answers: .example(),
        outdates: .ownRoom
    )

    /// Removes a card.
    public static let deleteCard = Endpoint<CardReference, CardDeletion>(
        "deleteCard",
        .delete,
        "/api/cards/{id}",
        "Removes a card of the caller.",
        headers: [.ifMatch, .version],
        access: .member,
        surface: .rewards,
        status: 204,
        refusals: [.stale],
        example: CardReference(.example, ifMatch: VersionTag(12)),
        answers: CardDeletion(),
        outdates: .ownRoom
    )
}
