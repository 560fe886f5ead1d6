public import Contract
import Store

extension AllowanceOperations {
    /// Lists the family's parents and children; a child sees the parents and itself.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func familyMembers(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Allowance.FamilyMembersResponse {
        try await reading(call) { session, membership in
            let household = try Households.named(membership.household, in: session)
            let members = try Members.present(in: household.id, session: session)
            let seen = members.filter { member in
                membership.role == .parent || member.role == .parent
                    || member.id == membership.member
            }
            return API.Allowance.FamilyMembersResponse(
                familyID: household.id,
                familyName: household.name,
                members: seen.map { API.Allowance.FamilyMember($0) }
            )
        }
    }
}

extension API.Allowance.FamilyMember {
    fileprivate init(_ member: MemberRecord) {
        self.init(
            userID: member.id,
            email: member.email,
            firstName: member.firstName ?? "",
            lastName: member.lastName ?? "",
            role: member.role == .parent ? .parent : .child
        )
    }
}
