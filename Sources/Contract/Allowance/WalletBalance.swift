public import Kernel

extension API.Allowance {
    /// What a child's wallet holds.
    public struct BalanceResponse: Codable, Sendable, Equatable {
        /// The child.
        public let childID: ID<Entity.Child>
        /// What the wallet holds.
        public let currentBalance: DecimalAmount
        /// What it is paid on each due day.
        public let weeklyAllowance: DecimalAmount
        /// Local midnight of the last due day that was paid; left out when none was.
        public let lastAllowanceDate: WireTimestamp?

        /// Makes an answer.
        public init(_ child: FamilyChildItem) {
            self.childID = child.childID
            self.currentBalance = child.currentBalance
            self.weeklyAllowance = child.weeklyAllowance
            self.lastAllowanceDate = child.lastAllowanceDate
        }
    }

    /// What a child's wallet holds.
    public static let walletBalance = Endpoint<ChildRequest, BalanceResponse>(
        "walletBalance",
        .get,
        "/api/v1/transactions/children/{childId}/balance",
        "Tells what a child's wallet holds.",
        access: .member,
        surface: .allowance,
        example: .example,
        answers: BalanceResponse(.example)
    )
}
