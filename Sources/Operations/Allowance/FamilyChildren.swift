public import Contract
import Store

extension AllowanceOperations {
    /// Lists the family's children with their wallets; a child sees itself.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func familyChildren(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Allowance.FamilyChildrenResponse {
        try await reading(call) { session, membership in
            let household = try Households.named(membership.household, in: session)
            let children = try Self.visibleChildren(membership, in: session)
            return API.Allowance.FamilyChildrenResponse(
                familyID: household.id,
                familyName: household.name,
                children: children.map { API.Allowance.FamilyChildItem($0, membership.zone) }
            )
        }
    }
}
