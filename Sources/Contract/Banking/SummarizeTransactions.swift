import Kernel

extension API.Banking {
    /// Which days to sum.
    public struct SpendingSummaryRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The first day; 29 days before the last when left out.
        public let startDate: DateFilter?
        /// The last day; today when left out.
        public let endDate: DateFilter?
        /// That many days that end today, where no date is given; 30 when left out.
        public let days: Int64?

        /// Makes a request.
        public init(
            startDate: DateFilter? = nil,
            endDate: DateFilter? = nil,
            days: Int64? = nil
        ) {
            self.startDate = startDate
            self.endDate = endDate
            self.days = days
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .integer("days", in: 1...Limits.summaryDays) { $0.days }
        ]
    }

    /// What was spent in a category.
    public struct CategorySpending: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The primary category.
        public let category: String
        /// What was spent.
        public let amount: DecimalAmount
        /// How many transactions.
        public let transactionCount: Int64
        /// Its share of everything, 0...100, rounded alone.
        public let percentage: DecimalAmount

        /// Makes a sum.
        public init(
            category: String,
            amount: DecimalAmount,
            transactionCount: Int64,
            percentage: DecimalAmount
        ) {
            self.category = category
            self.amount = amount
            self.transactionCount = transactionCount
            self.percentage = percentage
        }
    }

    /// What was spent on a day.
    public struct DailySpending: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The start of the day in the household's time zone.
        public let date: WireTimestamp
        /// What was spent.
        public let amount: DecimalAmount
        /// How many transactions.
        public let transactionCount: Int64

        /// Makes a sum.
        public init(date: WireTimestamp, amount: DecimalAmount, transactionCount: Int64) {
            self.date = date
            self.amount = amount
            self.transactionCount = transactionCount
        }
    }

    /// What was spent within a window.
    public struct SpendingSummaryResponse: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// All of it, in the household's currency.
        public let totalSpent: DecimalAmount
        /// How many transactions.
        public let transactionCount: Int64
        /// By primary category, the largest sum first.
        public let categoryBreakdown: [CategorySpending]
        /// By day, for the days that have any.
        public let dailySpending: [DailySpending]
        /// The first day.
        public let startDate: WireDay
        /// The last day.
        public let endDate: WireDay

        /// Makes a summary.
        public init(
            totalSpent: DecimalAmount,
            transactionCount: Int64,
            categoryBreakdown: [CategorySpending],
            dailySpending: [DailySpending],
            startDate: WireDay,
            endDate: WireDay
        ) {
            self.totalSpent = totalSpent
            self.transactionCount = transactionCount
            self.categoryBreakdown = categoryBreakdown
            self.dailySpending = dailySpending
            self.startDate = startDate
            self.endDate = endDate
        }
    }

    /// Sums what the caller spent.
    public static let summarizeTransactions = Endpoint<
        SpendingSummaryRequest, SpendingSummaryResponse
    >(
        "summarizeTransactions",
        .get,
        "/api/transactions/summary",
        "Sums what the caller spent, by category and by day.",
        access: .member,
        surface: .banking,
        example: SpendingSummaryRequest(days: 30),
        answers: SpendingSummaryResponse(
            totalSpent: DecimalAmount(minor: 10_000),
            transactionCount: 1,
            categoryBreakdown: [
                CategorySpending(
                    category: "Food and Drink",
                    amount: DecimalAmount(minor: 10_000),
                    transactionCount: 1,
                    percentage: DecimalAmount(minor: 10_000)
                )
            ],
            dailySpending: [
                DailySpending(
                    date: WireTimestamp(Timestamp(seconds: 1_754_092_800)),
                    amount: DecimalAmount(minor: 10_000),
                    transactionCount: 1
                )
            ],
            startDate: WireDay(CivilDay(dayNumber: 20_301)),
            endDate: WireDay(CivilDay(dayNumber: 20_330))
        )
    )
}
