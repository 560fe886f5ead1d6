public import Kernel

extension API.Allowance {
    /// What moved in a wallet in the household's month.
    public struct MonthlyStats: Codable, Sendable, Equatable {
        /// What came in.
        public let totalEarned: DecimalAmount
        /// What went out.
        public let totalSpent: DecimalAmount
        /// What came in less what went out.
        public let netChange: DecimalAmount

        /// Makes sums.
        public init(earnedMinor: Int64, spentMinor: Int64) {
            totalEarned = DecimalAmount(minor: earnedMinor)
            totalSpent = DecimalAmount(minor: spentMinor)
            netChange = DecimalAmount(minor: earnedMinor - spentMinor)
        }
    }

    /// A child's first page.
    public struct ChildDashboardResponse: Codable, Sendable, Equatable {
        /// The child's profile.
        public let childID: ID<Entity.Child>
        /// The first name; empty where none was given.
        public let firstName: String
        /// What the wallet holds.
        public let currentBalance: DecimalAmount
        /// What it is paid on each due day.
        public let weeklyAllowance: DecimalAmount
        /// Local midnight of the last due day that was paid; left out when none was.
        public let lastAllowanceDate: WireTimestamp?
        /// Local midnight of the next due day; left out when nobody knows it.
        public let nextAllowanceDate: WireTimestamp?
        /// Whole days from today to the next due day; 0 when it is past or there is none.
        public let daysUntilNextAllowance: Int64
        /// The newest ten movements, newest first.
        public let recentTransactions: [TransactionResponse]
        /// What moved this month.
        public let monthlyStats: MonthlyStats

        /// Makes an answer.
        public init(
            _ child: FamilyChildItem,
            daysUntilNextAllowance: Int64,
            recentTransactions: [TransactionResponse],
            monthlyStats: MonthlyStats
        ) {
            self.childID = child.childID
            self.firstName = child.firstName
            self.currentBalance = child.currentBalance
            self.weeklyAllowance = child.weeklyAllowance
            self.lastAllowanceDate = child.lastAllowanceDate
            self.nextAllowanceDate = child.nextAllowanceDate
            self.daysUntilNextAllowance = daysUntilNextAllowance
            self.recentTransactions = recentTransactions
            self.monthlyStats = monthlyStats
        }
    }

    /// What a child sees first.
    public static let childDashboard = Endpoint<Empty, ChildDashboardResponse>(
        "childDashboard",
        .get,
        "/api/v1/dashboard/child",
        "Shows a child its wallet, its allowance and what moved lately.",
        access: .child,
        surface: .allowance,
        answers: ChildDashboardResponse(
            .example,
            daysUntilNextAllowance: 4,
            recentTransactions: [.example],
            monthlyStats: MonthlyStats(earnedMinor: 2_550, spentMinor: 0)
        )
    )
}
