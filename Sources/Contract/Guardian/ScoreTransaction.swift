public import Kernel

extension API.Guardian {
    /// Where a purchase is made.
    public enum Channel: String, Codable, Sendable, CaseIterable, WireEnum {
        /// On the internet.
        case online
        /// In a shop.
        case offline
    }

    /// A purchase to score.
    public struct ScoreRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The price in dollars, more than zero.
        public let amount: DecimalAmount
        /// The merchant, 1...120 characters.
        public let merchantName: String
        /// The merchant category code, 0...9999 (ISO 18245); 0 is unknown.
        public let mcc: Int64?
        /// When it is made; now when left out.
        public let timestamp: WireTimestamp?
        /// `offline` when left out.
        public let channel: Channel?
        /// The child whose purchase it is; the caller when left out.
        public let userID: MemberReference?

        /// Makes a request.
        public init(
            amount: DecimalAmount,
            merchantName: String,
            mcc: Int64? = nil,
            timestamp: WireTimestamp? = nil,
            channel: Channel? = nil,
            userID: MemberReference? = nil
        ) {
            self.amount = amount
            self.merchantName = merchantName
            self.mcc = mcc
            self.timestamp = timestamp
            self.channel = channel
            self.userID = userID
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .amount("amount") { $0.amount },
            .text("merchant_name", upTo: Limits.merchantCharacters) { $0.merchantName },
            .integer("mcc", in: 0...9_999) { $0.mcc },
        ]
    }

    /// What is advised of a purchase, by a score or by the coach.
    public enum Advice: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Nothing speaks against it.
        case allow = "ALLOW"
        /// It is advised against.
        case block = "BLOCK"
    }

    /// How avoidable a purchase looks.
    public struct ScoreResponse: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The figures behind a score.
        public struct Debug: Codable, SnakeCaseKeys, Sendable, Equatable {
            /// What the model and the member's feedback say, 0...1.
            public let pML: Double
            /// Spending with this purchase in parts of the month's budget.
            public let overBudgetRatio: Double
            /// The smallest `p_avoid` that blocks.
            public let threshold: Double
            /// Spending in the category this month, in cents.
            public let spendBefore: Int64
            /// The same with this purchase, in cents.
            public let spendAfter: Int64

            /// Makes the figures.
            public init(
                pML: Double,
                overBudgetRatio: Double,
                threshold: Double,
                spendBefore: Int64,
                spendAfter: Int64
            ) {
                self.pML = pML
                self.overBudgetRatio = overBudgetRatio
                self.threshold = threshold
                self.spendBefore = spendBefore
                self.spendAfter = spendAfter
            }
        }

        /// What is advised.
        public let decision: Advice
        /// How avoidable it looks, 0...1.
        public let pAvoid: Double
        /// One sentence that says why.
        public let reason: String
        /// The figures.
        public let debug: Debug
        /// The id that feedback names; absent without a token.
        public let decisionID: ID<Entity.Decision>?

        /// Makes an answer.
        public init(
            decision: Advice,
            pAvoid: Double,
            reason: String,
            debug: Debug,
            decisionID: ID<Entity.Decision>?
        ) {
            self.decision = decision
            self.pAvoid = pAvoid
            self.reason = reason
            self.debug = debug
            self.decisionID = decisionID
        }
    }

    /// Tells how avoidable a purchase looks.
    public static let scoreTransaction = Endpoint<ScoreRequest, ScoreResponse>(
        "scoreTransaction",
        .post,
        "/score-transaction",
        "Tells how avoidable a purchase looks, and whether it is advised against.",
        access: .optional,
        surface: .guardian,
        example: ScoreRequest(
            amount: DecimalAmount(minor: 1_500),
            merchantName: "Starbucks",
            mcc: 5_814,
            timestamp: WireTimestamp(Timestamp(seconds: 1_736_933_400)),
            channel: .offline
        ),
        answers: ScoreResponse(
            decision: .block,
            pAvoid: 0.95,
            reason: "With this purchase you have spent 150% of your fast food budget.",
            debug: ScoreResponse.Debug(
                pML: 0.75,
                overBudgetRatio: 1.5,
                threshold: 0.4,
                spendBefore: 13_500,
                spendAfter: 15_000
            ),
            decisionID: ID(RawID(high: 0x0194_6B5C_7C00_7000, low: 0x8000_0000_0000_0001))
        ),
        outdates: .ownRoom,
        waits: .zero
    )
}
