public import Contract
import Ledger

extension InsightsOperations {
    /// Sums a member's purchases by day, for the days that have any, in their order.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may look at;
    ///   `unauthenticated`; `DatabaseError`.
    public func spendingByDay(
        _ input: API.Guardian.AnalyticsRequest,
        _ call: Call
    ) async throws -> [API.Guardian.DaySpend] {
        try await analysing(input, call) { reader in
            try reader.byDay().map { day, total in
                API.Guardian.DaySpend(day: GuardianTimestamp(day), spendCents: total.amountMinor)
            }
        }
    }
}
