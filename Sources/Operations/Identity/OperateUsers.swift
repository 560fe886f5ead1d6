public import Contract
public import Kernel
import Ledger
import Providers
import SQL
import Store

extension IdentityOperations {
    /// Creates a parent with a new household, for the operator.
    ///
    /// - Returns: The member's id.
    /// - Throws: ``Problem`` `invalid` as registering does, `conflict` when the e-mail is taken.
    public func createUser(
        email: String,
        password: Password,
        firstName: String?,
        lastName: String?,
        timeZone: String?,
        _ call: Call
    ) async throws -> ID<Entity.Member> {
        let input = try API.Banking.registerUser.checked(
            API.Banking.RegisterRequest(
                email: email,
                password: password,
                firstName: firstName,
                lastName: lastName,
                timeZone: timeZone
            )
        )
        let (member, _) = try await registerHousehold(call, input) { _, _ in }
        return member.id
    }

    /// Locks a member out and ends its sessions, or lets it in again, for the operator.
    ///
    /// - Throws: ``Problem`` `notFound`; `DatabaseError`.
    public func setUserActive(_ isActive: Bool, email: String, _ call: Call) async throws {
        try await database.write { session in
            let (member, head) = try Self.operated(email, in: session)
            try Members.setActive(isActive, member.id, in: session)
            if isActive {
                try LoginGuard.unlock(member.email, in: session)
            } else {
                let reason = "locked by the operator"
                try Self.endSessions(of: member.id, because: reason, call, in: session)
            }
            let word = isActive ? "unlocked" : "locked"
            try Edits.append(.operated(member, word, call), to: head, in: session)
        }
    }

    /// Gives a member a new password and ends its sessions, for the operator.
    ///
    /// Whatever else let somebody in goes too: passkeys, codes, invitations, and the link to
    /// another issuer, whose next token founds a household of its own.
    ///
    /// - Throws: ``Problem`` `invalid` when the password is not acceptable, `notFound`;
    ///   `DatabaseError`.
    public func resetPassword(email: String, to password: Password, _ call: Call) async throws {
        _ = try API.Banking.registerUser.checked(
            API.Banking.RegisterRequest(email: email, password: password)
        )
        let hash = try await passwords.hash(password.secret, for: call.clientKey)
        try await database.write { session in
            let (member, head) = try Self.operated(email, in: session)
            try Members.setPasswordHash(hash, member.id, in: session)
            let reason = "password reset by the operator"
            try Self.endSessions(of: member.id, because: reason, call, in: session)
            try Self.removeWaysIn(of: member.id, because: reason, call, in: session)
            try Self.record(.passwordChanged, of: member.id, call, in: session)
            try LoginGuard.unlock(member.email, in: session)
            try Edits.append(.operated(member, "password reset", call), to: head, in: session)
        }
    }

    /// Takes away what lets somebody in besides a password: who had the account may have invited
    /// somebody, or left a key of their own.
    static func removeWaysIn(
        of member: ID<Entity.Member>,
        because reason: String,
        _ call: Call,
        in session: any Session
    ) throws {
        try Invitations.withdrawAll(by: member, now: call.now, in: session)
        try ExternalIdentities.remove(of: member, because: reason, now: call.now, in: session)
        try Passkeys.removeAll(of: member, in: session)
    }

    /// Turns a member's second factor off, for the operator of who lost the app and the codes.
    ///
    /// - Throws: ``Problem`` `notFound`, `conflict` when none is on; `DatabaseError`.
    public func turnOffSecondFactor(email: String, _ call: Call) async throws {
        try await database.write { session in
            let (member, head) = try Self.operated(email, in: session)
            guard try SecondFactors.remove(of: member.id, in: session) else {
                throw Problem(.conflict, "No second factor is on")
            }
            try Self.record(.secondFactorOff, of: member.id, call, in: session)
            try Edits.append(.operated(member, "second factor off", call), to: head, in: session)
        }
    }

    /// What happened to a member's account, newest first, for the operator.
    ///
    /// - Throws: ``Problem`` `notFound`; `DatabaseError`.
    public func userEvents(
        email: String,
        limit: Int
    ) async throws -> [API.Identity.AccountEvent] {
        try await database.read { session in
            let (member, _) = try Self.operated(email, in: session)
            return try AuthEvents.list(of: member.id, limit: limit, in: session)
                .map { API.Identity.AccountEvent($0) }
        }
    }

    /// The member that the operator names, and where its household's chain ends.
    static func operated(
        _ email: String,
        in session: any Session
    ) throws -> (MemberRecord, ChainHead) {
        let member = try Members.find(email: normalisedEmail(email), in: session).orNotFound()
        return (member, try Households.head(of: member.household, in: session).orNotFound())
    }
}

extension Edit {
    /// What the operator did to a member's sign-in.
    fileprivate static func operated(_ member: MemberRecord, _ what: String, _ call: Call) -> Edit {
        let body = [JSON.Member("did", .string(what))]
        return Edit(.memberActivity, of: member.id.text, body, in: member.household, by: nil, call)
    }
}
