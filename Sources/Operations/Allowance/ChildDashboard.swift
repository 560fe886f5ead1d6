import Allowance
public import Contract
import Kernel
import Store

extension AllowanceOperations {
    /// Shows a child its wallet, its allowance and what moved lately.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func childDashboard(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Allowance.ChildDashboardResponse {
        try await reading(call) { session, membership in
            let child = try Self.ownProfile(membership, in: session)
            let today = membership.zone.day(of: call.now)
            let newest = try WalletMovements.list(
                of: child.id,
                limit: Limits.movementsShown,
                in: session
            )
            let sums = try WalletMovements.sums(of: child.id, in: today.month, session: session)
            return API.Allowance.ChildDashboardResponse(
                API.Allowance.FamilyChildItem(child, membership.zone),
                daysUntilNextAllowance: Int64(child.schedule.daysUntilNext(today: today)),
                recentTransactions: newest.map {
                    API.Allowance.TransactionResponse($0, of: child.id)
                },
                monthlyStats: API.Allowance.MonthlyStats(
                    earnedMinor: sums.creditMinor,
                    spentMinor: sums.debitMinor
                )
            )
        }
    }
}
