public import Contract
import Store

extension AllowanceOperations {
    /// Tells what a child's wallet holds.
    ///
    /// - Throws: ``Problem`` `notFound` when the caller may not see such a child;
    ///   `unauthenticated`; `DatabaseError`.
    public func walletBalance(
        _ input: API.Allowance.ChildRequest,
        _ call: Call
    ) async throws -> API.Allowance.BalanceResponse {
        try await reading(call) { session, membership in
            let child = try Self.profile(input.childID, seenBy: membership, in: session)
            return API.Allowance.BalanceResponse(
                API.Allowance.FamilyChildItem(child, membership.zone)
            )
        }
    }
}
