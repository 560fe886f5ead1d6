import Contract
import Insights
import Kernel
import Ledger
import SQL
import Store

extension InsightsOperations {
    /// Gives the caller the demo household of today, in the place of what it had of it before.
    ///
    /// Rows that are still the same stay as they are, with the caller's edits.
    ///
    /// - Throws: ``Problem`` `conflict` while real accounts are linked or come from files, or when
    ///   there are too many accounts; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    func seedDemo(_ call: Call) async throws -> API.Insights.TransactionsSyncResponse {
        try await writing(call) { session, membership in
            let accounts = try BankAccounts.list(of: membership.member, in: session)
            let items = try BankItems.list(of: membership.member, in: session)
            guard items.isEmpty, !accounts.contains(where: { $0.removedAt == nil && !$0.isDemo })
            else {
                throw Problem(.conflict, "There are real accounts, which the demo household is not")
            }
            let ledger = try LedgerWriter(membership.head, catalogue, in: session)
            var book = DemoBook(membership, in: ledger, call)
            let count = try book.write()
            return API.Insights.TransactionsSyncResponse(
                status: .completed,
                syncedCount: Int64(count),
                traceID: call.trace
            )
        }
    }
}
