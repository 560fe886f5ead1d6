import Contract
import Kernel
import Ledger
import SQL
import Store

extension RoomOperations {
    /// Records what the caller changed.
    ///
    /// `owner`: Whose the record is, where devices copy it.
    ///
    /// - Returns: The chain's new end.
    @discardableResult
    static func recordEdit(
        _ kind: Edit.Kind,
        of subject: String,
        _ body: [JSON.Member],
        owner: ID<Entity.Member>? = nil,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> ChainHead {
        let edit = Edit(kind, of: subject, body, owner: owner, membership, call)
        return try Edits.append(edit, to: membership.head, in: session)
    }
}

extension Edit {
    /// What the caller changed.
    init(
        _ kind: Kind,
        of subject: String,
        _ body: [JSON.Member],
        owner: ID<Entity.Member>? = nil,
        _ membership: Membership,
        _ call: Call
    ) {
        self.init(
            kind,
            of: subject,
            body,
            in: membership.household,
            by: membership.member,
            owner: owner,
            call
        )
    }

    /// What a member changed in a household; nobody is its author where the operator did.
    init(
        _ kind: Kind,
        of subject: String,
        _ body: [JSON.Member],
        in household: ID<Entity.Household>,
        by author: ID<Entity.Member>?,
        owner: ID<Entity.Member>? = nil,
        _ call: Call
    ) {
        self.init(
            id: call.newID(),
            household: household,
            author: author,
            kind: kind,
            subject: subject,
            body: JSON.object(body).text,
            madeAt: call.now,
            owner: owner
        )
    }
}
