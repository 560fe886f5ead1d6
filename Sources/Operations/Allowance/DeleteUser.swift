public import Contract
import Kernel
import Ledger
import SQL
import Store
import Synchronization

extension AllowanceOperations {
    /// Deletes a user: itself, a child of the caller's household by a parent, anyone by the
    /// operator.
    ///
    /// Its sign-ins end at once, its e-mail address is free, and its banks are given up. What is
    /// known about it goes, but for what the household's books need, where it has no name any more.
    /// Nobody reaches the books of a household that nobody is left in.
    ///
    /// - Throws: ``Problem`` `notFound` for everybody whom the caller may not delete, whether or
    ///   not there is one; `conflict` for a parent whose household has children; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func deleteUser(
        _ input: API.Insights.DeleteUserRequest,
        isOperator: Bool,
        _ call: Call
    ) async throws -> Empty {
        // The transaction may run again; whom it deleted last is who was deleted.
        let deleted = Mutex<FormerMember?>(nil)
        let answer: Empty
        if isOperator {
            answer = try await idempotentAnonymous(call) { session in
                let former = try delete(input.userID, by: nil, call, in: session)
                deleted.withLock { $0 = former }
                return Empty()
            }
        } else {
            guard case .member = call.caller else { throw Problem(.notFound) }
            answer = try await writing(call) { session, membership in
                let former = try delete(input.userID, by: membership, call, in: session)
                deleted.withLock { $0 = former }
                return Empty()
            }
        }
        guard let former = deleted.withLock({ $0 }) else { return answer }
        eventSignal.wake(former.household)
        // It is deleted, whatever comes of the rest; housekeeping goes on where this ends.
        try? await forgetRest(of: former)
        return answer
    }

    /// `actor`: Who does; `nil` for the operator.
    private func delete(
        _ id: ID<Entity.Member>,
        by actor: Membership?,
        _ call: Call,
        in session: any Session
    ) throws -> FormerMember {
        let member = try Members.find(id, in: session).orNotFound()
        guard actor?.mayDelete(member) ?? true else { throw Problem(.notFound) }
        let head = try Households.head(of: member.household, in: session)
            .orCorrupt("a member has no household")
        if let child = try Children.find(of: member.id, in: session) {
            return try takeOut(child, of: head, by: actor?.member, call, session)
        }
        let counts = try Members.counts(of: member.household, in: session)
        guard member.role == .child || counts.children == 0 else {
            throw Problem(.conflict, "The household still has children")
        }
        let isLast = counts.members == 1
        return try takeOut(member, isLast: isLast, of: head, by: actor?.member, call, session)
    }

    /// Takes a member who is no child out of its household, and tells the parents who stay.
    private func takeOut(
        _ member: MemberRecord,
        isLast: Bool,
        of head: ChainHead,
        by author: ID<Entity.Member>?,
        _ call: Call,
        _ session: any Session
    ) throws -> FormerMember {
        let former = FormerMember(member)
        let body = [JSON.Member("role", .string(member.role.rawValue))]
        let subject = member.id.text
        let edit = Edit(.memberRemoved, of: subject, body, in: member.household, by: author, call)
        let end = try Edits.append(edit, to: head, in: session)
        try PolicyRemoval.run(of: member.id, after: end, in: session)
        try Self.deactivate(member, keepsName: false, call, in: session)
        _ = try PersonalRecords.delete(former, upTo: Limits.walkRows, in: session)
        if isLast {
            try Households.rename(member.household, to: Self.nobodys, in: session)
        } else {
            let change = API.Guardian.ParentChange(
                memberID: member.id,
                byMemberID: author ?? member.id
            )
            try IdentityOperations.tellParents(.removed, change, after: end, call, in: session)
        }
        return former
    }

    /// What a household is called that nobody is left in.
    private static let nobodys = "Former household"
}

extension Membership {
    /// Whether the member may delete another one, or itself.
    fileprivate func mayDelete(_ other: MemberRecord) -> Bool {
        other.id == member
            || role == .parent && other.role == .child && other.household == household
    }
}
