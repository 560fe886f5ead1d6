public import Kernel

extension API.Guardian {
    /// An amount that is to be taken from a card or a wallet.
    public struct ChargeRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The price in cents, more than zero.
        public let amountCents: Int64
        /// The household's currency, in either case; that is what is meant when it is left out.
        public let currency: String?
        /// The card or the wallet; the member's default one when it is left out.
        public let fundingSourceID: Int64?
        /// The merchant, 1...120 characters; that of the authorization when it is left out.
        public let merchant: String?
        /// The category, 1...32 characters; that of the authorization when it is left out.
        public let category: String?

        /// Makes a request.
        public init(
            amountCents: Int64,
            currency: String? = nil,
            fundingSourceID: Int64? = nil,
            merchant: String? = nil,
            category: String? = nil
        ) {
            self.amountCents = amountCents
            self.currency = currency
            self.fundingSourceID = fundingSourceID
            self.merchant = merchant
            self.category = category
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .amount("amount_cents") { $0.amountCents },
            .text("merchant", upTo: Limits.merchantCharacters) { $0.merchant },
            .text("category", upTo: Limits.categoryCharacters) { $0.category },
        ]
    }

    /// What came of a charge.
    public struct ChargeResponse: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// Whether the money was taken.
        public let status: ChargeStatus
        /// Who takes it.
        public let provider: CardProvider
        /// The processor's id of the payment intent; for a wallet that of the transfer, after
        /// `wallet_`.
        public let paymentIntentID: String
        /// The processor's own word for its state.
        public let processorStatus: String

        /// Makes an answer.
        public init(
            status: ChargeStatus,
            provider: CardProvider,
            paymentIntentID: String,
            processorStatus: String
        ) {
            self.status = status
            self.provider = provider
            self.paymentIntentID = paymentIntentID
            self.processorStatus = processorStatus
        }
    }

    /// Whether money was taken.
    public enum ChargeStatus: String, Codable, Sendable, CaseIterable, WireEnum {
        /// It was.
        case charged
        /// It may still be.
        case processing
    }

    /// Who takes money from cards.
    public enum CardProvider: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Stripe.
        case stripe
        /// The processor that is built in and moves no money.
        case mock
    }

    /// Charges a card or a wallet, once for each Idempotency-Key.
    public static let chargeCard = Endpoint<ChargeRequest, ChargeResponse>(
        "chargeCard",
        .post,
        "/guardian/charge",
        "Charges a card or a wallet; a purchase that was decided against is not charged.",
        access: .member,
        surface: .guardian,
        refusals: [
            .noFundingSource, .requiresAction, .cardDeclined, .walletDeclined, .declined, .notFound,
            .processorUnavailable,
        ],
        example: ChargeRequest(amountCents: 5_000, currency: "usd", fundingSourceID: 123),
        answers: ChargeResponse(
            status: .charged,
            provider: .stripe,
            paymentIntentID: "pi_xxx",
            processorStatus: "succeeded"
        ),
        waits: .zero
    )
}

extension Problem {
    /// A charge whose card's holder must act first.
    ///
    /// `clientSecret`: With what an app lets the holder act.
    public static func requiresAction(intent: String, clientSecret: String?) -> Problem {
        let intent = [JSON.Member("payment_intent_id", .string(intent))]
        let secret = clientSecret.map { [JSON.Member("client_secret", .string($0))] } ?? []
        return Problem(.requiresAction, details: intent + secret)
    }

    /// A charge that the card does not pay.
    ///
    /// `intent`: The payment intent; `nil` when the processor made none.
    public static func cardDeclined(intent: String?) -> Problem {
        Problem(
            .cardDeclined,
            details: intent.map { [JSON.Member("payment_intent_id", .string($0))] } ?? []
        )
    }

    /// A charge that the wallet does not pay, with what is left in it.
    public static func walletDeclined(_ amount: Money, left: Money) -> Problem {
        Problem(
            .walletDeclined,
            "There is \(left.display) left in the wallet, not enough for \(amount.display)"
        )
    }
}
