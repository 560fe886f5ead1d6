import Contract
import Kernel
import Ledger
import SQL
import Store

extension IdentityOperations {
    /// Records a change of the caller's account, for the caller and in the household's chain.
    ///
    /// `body` holds neither a secret nor an e-mail address: the chain is for ever.
    static func recordChange(
        _ event: AuthEvent.Kind,
        _ edit: Edit.Kind,
        _ body: [JSON.Member],
        _ membership: Membership,
        _ call: Call,
        _ session: any Session
    ) throws {
        try recordEdit(edit, of: membership.member.text, body, membership, call, in: session)
        try Self.record(event, of: membership.member, session: call.session, call, in: session)
    }
}
