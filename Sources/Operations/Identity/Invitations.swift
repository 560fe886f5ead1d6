public import Contract
import Kernel
import Ledger
import Providers
import SQL
import Store

extension IdentityOperations {
    /// Invites a second parent into the caller's family, and tells every parent of it.
    ///
    /// Who is invited stays when a stolen token is long gone, so the token alone is not enough.
    ///
    /// - Returns: The invitation with its code, of which nothing but a hash is kept.
    /// - Throws: ``Problem`` `unauthenticated`, also naming `password` or `code` when it is missing
    ///   or wrong, `rateLimited` after too many wrong ones, `conflict` for one invitation too many;
    ///   `DatabaseError`.
    public func createInvitation(
        _ input: API.Identity.InvitationRequest,
        _ call: Call
    ) async throws -> API.Identity.InvitationResponse {
        let code = tokens.newRefreshToken()
        let hash = tokens.refreshTokens.storedHash(of: code)
        let proven = try await provingMember(input.password, code: input.code, call)
        let answer = try await changing(proven, call) { session, membership in
            let open = try Invitations.open(of: membership.household, now: call.now, in: session)
            guard open.count < Limits.openInvitations else {
                let most = Limits.openInvitations
                throw Problem(.conflict, "A family has at most \(most) open invitations")
            }
            let invitation = InvitationRecord(
                id: call.newID(),
                household: membership.household,
                email: normalisedEmail(input.email),
                createdBy: membership.member,
                createdAt: call.now,
                expiresAt: call.now.adding(milliseconds: Limits.invitationMilliseconds)
            )
            try Invitations.insert(invitation, hash: hash, in: session)
            let head = try Self.recordEdit("invited", invitation.id, membership, call, in: session)
            let change = API.Guardian.ParentChange(
                byMemberID: membership.member,
                invitationID: invitation.id
            )
            try Self.tellParents(.invited, change, after: head, call, in: session)
            return API.Identity.InvitationResponse(
                invitationID: invitation.id,
                code: code,
                email: invitation.email,
                expiresAt: WireTimestamp(invitation.expiresAt)
            )
        }
        eventSignal.wake(householdOf: call.caller)
        return answer
    }

    /// Lists the family's open invitations, newest first.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func listInvitations(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Identity.InvitationListResponse {
        try await reading(call) { session, membership in
            let open = try Invitations.open(of: membership.household, now: call.now, in: session)
            return API.Identity.InvitationListResponse(
                invitations: open.map { invitation in
                    API.Identity.Invitation(
                        invitationID: invitation.id,
                        email: invitation.email,
                        createdAt: WireTimestamp(invitation.createdAt),
                        expiresAt: WireTimestamp(invitation.expiresAt)
                    )
                }
            )
        }
    }

    /// Withdraws an open invitation of the family's; its code is worth nothing from then on.
    ///
    /// - Throws: ``Problem`` `notFound` when it is none of the family's, or not open any more;
    ///   `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func withdrawInvitation(
        _ input: API.Identity.InvitationReference,
        _ call: Call
    ) async throws -> Empty {
        try await writing(call) { session, membership in
            let wasOpen = try Invitations.withdraw(
                input.invitationID,
                of: membership.household,
                now: call.now,
                in: session
            )
            guard wasOpen else { throw Problem(.notFound) }
            try Self.recordEdit("withdrawn", input.invitationID, membership, call, in: session)
            return Empty()
        }
    }

    /// Records what became of an invitation; never the address, because the chain is for ever.
    @discardableResult
    private static func recordEdit(
        _ what: String,
        _ invitation: ID<Entity.Invitation>,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> ChainHead {
        try recordEdit(
            .memberInvited,
            of: invitation.text,
            [JSON.Member("did", .string(what))],
            membership,
            call,
            in: session
        )
    }
}
