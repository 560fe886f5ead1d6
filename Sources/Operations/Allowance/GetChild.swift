public import Contract
import Store

extension AllowanceOperations {
    /// Shows a child with its wallet and its allowance.
    ///
    /// - Throws: ``Problem`` `notFound` when the caller may not see such a child;
    ///   `unauthenticated`; `DatabaseError`.
    public func getChild(
        _ input: API.Allowance.ChildRequest,
        _ call: Call
    ) async throws -> API.Allowance.ChildDetailResponse {
        try await reading(call) { session, membership in
            let child = try Self.profile(input.childID, seenBy: membership, in: session)
            return API.Allowance.ChildDetailResponse(
                API.Allowance.FamilyChildItem(child, membership.zone),
                createdAt: WireTimestamp(child.createdAt)
            )
        }
    }
}
