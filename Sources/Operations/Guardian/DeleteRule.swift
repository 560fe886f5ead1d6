public import Contract
import Kernel
import Ledger
import SQL
import Store

extension Operations {
    /// Removes a monthly limit.
    ///
    /// - Throws: ``Problem`` `notFound` when the member has no such limit, or `user_id` names
    ///   nobody the caller may speak for; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func deleteRule(
        _ input: API.Guardian.NumberedRequest,
        _ call: Call
    ) async throws -> API.Guardian.Status {
        try await writing(call) { session, standing in
            let member = try Self.subject(input.userID, standing, in: session)
            guard let category = try Rules.delete(Serial(input.id), of: member, in: session) else {
                throw Problem(.notFound)
            }
            try Self.recordEdit(
                .ruleDeleted,
                of: String(input.id),
                [
                    JSON.Member("member", .string(member.text)),
                    JSON.Member("category", .string(category)),
                ],
                standing,
                call,
                in: session
            )
            return API.Guardian.Status(status: "deleted")
        }
    }

    /// Records what the caller changed.
    ///
    /// - Returns: The chain's new end.
    @discardableResult
    static func recordEdit(
        _ kind: Edit.Kind,
        of subject: String,
        _ body: [JSON.Member],
        _ standing: Standing,
        _ call: Call,
        in session: any Session
    ) throws -> ChainHead {
        let edit = Edit(kind, of: subject, body, standing, call)
        return try Edits.append(edit, to: standing.head, in: session)
    }
}

extension Edit {
    /// What the caller changed.
    init(
        _ kind: Kind,
        of subject: String,
        _ body: [JSON.Member],
        _ standing: Standing,
        _ call: Call
    ) {
        self.init(
            id: call.newID(),
            household: standing.household,
            author: standing.member,
            kind: kind,
            subject: subject,
            body: JSON.object(body).text,
            madeAt: call.now
        )
    }
}
