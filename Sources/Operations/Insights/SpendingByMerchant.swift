public import Contract
import Kernel
import Ledger

extension InsightsOperations {
    /// Sums a member's purchases by merchant: the ten largest sums, the largest first.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may look at;
    ///   `unauthenticated`; `DatabaseError`.
    public func spendingByMerchant(
        _ input: API.Guardian.AnalyticsRequest,
        _ call: Call
    ) async throws -> [API.Guardian.MerchantSpend] {
        try await analysing(input, call) { reader in
            try reader.byMerchant().prefix(Limits.merchantsListed).map { merchant, total in
                API.Guardian.MerchantSpend(
                    merchant: merchant,
                    spendCents: total.amountMinor,
                    count: total.count
                )
            }
        }
    }
}
