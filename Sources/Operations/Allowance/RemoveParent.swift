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
            let found = try Members.find(input.memberID, in: session)
            guard let parent = found, parent.household == membership.household else {
                throw Problem(.notFound)
            }
            guard parent.role == .parent else {
                throw Problem(.conflict, "A child is removed as a child")
            }
            guard try Members.founder(of: membership.household, in: session) != parent.id else {
                throw Problem(.conflict, "Who founded the household cannot be removed")
            }
            let head = try Self.recordEdit(
                .memberRemoved,
                of: parent.id.text,
                [JSON.Member("role", .string(parent.role.rawValue))],
                membership,
                call,
                in: session
            )
            try Self.deactivate(parent, call, in: session)
            let change = API.Guardian.ParentChange(
                memberID: parent.id,
                byMemberID: membership.member
            )
            try IdentityOperations.tellParents(
                .parentRemoved,
                change,
                after: head,
                call,
                in: session
            )
            return Empty()
        }
        eventSignal.wake(householdOf: call.caller)
        return answer
    }

    /// Takes away whatever a parent signs in with, and the parent from its household.
    private static func deactivate(
        _ parent: MemberRecord,
        _ call: Call,
        in session: any Session
    ) throws {
        try ExternalIdentities.remove(
            of: parent.id,
            because: removalReason,
            now: call.now,
            in: session
        )
        try AuthorizationCodes.withdraw(of: parent.id, in: session)
        try Invitations.withdrawAll(by: parent.id, now: call.now, in: session)
        try Passkeys.removeAll(of: parent.id, in: session)
        try SecondFactors.withdraw(of: parent.id, in: session)
        try SecondFactors.remove(of: parent.id, in: session)
        try remove(parent.id, parent.email, keepsName: true, call, in: session)
    }
}
