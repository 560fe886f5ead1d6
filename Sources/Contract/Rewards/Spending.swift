public import Kernel

extension API.Rewards {
    /// What was spent with a card in a category.
    public struct SpendingInput: WireInput, Equatable {
        /// The card.
        public let id: ID<Entity.RewardCard>
        /// On what.
        public let category: SpendingCategory
        /// How much, 0 or more.
        public let amount: DecimalAmount
        /// Whether that is what was spent in all, or comes to it; in all when left out.
        public let mode: SpendingMode?
        /// The version that the change was made of, in a header.
        public let ifMatch: VersionTag?

        /// Makes a request.
        public init(
            _ id: ID<Entity.RewardCard>,
            category: SpendingCategory,
            amount: DecimalAmount,
            mode: SpendingMode? = nil,
            ifMatch: VersionTag? = nil
        ) {
            self.id = id
            self.category = category
            self.amount = amount
            self.mode = mode
            self.ifMatch = ifMatch
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .money("amount", upTo: Limits.amountMinor) { $0.amount }
        ]
    }

    /// What a sentence changed of a card's spending.
    public struct SpendingUpdate: Codable, Sendable, Equatable {
        /// The card.
        public let cardID: ID<Entity.RewardCard>
        /// On what was spent.
        public let category: SpendingCategory
        /// What was spent in all.
        public let amount: DecimalAmount
        /// What was spent before.
        public let previousAmount: DecimalAmount
        /// What came to it.
        public let added: DecimalAmount

        /// Makes an update.
        public init(
            cardID: ID<Entity.RewardCard>,
            category: SpendingCategory,
            amount: DecimalAmount,
            previousAmount: DecimalAmount,
            added: DecimalAmount
        ) {
            self.cardID = cardID
            self.category = category
            self.amount = amount
            self.previousAmount = previousAmount
            self.added = added
        }
    }

    /// Sets what was spent with a card in a category, or adds to it.
    public static let updateSpending = Endpoint<SpendingInput, CreditCard>(
        "updateSpending",
        .put,
        "/api/cards/{id}/spending",
        "Sets what was spent with a card in a category, or adds to it.",
        headers: [.ifMatch, .version],
        access: .member,
        surface: .rewards,
        refusals: [.stale],
        example: SpendingInput(
            .example,
            category: .groceries,
            amount: DecimalAmount(minor: 5_000),
            mode: .add
        ),
        answers: .example(spent: 85_000, version: 13),
        outdates: .ownRoom
    )
}
