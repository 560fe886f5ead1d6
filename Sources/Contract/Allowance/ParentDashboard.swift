public import Kernel

extension API.Allowance {
    /// A child as the parents' first page shows it.
    public struct ChildSummary: Codable, Sendable, Equatable {
        /// The child's profile.
        public let childID: ID<Entity.Child>
        /// The first name; empty where none was given.
        public let firstName: String
        /// The last name; empty where none was given.
        public let lastName: String
        /// What the wallet holds.
        public let currentBalance: DecimalAmount
        /// What it is paid on each due day.
        public let weeklyAllowance: DecimalAmount
        /// How many movements there were in the last thirty times 24 hours.
        public let recentTransactionCount: Int64

        /// Makes a child.
        public init(_ child: FamilyChildItem, recentTransactionCount: Int64) {
            self.childID = child.childID
            self.firstName = child.firstName
            self.lastName = child.lastName
            self.currentBalance = child.currentBalance
            self.weeklyAllowance = child.weeklyAllowance
            self.recentTransactionCount = recentTransactionCount
        }
    }

    /// The parents' first page.
    public struct ParentDashboardResponse: Codable, Sendable, Equatable {
        /// The family's name.
        public let familyName: String
        /// How many children there are.
        public let totalChildren: Int64
        /// What their wallets hold together.
        public let totalBalance: DecimalAmount
        /// What they are paid on each due day, together.
        public let totalWeeklyAllowance: DecimalAmount
        /// In the order in which they joined.
        public let children: [ChildSummary]

        /// Makes an answer.
        public init(
            familyName: String,
            totalChildren: Int64,
            totalBalance: DecimalAmount,
            totalWeeklyAllowance: DecimalAmount,
            children: [ChildSummary]
        ) {
            self.familyName = familyName
            self.totalChildren = totalChildren
            self.totalBalance = totalBalance
            self.totalWeeklyAllowance = totalWeeklyAllowance
            self.children = children
        }
    }

    /// What the parents see first.
    public static let parentDashboard = Endpoint<Empty, ParentDashboardResponse>(
        "parentDashboard",
        .get,
        "/api/v1/dashboard/parent",
        "Shows parents their children, with what their wallets hold.",
        access: .parent,
        surface: .allowance,
        answers: ParentDashboardResponse(
            familyName: UserResponse.example.familyName,
            totalChildren: 1,
            totalBalance: FamilyChildItem.example.currentBalance,
            totalWeeklyAllowance: FamilyChildItem.example.weeklyAllowance,
            children: [ChildSummary(.example, recentTransactionCount: 2)]
        )
    )
}
