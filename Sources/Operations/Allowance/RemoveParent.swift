public import Contract
import Kernel
import Ledger
import SQL
import Store

extension AllowanceOperations {
    /// Takes an invited parent out of its family, and tells the parents who stay.
    ///
    /// Every parent may remove one who was invited, itself too; nobody removes who founded the
    /// household. The parent's sessions end at once, nothing it signed in with is good any more,
    /// and what it invited is withdrawn. Its address is free; what it did stays in the household's
    /// records under its name.
    ///
    /// - Throws: ``Problem`` `unauthenticated`, also naming `password` or `code` when it is missing
    ///   or wrong, `rateLimited` after too many wrong ones, `notFound` when the family has no such
    ///   member, `conflict` when it is a child or founded the household; ``ReplayedAnswer``;
    ///   `DatabaseError`.
    public func removeParent(
        _ input: API.Allowance.RemoveParentRequest,
        _ call: Call
    ) async throws -> Empty {
        let proven = try await identity.provingMember(input.password, code: input.code, call)
        let answer = try await identity.changing(proven, call) { session, membership in
            let parent = try Members.find(input.memberID, in: session).orNotFound()
            guard parent.household == membership.household else { throw Problem(.notFound) }
            guard parent.role == .parent else {
                throw Problem(.conflict, "A child is removed as a child")
            }
            guard try Members.founder(of: membership.household, in: session) != parent.id else {
                throw Problem(.conflict, "Who founded the household cannot be removed")
            }
            let body = [JSON.Member("role", .string(parent.role.rawValue))]
            let edit = Edit(.memberRemoved, of: parent.id.text, body, membership, call)
            let head = try Edits.append(edit, to: membership.head, in: session)
            try PolicyRemoval.run(of: parent.id, after: head, in: session)
            try Self.deactivate(parent, keepsName: true, call, in: session)
            let change = API.Guardian.ParentChange(
                memberID: parent.id,
                byMemberID: membership.member
            )
            try IdentityOperations.tellParents(.removed, change, after: head, call, in: session)
            return Empty()
        }
        eventSignal.wake(householdOf: call.caller)
        return answer
    }

    /// Takes away whatever a parent signs in with, and the parent from its household.
    static func deactivate(
        _ parent: MemberRecord,
        keepsName: Bool,
        _ call: Call,
        in session: any Session
    ) throws {
        let reason = removalReason
        try IdentityOperations.removeWaysIn(of: parent.id, because: reason, call, in: session)
        try AuthorizationCodes.withdraw(of: parent.id, in: session)
        try SecondFactors.withdraw(of: parent.id, in: session)
        try SecondFactors.remove(of: parent.id, in: session)
        try remove(parent.id, parent.email, keepsName: keepsName, call, in: session)
    }
}
