import Contract
import Kernel
import Providers
import SQL
import Store

/// Who the caller says to be, and what can be asked of that member.
struct MemberClaim: Sendable {
    /// The member as it is now.
    let member: MemberRecord
    /// Whether a second factor is on.
    let hasSecondFactor: Bool
    /// Whether another issuer's token is what the caller has, or what its session began with.
    let isExternal: Bool
    /// Whether the member signed in within the last five minutes, here or at that issuer.
    let isRecent: Bool
}

extension IdentityOperations {
    /// Makes sure that who holds the token is its member: by the password, by a code of the second
    /// factor, or because the member has just signed in.
    ///
    /// For what lets somebody else in or puts somebody out: a stolen token must not be enough. What
    /// is given must be right, also after a sign-in of the last five minutes.
    ///
    /// - Returns: The member as it was then, for ``changing(_:_:_:)``.
    /// - Throws: ``Problem`` `unauthenticated` naming the field that is missing or wrong, which
    ///   counts as ``proving(_:as:_:)`` says, `rateLimited`; ``ReplayedAnswer``; `DatabaseError`.
    func provingMember(
        _ password: Password?,
        code: String?,
        _ call: Call
    ) async throws -> MemberRecord {
        let claim = try await claiming(call)
        let member = claim.member
        guard password != nil || code != nil || claim.isRecent else {
            throw Problem.lacksProof("password", "or code is required")
        }
        if let password {
            let refusal = Problem.lacksProof("password", "is wrong")
            try await check(password, of: member, call, else: refusal)
        }
        if let code {
            let refusal = Problem.lacksProof("code", "is wrong")
            try await proving(code: code, of: member, call, else: refusal, isNeeded: true)
        }
        return member
    }

    /// Makes sure that who holds the token has all that the member signs in with: the password of
    /// who has one, and the second factor where one is on.
    ///
    /// A member whom another issuer knows has neither; so that issuer, or the sign-in page, must
    /// have seen the member within the last five minutes. That holds for everybody whose session
    /// another issuer's token began.
    ///
    /// - Returns: As ``proving(_:as:_:)``.
    /// - Throws: As ``proving(_:as:_:)``, naming `password` and `code`, also what is missing;
    ///   ``Problem`` `unauthenticated` when a sign-in is needed and too old.
    func proving(
        _ password: Password?,
        code: String?,
        _ call: Call,
        isCodeNeeded: Bool = true
    ) async throws -> MemberRecord {
        let claim = try await claiming(call)
        let member = claim.member
        let asksForCode = isCodeNeeded && claim.hasSecondFactor
        try Problem.require([
            ("password", password != nil || member.passwordHash == nil),
            ("code", code != nil || !asksForCode),
        ])
        let hasNothing = member.passwordHash == nil && !asksForCode
        guard claim.isRecent || !claim.isExternal && !hasNothing else {
            let fault = Fault(field: "auth_time", rule: "must be of the last five minutes")
            throw Problem(.unauthenticated, "Sign in again to do this", faults: [fault])
        }
        if let password, member.passwordHash != nil {
            try await check(password, of: member, call, else: .isWrong("password"))
        }
        if asksForCode { try await proving(code: code ?? "", of: member, call) }
        return member
    }

    /// Who the caller says to be.
    ///
    /// - Throws: ``Problem`` `rateLimited`, `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    func claiming(_ call: Call) async throws -> MemberClaim {
        guard case .member(let bearer) = call.caller else { throw Problem(.unauthenticated) }
        return try await reading(call) { session, membership in
            if let idempotent = call.idempotency {
                _ = try Self.earlier(idempotent, of: Bool.self, call, in: session)?.output
            }
            let member = try Self.member(membership.member, in: session)
            try Self.checkLock(on: member.email, call, .rateLimited, in: session)
            guard let signIn = try Sessions.signIn(of: bearer.session, in: session) else {
                throw Problem(.unauthenticated)
            }
            return MemberClaim(
                member: member,
                hasSecondFactor: try SecondFactors.confirmed(of: member.id, in: session) != nil,
                isExternal: signIn.isExternal,
                isRecent: Self.isRecent(signIn, of: bearer, now: call.now)
            )
        }
    }

    /// Whether a session's member was seen within the last five minutes.
    ///
    /// A renewal is no sign-in: it takes nothing but a token.
    private static func isRecent(
        _ signIn: SessionSignIn,
        of bearer: SignedIn,
        now: Timestamp
    ) -> Bool {
        let seenAt: Timestamp? =
            switch signIn.origin {
            case .password, .code: signIn.createdAt
            case .renewal: signIn.authenticatedAt
            case .external: bearer.external?.authenticatedAt
            }
        guard let seenAt else { return false }
        let age = now.milliseconds - seenAt.milliseconds
        return (-Limits.issuerLeewayMilliseconds..<Limits.recentSignInMilliseconds).contains(age)
    }
}

extension Problem {
    /// A token alone, where its member must be proven.
    fileprivate static func lacksProof(_ field: String, _ rule: String) -> Problem {
        let fault = Fault(field: field, rule: rule)
        return Problem(.unauthenticated, "Show that it is you: \(field) \(rule)", faults: [fault])
    }
}
