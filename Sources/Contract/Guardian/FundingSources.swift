import Kernel

extension API.Guardian {
    /// With what an app asks for a card.
    public struct CardSetup: Codable, Sendable, Equatable {
        /// The client secret of the processor's setup intent.
        public let clientSecret: String

        /// Makes an answer.
        public init(clientSecret: String) {
            self.clientSecret = clientSecret
        }
    }

    /// A card that is to be kept.
    public struct ConfirmCardRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The processor's id of the card, 1...255 characters.
        public let paymentMethodID: String
        /// The card's name, at most 100 characters; `Card` when it is left out.
        public let label: String?

        /// Makes a request.
        public init(paymentMethodID: String, label: String? = nil) {
            self.paymentMethodID = paymentMethodID
            self.label = label
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("payment_method_id", upTo: Limits.paymentMethodCharacters) {
                $0.paymentMethodID
            },
            .text("label", upTo: Limits.cardLabelCharacters) { $0.label },
        ]
    }

    /// A card that is kept.
    public struct ConfirmedCard: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// `ok`.
        public let status: String
        /// The integer id of the funding source.
        public let fundingSourceID: Int64

        /// Makes an answer.
        public init(status: String, fundingSourceID: Int64) {
            self.status = status
            self.fundingSourceID = fundingSourceID
        }
    }

    /// What can be charged.
    public struct FundingSource: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The integer id.
        public let id: Int64
        /// The card's name, or `Wallet`.
        public let label: String
        /// Who takes money from it; `mock` for a wallet, where Purser does so itself.
        public let provider: CardProvider
        /// What it is.
        public let type: FundingType
        /// The processor's id of the card, or `wallet`.
        public let externalID: String
        /// When it was added.
        public let createdAt: GuardianTimestamp

        /// Makes a funding source.
        public init(
            id: Int64,
            label: String,
            provider: CardProvider,
            type: FundingType,
            externalID: String,
            createdAt: GuardianTimestamp
        ) {
            self.id = id
            self.label = label
            self.provider = provider
            self.type = type
            self.externalID = externalID
            self.createdAt = createdAt
        }
    }

    /// What a funding source is.
    public enum FundingType: String, Codable, Sendable, CaseIterable, WireEnum {
        /// A card.
        case card
        /// A child's wallet.
        case wallet
    }

    /// Begins to add a card.
    public static let createCardIntent = Endpoint<Empty, CardSetup>(
        "createCardIntent",
        .post,
        "/funding/cards/intent",
        "Begins to add a card: tells with what an app asks its holder for it.",
        access: .member,
        surface: .guardian,
        refusals: [.processorUnavailable],
        answers: CardSetup(clientSecret: "seti_xxx_secret_xxx"),
        waits: .zero
    )

    /// Keeps a card; the member's first one becomes the default.
    public static let confirmCard = Endpoint<ConfirmCardRequest, ConfirmedCard>(
        "confirmCard",
        .post,
        "/funding/cards/confirm",
        "Keeps a card; the first one is the default, and the same one again stays what it is.",
        access: .member,
        surface: .guardian,
        refusals: [.cardNotSaved, .processorUnavailable],
        example: ConfirmCardRequest(paymentMethodID: "pm_xxx", label: "My Visa Card"),
        answers: ConfirmedCard(status: "ok", fundingSourceID: 1),
        waits: .zero
    )

    /// Tells which card or wallet is charged when none is named.
    public static let defaultFundingSource = Endpoint<Empty, FundingSource>(
        "defaultFundingSource",
        .get,
        "/funding/default",
        "Tells which card or wallet is charged when none is named.",
        access: .member,
        surface: .guardian,
        refusals: [.noDefaultFundingSource],
        answers: FundingSource(
            id: 1,
            label: "My Visa Card",
            provider: .stripe,
            type: .card,
            externalID: "pm_xxx",
            createdAt: GuardianTimestamp(Timestamp(seconds: 1_736_935_200))
        )
    )
}
