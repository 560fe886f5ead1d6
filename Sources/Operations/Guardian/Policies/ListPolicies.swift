public import Contract
import Guardian
import Kernel
import SQL
import Store

extension GuardianOperations {
    /// Lists policies, the oldest first: a parent those of the household, a child those for itself
    /// and for everybody.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may look at;
    ///   `unauthenticated`; `DatabaseError`.
    public func listPolicies(
        _ input: API.Guardian.PoliciesRequest,
        _ call: Call
    ) async throws -> API.Guardian.PolicyList {
        try await reading(call) { session, membership in
            let subject = try input.userID.map {
                try Self.policyReader($0, membership, in: session)
            }
            let household = membership.household
            let records =
                if let state = input.state?.state {
                    try Policies.list(of: household, state, in: session)
                } else {
                    try Policies.list(of: household, in: session)
                }
            let shown = records.filter { record in
                record.isVisible(to: membership)
                    && subject.map { record.policy.applies(to: $0) } ?? true
            }
            return API.Guardian.PolicyList(policies: shown.map { API.Guardian.Policy($0) })
        }
    }

    /// The member whose policies are asked about: the caller, or whom a parent names.
    private static func policyReader(
        _ reference: MemberReference,
        _ membership: Membership,
        in session: any Session
    ) throws -> ID<Entity.Member> {
        let named = try member(reference, membership, in: session).orNotFound()
        guard membership.role == .parent || named.id == membership.member else {
            throw Problem(.notFound)
        }
        return named.id
    }
}
