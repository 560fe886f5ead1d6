public import Contract
import Guardian
import Store

extension GuardianOperations {
    /// Makes a policy live, asks it in shadow or ends it, and decides about a change that waits.
    ///
    /// - Throws: ``Problem`` `forbidden` for a child, unless it made the policy, for itself, and
    ///   does not loosen or retire it, and for who confirms a change of its own; `notFound` when
    ///   the policy is not the caller's to see; `conflict` for one policy too many, and when no
    ///   change waits; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func setPolicyState(
        _ input: API.Guardian.PolicyStepRequest,
        _ call: Call
    ) async throws -> API.Guardian.Policy {
        let answer = try await writing(call) { session, membership in
            var book = PolicyBook(self, membership, call, in: session)
            let stored = try book.policy(input.id, for: membership)
            try Self.requireRight(to: stored, membership)
            let record = try book.settled(stored)
            let changed =
                switch input.state {
                case .confirm: try book.confirm(record, by: membership)
                case .cancel: try book.cancel(record, by: membership)
                case .draft: try book.move(record, to: .draft, by: membership)
                case .shadow: try book.move(record, to: .shadow, by: membership)
                case .live: try book.move(record, to: .live, by: membership)
                case .retired: try book.move(record, to: .retired, by: membership)
                }
            return API.Guardian.Policy(changed)
        }
        wakePolicyReaders(of: call)
        return answer
    }
}

extension PolicyBook {
    /// Gives a policy another state; only a parent may retire it.
    fileprivate mutating func move(
        _ record: PolicyRecord,
        to state: Policy.State,
        by author: Membership
    ) throws -> PolicyRecord {
        if state == .retired, author.role != .parent { throw Problem(.forbidden) }
        return try change(record, to: record.policy.with(state), by: author)
    }
}
