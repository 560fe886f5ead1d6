public import Kernel

extension API.Insights {
    /// A transaction that is a result of a search, or stands behind an answer.
    public struct Source: Codable, Sendable, Equatable {
        /// The short form of the id, `t` and its first eight hex digits.
        public let txCode: String
        /// The transaction.
        public let transactionID: ID<Entity.Entry>
        /// The household's day of it.
        public let occurredOn: WireDay
        /// The merchant, with long numbers, phone numbers and street addresses masked.
        public let merchant: String
        /// The amount in minor units; below 0 for money that goes out.
        public let amountCents: Int64
        /// The kind of purchase, or the caller's own word, masked like the merchant.
        public let category: String
        /// How well it fits, 0...1.
        public let score: Ratio
        /// The words of the question that stand in it.
        public let matchedTerms: [String]
        /// Why it is here, such as `merchant match`.
        public let reasons: [String]

        /// Makes a source.
        public init(
            txCode: String,
            transactionID: ID<Entity.Entry>,
            occurredOn: WireDay,
            merchant: String,
            amountCents: Int64,
            category: String,
            score: Ratio,
            matchedTerms: [String],
            reasons: [String]
        ) {
            self.txCode = txCode
            self.transactionID = transactionID
            self.occurredOn = occurredOn
            self.merchant = merchant
            self.amountCents = amountCents
            self.category = category
            self.score = score
            self.matchedTerms = matchedTerms
            self.reasons = reasons
        }
    }
}
