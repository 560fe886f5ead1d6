public import Contract
import Kernel
import Ledger
import SQL
import Store

extension GuardianOperations {
    /// Removes a monthly limit.
    ///
    /// - Throws: ``Problem`` `notFound` when the member has no such limit, or `user_id` names
    ///   nobody the caller may speak for; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func deleteRule(
        _ input: API.Guardian.NumberedRequest,
        _ call: Call
    ) async throws -> API.Guardian.Status {
        try await writing(call) { session, membership in
            let member = try Self.subject(input.userID, membership, in: session)
            try Self.removeRule(Serial(input.id), of: member, membership, call, in: session)
            return API.Guardian.Status(status: "deleted")
        }
    }

    /// Removes a limit and records who did.
    ///
    /// - Throws: ``Problem`` `notFound` when the member has no such limit.
    static func removeRule(
        _ number: Serial<Entity.Rule>,
        of member: ID<Entity.Member>,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws {
        let rule = try Rules.delete(number, of: member, in: session).orNotFound()
        let body = [
            JSON.Member("member", .string(member.text)),
            JSON.Member("category", .string(rule.category)),
        ]
        let id = rule.id.text
        try recordEdit(.ruleDeleted, of: id, body, owner: member, membership, call, in: session)
    }
}
