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
            let category = try Rules.delete(Serial(input.id), of: member, in: session).orNotFound()
            let body = [
                JSON.Member("member", .string(member.text)),
                JSON.Member("category", .string(category)),
            ]
            let id = String(input.id)
            try Self.recordEdit(.ruleDeleted, of: id, body, membership, call, in: session)
            return API.Guardian.Status(status: "deleted")
        }
    }
}
