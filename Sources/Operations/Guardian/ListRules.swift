public import Contract
import Kernel
import Store

extension GuardianOperations {
    /// Lists a member's monthly limits, ordered by id.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may look at;
    ///   `unauthenticated`; `DatabaseError`.
    public func listRules(
        _ input: API.Guardian.SubjectRequest,
        _ call: Call
    ) async throws -> [API.Guardian.Rule] {
        try await reading(call) { session, membership in
            let member = try Self.subject(input.userID, membership, in: session)
            return try Rules.list(of: member, in: session).map { rule in
                API.Guardian.Rule(
                    id: rule.number.value,
                    category: rule.category,
                    monthlyLimitCents: rule.monthlyLimitMinor
                )
            }
        }
    }
}
