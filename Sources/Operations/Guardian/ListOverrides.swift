public import Contract
import Guardian
import Store

extension GuardianOperations {
    /// Lists what a member was allowed once within a range, newest first.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may look at;
    ///   `unauthenticated`; `DatabaseError`.
    public func listOverrides(
        _ input: API.Guardian.AnalyticsRequest,
        _ call: Call
    ) async throws -> [API.Guardian.OverrideRow] {
        try await insights.analysing(input, call) { reader in
            let start = reader.window.start
            return try Overrides.newest(of: reader.member, from: start, in: reader.session).map {
                API.Guardian.OverrideRow(
                    ts: GuardianTimestamp($0.createdAt),
                    merchant: $0.merchant,
                    amountCents: $0.amountMinor,
                    used: $0.isUsed
                )
            }
        }
    }
}
