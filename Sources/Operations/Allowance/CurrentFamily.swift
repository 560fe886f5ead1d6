public import Contract
import Kernel
import Store

extension AllowanceOperations {
    /// Shows the caller's family.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func currentFamily(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Allowance.FamilyResponse {
        try await reading(call) { session, membership in
            let household = try Households.named(membership.household, in: session)
            let counts = try Members.counts(of: household.id, in: session)
            return API.Allowance.FamilyResponse(
                id: household.id,
                name: household.name,
                createdAt: WireTimestamp(household.createdAt),
                memberCount: counts.members,
                childrenCount: counts.children,
                timeZone: household.timeZone
            )
        }
    }
}
