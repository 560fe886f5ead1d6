import Kernel

extension API.Guardian {
    /// A purchase the caller asks advice about; always the caller's own.
    public struct CoachQuestion: WireInput, SnakeCaseKeys, Equatable {
        /// The price in cents, more than zero.
        public let amountCents: Int64
        /// The merchant, 1...120 characters.
        public let merchant: String
        /// The category, 1...32 characters; found by merchant and code when it is left out.
        public let category: String?
        /// The merchant category code, 0...9999 (ISO 18245).
        public let mcc: Int64?

        /// Makes a question.
        public init(
            amountCents: Int64,
            merchant: String,
            category: String? = nil,
            mcc: Int64? = nil
        ) {
            self.amountCents = amountCents
            self.merchant = merchant
            self.category = category
            self.mcc = mcc
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .amount("amount_cents") { $0.amountCents },
            .text("merchant", upTo: Limits.merchantCharacters) { $0.merchant },
            .text("category", upTo: Limits.categoryCharacters) { $0.category },
            .integer("mcc", in: 0...9_999) { $0.mcc },
        ]
    }

    /// What the coach advises, and why.
    public struct CoachAnswer: Codable, Sendable, Equatable {
        /// What is advised.
        public let result: Advice
        /// The reasons as sentences, with the deciding figures in dollars.
        public let message: String

        /// Makes an answer.
        public init(result: Advice, message: String) {
            self.result = result
            self.message = message
        }
    }

    /// Advises for or against a purchase; decides and stores nothing.
    public static let coachPurchase = Endpoint<CoachQuestion, CoachAnswer>(
        "coachPurchase",
        .post,
        "/agent/coach",
        "Advises for or against a purchase; decides and stores nothing.",
        access: .member,
        scope: .reading,
        surface: .guardian,
        example: CoachQuestion(amountCents: 15_000, merchant: "Steam Games", category: "fun"),
        answers: CoachAnswer(
            result: .block,
            message: "I'd advise against this purchase. You have already spent $120.00 of your "
                + "$200.00 monthly limit for fun, and another $150.00 would put you $70.00 over "
                + "it. You could choose something up to $80.00."
        ),
        outdates: .ownRoom,
        waits: .zero
    )
}
