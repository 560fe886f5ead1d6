public import Contract
import Guardian
import Kernel
import SQL
import Store

extension GuardianOperations {
    /// Changes what a policy says: at once, or later where that may let purchases through.
    ///
    /// - Throws: ``Problem`` `invalid` for a condition that is refused, with the place; `forbidden`
    ///   for a child, unless it made the policy, for itself, and does not loosen it; `notFound`
    ///   when the policy is not the caller's to see, or `user_id` names nobody of the household;
    ///   `stale` when it was changed since the version that is named; `conflict` for a name that
    ///   is taken; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func updatePolicy(
        _ input: API.Guardian.PolicyUpdate,
        _ call: Call
    ) async throws -> API.Guardian.Policy {
        let condition = try PolicyCondition(input.when)
        let answer = try await writing(call) { session, membership in
            var book = PolicyBook(self, membership, call, in: session)
            let stored = try book.policy(input.id, for: membership)
            try Self.requireRight(to: stored, membership)
            let member = try Self.policySubject(input.userID, membership, in: session)
            try Self.requireOwn(condition, membership, in: session)
            try Self.requireVersion(input.ifMatch, of: stored, in: session)
            let record = try book.settled(stored)
            let policy = Policy(
                record.policy.id,
                input.policy,
                condition,
                for: member,
                record.policy.state,
                createdAt: record.policy.createdAt
            )
            return API.Guardian.Policy(try book.change(record, to: policy, by: membership))
        }
        wakePolicyReaders(of: call)
        return answer
    }

    /// Refuses a child who did not make a policy, or not for itself.
    static func requireRight(to record: PolicyRecord, _ membership: Membership) throws {
        let isOwn = [record.createdBy, record.policy.member].allSatisfy { $0 == membership.member }
        guard membership.role == .parent || isOwn else { throw Problem(.forbidden) }
    }

    private static func requireVersion(
        _ expected: VersionTag?,
        of record: PolicyRecord,
        in session: any Session
    ) throws {
        guard let expected, expected.version != record.version else { return }
        let (household, version) = (record.household, record.version)
        let origin = try Edits.origin(of: household, at: version, in: session)
            .orCorrupt("a policy's version is no link")
        throw try Problem.stale(
            SyncRecord(
                kind: "policy",
                id: record.policy.id,
                version: version,
                updatedAt: WireTimestamp(origin.madeAt),
                updatedBy: origin.author,
                value: API.Guardian.Policy(record)
            )
        )
    }
}
