import Allowance
public import Contract
import Kernel
import SQL
import Store

extension AllowanceOperations {
    /// Shows parents their children, with what their wallets hold.
    ///
    /// - Complexity: O(children × days counted), at most three statements for each child, whatever
    ///   the history's length.
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func parentDashboard(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Allowance.ParentDashboardResponse {
        try await reading(call) { session, membership in
            let household = try Households.named(membership.household, in: session)
            let children = try Children.list(of: household.id, in: session)
            return API.Allowance.ParentDashboardResponse(
                familyName: household.name,
                totalChildren: Int64(children.count),
                totalBalance: DecimalAmount(minor: children.reduce(0) { $0 + $1.balance.minor }),
                totalWeeklyAllowance: DecimalAmount(
                    minor: children.reduce(0) { $0 + $1.schedule.amountMinor }
                ),
                children: try children.map { child in
                    API.Allowance.ChildSummary(
                        API.Allowance.FamilyChildItem(child, membership.zone),
                        recentTransactionCount: try WalletMovements.count(
                            of: child.id,
                            from: call.now.adding(milliseconds: -Limits.recentMilliseconds),
                            before: call.now,
                            in: session
                        )
                    )
                }
            )
        }
    }
}
