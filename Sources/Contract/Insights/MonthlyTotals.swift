public import Kernel

extension API.Insights {
    /// Of which month the totals are.
    public struct RagSummariesRequest: WireInput, Equatable {
        /// The month.
        public let month: WireMonth

        /// Makes a request.
        public init(month: WireMonth) {
            self.month = month
        }
    }

    /// Income and spending in minor units.
    public struct RagTotals: Codable, Sendable, Equatable {
        /// What came in.
        public let income: Int64
        /// What went out, 0 or less.
        public let expense: Int64
        /// Both together.
        public let net: Int64

        /// Makes totals.
        public init(income: Int64, expense: Int64) {
            self.income = income
            self.expense = expense
            self.net = income + expense
        }

        enum CodingKeys: String, CodingKey {
            case income
            case expense
            case net
        }
    }

    /// What a month was for one category, in minor units.
    public struct RagCategory: Codable, Sendable, Equatable {
        /// The category in two letters, and a number behind them where others have the same.
        public let code: String
        /// Its name, masked like a merchant's.
        public let label: String
        /// How many transactions it has.
        public let count: Int64
        /// Their sum.
        public let sum: Int64
        /// Their mean, halves rounded away from zero.
        public let avg: Int64

        /// Makes a category.
        public init(code: String, label: String, count: Int64, sum: Int64, avg: Int64) {
            self.code = code
            self.label = label
            self.count = count
            self.sum = sum
            self.avg = avg
        }
    }

    /// What a month was for one merchant, in minor units.
    public struct RagMerchant: Codable, Sendable, Equatable {
        /// The same for a merchant in every answer to the household.
        public let merchantID: ID<Entity.Merchant>
        /// The merchant, with long numbers, phone numbers and street addresses masked.
        public let label: String
        /// How many transactions it has.
        public let count: Int64
        /// Their sum.
        public let sum: Int64

        /// Makes a merchant.
        public init(merchantID: ID<Entity.Merchant>, label: String, count: Int64, sum: Int64) {
            self.merchantID = merchantID
            self.label = label
            self.count = count
            self.sum = sum
        }

        static let exampleID = ID<Entity.Merchant>(
            RawID(high: 0x5D1F_0C38_9A3E_4B6A, low: 0x9C2D_6B1E_4F70_8A11)
        )
    }

    /// A month in few figures.
    public struct RagSummariesResponse: Codable, Sendable, Equatable {
        /// The month.
        public let month: WireMonth
        /// Its totals, without transfers between own accounts.
        public let totals: RagTotals
        /// Its categories, the largest expense first.
        public let categories: [RagCategory]
        /// Its merchants, the largest expense first, 20 at most.
        public let merchants: [RagMerchant]
        /// The trace of this call.
        public let traceID: String

        /// Makes an answer.
        public init(
            month: WireMonth,
            totals: RagTotals,
            categories: [RagCategory],
            merchants: [RagMerchant],
            traceID: String
        ) {
            self.month = month
            self.totals = totals
            self.categories = categories
            self.merchants = merchants
            self.traceID = traceID
        }
    }

    /// Sums a month by category and by merchant.
    public static let monthlyTotals = Endpoint<RagSummariesRequest, RagSummariesResponse>(
        "monthlyTotals",
        .get,
        "/rag/summaries",
        "Sums a month of the caller by category and by merchant, the largest expense first.",
        access: .member,
        surface: .insights,
        example: RagSummariesRequest(month: .example),
        answers: RagSummariesResponse(
            month: .example,
            totals: RagTotals(income: 840_625, expense: -431_779),
            categories: [
                RagCategory(code: "gr", label: "Groceries", count: 5, sum: -58_065, avg: -11_613)
            ],
            merchants: [
                RagMerchant(
                    merchantID: RagMerchant.exampleID,
                    label: "Whole Foods",
                    count: 3,
                    sum: -42_705
                )
            ],
            traceID: exampleTrace
        ),
        keeps: .analytics
    )
}
