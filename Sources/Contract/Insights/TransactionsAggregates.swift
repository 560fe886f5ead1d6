import Kernel

extension API.Insights {
    /// How long the periods of a trend are.
    public enum TrendGranularity: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Days.
        case day = "DAY"
        /// Weeks from Monday to Sunday.
        case week = "WEEK"
        /// Months.
        case month = "MONTH"
        /// Quarters.
        case quarter = "QUARTER"
    }

    /// What came in and went out in a period, taken together.
    public struct PeriodNet: Codable, Sendable, Equatable {
        /// The period: `2025-05-08`, `2025-05` or `2025-Q2`; of a week it is the Monday.
        public let period: String
        /// The net; below 0 when more went out.
        public let net: DecimalAmount

        /// Makes a net.
        public init(period: String, net: DecimalAmount) {
            self.period = period
            self.net = net
        }
    }

    /// The figures of a window, over all of its pages.
    ///
    /// Money between own accounts is counted and listed among the categories, and is in nothing
    /// else. Amounts in another currency than the household's are counted alone.
    public struct TransactionsAggregates: Codable, Sendable, Equatable {
        /// What came in.
        public let incomeTotal: DecimalAmount
        /// What went out; 0 or below.
        public let expenseTotal: DecimalAmount
        /// Both together.
        public let netTotal: DecimalAmount
        /// The net of each month that has transactions.
        public let monthNet: [String: DecimalAmount]
        /// The net of each day that has transactions; empty unless a month was asked for.
        public let dayNet: [String: DecimalAmount]
        /// The net of each category.
        public let categoryTotals: [String: DecimalAmount]
        /// How many transactions there are.
        public let count: Int64
        /// ``monthNet``, ascending.
        public let monthSeries: [PeriodNet]
        /// ``dayNet``, ascending.
        public let daySeries: [PeriodNet]
        /// The net of each period of the trend that has transactions, ascending.
        public let trendSeries: [PeriodNet]
        /// How long the periods of the trend are.
        public let trendGranularity: TrendGranularity

        /// Makes figures.
        public init(
            incomeTotal: DecimalAmount,
            expenseTotal: DecimalAmount,
            netTotal: DecimalAmount,
            categoryTotals: [String: DecimalAmount],
            count: Int64,
            monthSeries: [PeriodNet],
            daySeries: [PeriodNet],
            trendSeries: [PeriodNet],
            trendGranularity: TrendGranularity
        ) {
            self.incomeTotal = incomeTotal
            self.expenseTotal = expenseTotal
            self.netTotal = netTotal
            self.monthNet = Self.map(monthSeries)
            self.dayNet = Self.map(daySeries)
            self.categoryTotals = categoryTotals
            self.count = count
            self.monthSeries = monthSeries
            self.daySeries = daySeries
            self.trendSeries = trendSeries
            self.trendGranularity = trendGranularity
        }

        private static func map(_ series: [PeriodNet]) -> [String: DecimalAmount] {
            Dictionary(series.map { ($0.period, $0.net) }) { first, _ in first }
        }

        static let example = Self(
            incomeTotal: DecimalAmount(minor: 0),
            expenseTotal: DecimalAmount(minor: -14_235),
            netTotal: DecimalAmount(minor: -14_235),
            categoryTotals: ["Groceries": DecimalAmount(minor: -14_235)],
            count: 1,
            monthSeries: [PeriodNet(period: "2025-05", net: DecimalAmount(minor: -14_235))],
            daySeries: [PeriodNet(period: "2025-05-19", net: DecimalAmount(minor: -14_235))],
            trendSeries: [PeriodNet(period: "2025-05-19", net: DecimalAmount(minor: -14_235))],
            trendGranularity: .day
        )
    }
}
