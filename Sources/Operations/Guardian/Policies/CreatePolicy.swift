public import Contract
import Guardian
import Kernel
import SQL
import Store

extension GuardianOperations {
    /// Makes a policy as a draft.
    ///
    /// What its condition names, a geofence or a goal, need not be there: it is looked for when a
    /// purchase is decided.
    ///
    /// - Throws: ``Problem`` `invalid` for a condition that is refused, with the place; `forbidden`
    ///   for a child whose policy would not be for itself alone; `notFound` when `user_id` names
    ///   nobody of the household; `conflict` for a name that is taken and one policy too many;
    ///   `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func createPolicy(
        _ input: API.Guardian.PolicyInput,
        _ call: Call
    ) async throws -> API.Guardian.Policy {
        let condition = try PolicyCondition(input.when)
        let answer = try await writing(call) { session, membership in
            let member = try Self.policySubject(input.userID, membership, in: session)
            try Self.requireOwn(condition, membership, in: session)
            let (id, now) = (call.newID(Entity.Policy.self), call.now)
            let policy = Policy(id, input, condition, for: member, .draft, createdAt: now)
            var book = PolicyBook(self, membership, call, in: session)
            return API.Guardian.Policy(try book.create(policy, by: membership.member))
        }
        wakePolicyReaders(of: call)
        return answer
    }

    /// The member whom the caller makes a policy for; `nil` for everybody.
    ///
    /// - Throws: ``Problem`` `forbidden` for a child who does not name itself, `notFound` when a
    ///   parent names nobody of the household.
    static func policySubject(
        _ reference: MemberReference?,
        _ membership: Membership,
        in session: any Session
    ) throws -> ID<Entity.Member>? {
        let named = try reference.map { try member($0, membership, in: session) }
        guard membership.role == .parent else {
            // Whether there is such a member is not told.
            guard let named, named?.id == membership.member else { throw Problem(.forbidden) }
            return membership.member
        }
        return try named.map { try $0.orNotFound().id }
    }

    /// Wakes who is told of a policy, once what was told is committed.
    func wakePolicyReaders(of call: Call) {
        eventSignal.wake(householdOf: call.caller)
        notificationSignal.wake()
    }
}
