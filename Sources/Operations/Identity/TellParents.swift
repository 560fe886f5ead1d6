import Contract
import Kernel
import Ledger
import SQL
import Store

/// What happens to the parents of a household, in the words of the account and of the live events.
struct ParentChangeKind {
    static let invited = Self(account: .parentInvited, live: .parentInvited)
    static let joined = Self(account: .parentJoined, live: .parentJoined)
    static let removed = Self(account: .parentRemoved, live: .parentRemoved)

    fileprivate let account: AuthEvent.Kind
    fileprivate let live: EventRecord.Kind
}

extension IdentityOperations {
    /// Tells every parent of a household who comes or goes, in the account's history and live.
    ///
    /// Each of them may find out that it was not the other one, but somebody with a token.
    ///
    /// - Parameters:
    ///   - kind: What happens.
    ///   - change: Who it is, and by whom.
    ///   - head: The chain's end as this transaction has moved it.
    ///   - call: The call.
    ///   - session: The transaction; those who are members of the household now are told.
    /// - Throws: `DatabaseError`.
    static func tellParents(
        _ kind: ParentChangeKind,
        _ change: API.Guardian.ParentChange,
        after head: ChainHead,
        _ call: Call,
        in session: any Session
    ) throws {
        for parent in try Members.parents(of: head.household, in: session) {
            // A session is its own member's business.
            let own = parent == change.byMemberID ? call.session : nil
            try record(kind.account, of: parent, session: own, call, in: session)
        }
        try Events.append(
            kind.live,
            of: change.memberID ?? change.byMemberID,
            String(decoding: try WireEncoder.bytes(change), as: UTF8.self),
            after: head,
            now: call.now,
            in: session
        )
    }
}
