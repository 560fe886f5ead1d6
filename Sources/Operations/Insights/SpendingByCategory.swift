public import Contract
import Ledger

extension InsightsOperations {
    /// Sums a member's purchases by category, the largest sum first.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may look at;
    ///   `unauthenticated`; `DatabaseError`.
    public func spendingByCategory(
        _ input: API.Guardian.AnalyticsRequest,
        _ call: Call
    ) async throws -> [API.Guardian.CategorySpend] {
        try await analysing(input, call) { reader in
            try reader.byCategory().map { category, total in
                API.Guardian.CategorySpend(
                    category: category,
                    spendCents: total.amountMinor,
                    count: total.count
                )
            }
        }
    }
}
