import Contract
import Ledger
import SQL
import Store

extension RoomOperations {
    /// Records what the caller changed.
    ///
    /// - Returns: The chain's new end.
    @discardableResult
    static func recordEdit(
        _ kind: Edit.Kind,
        of subject: String,
        _ body: [JSON.Member],
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> ChainHead {
        let edit = Edit(kind, of: subject, body, membership, call)
        return try Edits.append(edit, to: membership.head, in: session)
    }
}

extension Edit {
    /// What the caller changed.
    init(
        _ kind: Kind,
        of subject: String,
        _ body: [JSON.Member],
        _ membership: Membership,
        _ call: Call
    ) {
        self.init(
            id: call.newID(),
            household: membership.household,
            author: membership.member,
            kind: kind,
            subject: subject,
            body: JSON.object(body).text,
            madeAt: call.now
        )
    }
}
