public import Contract
import Kernel
import Ledger
import Providers
import SQL
import Store

extension IdentityOperations {
    /// Registers an invited parent in the family that invites, signs the parent in, and tells the
    /// parents who are there.
    ///
    /// - Throws: ``Problem`` `invalid` naming `code` when there is no open invitation with it,
    ///   `conflict` when the e-mail address is taken, `rateLimited` when too many passwords are
    ///   being hashed; ``ReplayedAnswer``; `DatabaseError`.
    public func registerInvited(
        _ input: API.Identity.RegisterInvitedRequest,
        _ call: Call
    ) async throws -> API.Allowance.AuthResponse {
        let hash = tokens.refreshTokens.storedHash(of: input.code)
        let isTaken = try await database.read { session -> Bool? in
            // A repeat may name an invitation that it used up itself.
            let isRepeatable = call.idempotency != nil
            if isRepeatable, try Invitations.find(hash: hash, now: call.now, in: session) == nil {
                return nil
            }
            let invitation = try Self.openInvitation(hash, call, in: session)
            return try Self.isTaken(invitation.email, in: session)
        }
        var passwordHash: String?
        // Whoever guesses codes is not served with hashing passwords.
        if let isTaken {
            passwordHash = try await self.hash(of: input.password, isTaken: isTaken, call)
        }
        let invited = InvitedParent(
            invitation: hash,
            passwordHash: passwordHash,
            firstName: input.firstName,
            lastName: input.lastName,
            session: call.newID()
        )
        let (member, household) = try await registerOnce(
            call,
            password: input.password,
            create: { try invited.join(call, in: $0) },
            begin: { try Self.begin(invited.session, for: $0, call, in: $1) }
        )
        eventSignal.wake(household.id)
        let bearer = SignedIn(member, session: invited.session)
        return try allowanceAnswer(member, household, bearer, call)
    }

    /// The open invitation with a code, known by its hash.
    fileprivate static func openInvitation(
        _ hash: String,
        _ call: Call,
        in session: any Session
    ) throws -> InvitationRecord {
        guard let invitation = try Invitations.find(hash: hash, now: call.now, in: session) else {
            throw Problem.invalid([Fault(field: "code", rule: "is of no open invitation")])
        }
        return invitation
    }
}

/// A parent who comes with an invitation.
private struct InvitedParent: Sendable {
    /// The hash of the invitation's code.
    let invitation: String
    let passwordHash: String?
    let firstName: String
    let lastName: String
    let session: ID<Entity.Session>

    /// Joins the household that invites.
    ///
    /// - Throws: ``Problem`` `invalid` when the invitation is not open, `conflict` when the e-mail
    ///   address is taken.
    func join(_ call: Call, in session: any Session) throws -> MemberRecord {
        let open = try IdentityOperations.openInvitation(invitation, call, in: session)
        guard let passwordHash else { throw IdentityOperations.emailIsTaken }
        var member = MemberRecord(
            id: call.newID(),
            household: open.household,
            role: .parent,
            email: open.email,
            firstName: firstName,
            lastName: lastName,
            passwordHash: passwordHash,
            createdAt: call.now
        )
        guard let number = try Members.insert(member, in: session) else {
            throw IdentityOperations.emailIsTaken
        }
        member.number = number
        try Invitations.accept(open.id, by: member.id, in: session)
        let head = try Households.head(of: open.household, in: session)
            .orCorrupt("an invitation has no household")
        let joined = Edit.joined(member, by: open.createdBy, call)
        let change = API.Guardian.ParentChange(
            memberID: member.id,
            byMemberID: open.createdBy,
            invitationID: open.id
        )
        try IdentityOperations.tellParents(
            .joined,
            change,
            after: try Edits.append(joined, to: head, in: session),
            call,
            in: session
        )
        try IdentityOperations.record(
            .joined,
            of: member.id,
            session: self.session,
            call,
            in: session
        )
        return member
    }
}
