public import Kernel

extension API.Insights {
    /// How an expense was found to stand out.
    public enum AnomalyMethod: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Far from the mean, measured in standard deviations.
        case zScore = "Z_SCORE"
        /// Far above the upper quartile, measured in distances between the quartiles.
        case interquartileRange = "IQR"
    }

    /// Why an expense stands out among those of its window, and how much.
    public struct AnomalyScore: Codable, Sendable, Equatable {
        /// How it was found.
        public let method: AnomalyMethod
        /// By how much it is above the median; 0 when it is below.
        public let deltaAmount: DecimalAmount
        /// Its share of all expenses of the window, 0...100.
        public let budgetImpactPercent: DecimalAmount
        /// What it means, in a sentence, where one was written.
        public let commentary: String?

        /// Makes a score.
        public init(
            method: AnomalyMethod,
            deltaAmount: DecimalAmount,
            budgetImpactPercent: DecimalAmount,
            commentary: String? = nil
        ) {
            self.method = method
            self.deltaAmount = deltaAmount
            self.budgetImpactPercent = budgetImpactPercent
            self.commentary = commentary
        }
    }

    /// A movement on an account of the caller.
    public struct Transaction: Codable, Sendable, Equatable {
        /// The UUID, the same as on Banking; it stays when a pending transaction posts.
        public let id: ID<Entity.Entry>
        /// The member.
        public let userID: ID<Entity.Member>
        /// The account.
        public let accountID: ID<Entity.Account>
        /// The merchant, else what the bank calls it.
        public let merchantName: String
        /// The amount; below 0 for money that goes out.
        public let amount: DecimalAmount
        /// The account's currency, in upper case.
        public let currency: String
        /// When it was; the start of its day where only that is known.
        public let occurredAt: WireTimestamp
        /// The start of the day on which it was authorized, where the bank tells it.
        public let authorizedAt: WireTimestamp?
        /// Whether it is not final yet.
        public let pending: Bool
        /// The kind of purchase, or the caller's own word.
        public let category: String
        /// What the bank calls it.
        public let description: String?
        /// The caller's notes.
        public let notes: String?
        /// Why it stands out among the others of the window, if it does.
        public let anomalyScore: AnomalyScore?
        /// The trace of the call, where the transaction is the answer.
        public let traceID: String?

        /// Makes a transaction.
        public init(
            id: ID<Entity.Entry>,
            userID: ID<Entity.Member>,
            accountID: ID<Entity.Account>,
            merchantName: String,
            amount: DecimalAmount,
            currency: String,
            occurredAt: WireTimestamp,
            authorizedAt: WireTimestamp? = nil,
            pending: Bool,
            category: String,
            description: String? = nil,
            notes: String? = nil,
            anomalyScore: AnomalyScore? = nil,
            traceID: String? = nil
        ) {
            self.id = id
            self.userID = userID
            self.accountID = accountID
            self.merchantName = merchantName
            self.amount = amount
            self.currency = currency
            self.occurredAt = occurredAt
            self.authorizedAt = authorizedAt
            self.pending = pending
            self.category = category
            self.description = description
            self.notes = notes
            self.anomalyScore = anomalyScore
            self.traceID = traceID
        }

        static func example(
            _ category: String,
            notes: String? = nil,
            traceID: String? = nil
        ) -> Self {
            Self(
                id: ID(RawID(high: 0x0194_4B1E_7A40_7C41, low: 0x8F5E_7F0A_6F1F_2B51)),
                userID: ID(RawID(high: 0x3F2B_8F57_6C1E_4C9C, low: 0x9A55_2F9F_3C0D_8E11)),
                accountID: Account.example.id,
                merchantName: "Whole Foods",
                amount: DecimalAmount(minor: -14_235),
                currency: "USD",
                occurredAt: WireTimestamp(Timestamp(seconds: 1_747_612_800)),
                pending: false,
                category: category,
                description: "WHOLEFDS MKT 10234",
                notes: notes,
                traceID: traceID
            )
        }
    }
}
