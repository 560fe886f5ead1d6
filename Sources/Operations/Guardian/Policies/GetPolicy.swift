public import Contract
import Store

extension GuardianOperations {
    /// Tells a policy, with its change that waits, if there is one.
    ///
    /// - Throws: ``Problem`` `notFound` when the household has no such policy, or it is not the
    ///   caller's to see; `unauthenticated`; `DatabaseError`.
    public func getPolicy(
        _ input: API.Guardian.PolicyReference,
        _ call: Call
    ) async throws -> API.Guardian.Policy {
        try await reading(call) { session, membership in
            let book = PolicyBook(self, membership, call, in: session)
            return API.Guardian.Policy(try book.policy(input.id, for: membership))
        }
    }
}
