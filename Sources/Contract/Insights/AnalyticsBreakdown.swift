public import Kernel

extension API.Insights {
    /// What came in and went out within a month; money between own accounts is neither.
    public struct AnalyticsTotals: Codable, Sendable, Equatable {
        /// What came in.
        public let income: DecimalAmount
        /// What went out; 0 or below.
        public let expense: DecimalAmount
        /// Both together.
        public let net: DecimalAmount

        /// Makes totals.
        public init(income: DecimalAmount, expense: DecimalAmount, net: DecimalAmount) {
            self.income = income
            self.expense = expense
            self.net = net
        }
    }

    /// What went out in one category of a month, less what came back.
    public struct AnalyticsCategory: Codable, Sendable, Equatable {
        /// The kind of purchase, or the caller's own word.
        public let category: String
        /// The net; below 0.
        public let amount: DecimalAmount
        /// Its share of all categories with a net below 0, 0...100.
        public let percentage: DecimalAmount

        /// Makes a category.
        public init(category: String, amount: DecimalAmount, percentage: DecimalAmount) {
            self.category = category
            self.amount = amount
            self.percentage = percentage
        }
    }

    /// What went out at one merchant within a month, less what came back.
    public struct AnalyticsMerchant: Codable, Sendable, Equatable {
        /// The merchant.
        public let merchant: String
        /// The net; below 0.
        public let amount: DecimalAmount
        /// How many transactions there are, refunds among them.
        public let transactionCount: Int64

        /// Makes a merchant.
        public init(merchant: String, amount: DecimalAmount, transactionCount: Int64) {
            self.merchant = merchant
            self.amount = amount
            self.transactionCount = transactionCount
        }
    }

    /// An expense that stands out among those of its month.
    public struct AnomalyInsight: Codable, Sendable, Equatable {
        /// The transaction.
        public let transactionID: ID<Entity.Entry>
        /// How it was found.
        public let method: AnomalyMethod
        /// The amount; below 0.
        public let amount: DecimalAmount
        /// By how much it is above the median; 0 when it is below.
        public let deltaAmount: DecimalAmount
        /// Its share of all expenses of the month, 0...100.
        public let budgetImpactPercent: DecimalAmount
        /// When it was; the start of its day where only that is known.
        public let occurredAt: WireTimestamp
        /// The merchant, else what the bank calls it.
        public let merchantName: String
        /// What it means, in a sentence, where one was written.
        public let commentary: String?

        /// Makes an insight.
        public init(
            transactionID: ID<Entity.Entry>,
            method: AnomalyMethod,
            amount: DecimalAmount,
            deltaAmount: DecimalAmount,
            budgetImpactPercent: DecimalAmount,
            occurredAt: WireTimestamp,
            merchantName: String,
            commentary: String? = nil
        ) {
            self.transactionID = transactionID
            self.method = method
            self.amount = amount
            self.deltaAmount = deltaAmount
            self.budgetImpactPercent = budgetImpactPercent
            self.occurredAt = occurredAt
            self.merchantName = merchantName
            self.commentary = commentary
        }
    }
}
