public import Contract
import Kernel
import Providers
import SQL
import Store

extension IdentityOperations {
    /// The user who is signed in, as Money App shows it.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func currentUser(_ input: Empty, _ call: Call) async throws -> API.Banking.User {
        try await reading(call) { session, membership in
            API.Banking.User(
                try Self.member(membership.member, in: session),
                deviceToken: try DeviceTokens.find(of: membership.member, in: session)
            )
        }
    }

    /// The member who is signed in, as Allowance Tracker shows it.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func currentMember(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Allowance.UserResponse {
        try await reading(call) { session, membership in
            let member = try Self.member(membership.member, in: session)
            let household = try Households.named(member.household, in: session)
            return API.Allowance.UserResponse(member, household)
        }
    }

    /// Renews a token that is still good: another one of the same session, for 24 hours.
    ///
    /// A session ends 90 days after its sign-in, whatever is renewed. A token of another issuer is
    /// renewed by one of ours, in a session of its own, which ends a day after that token and is
    /// not renewed by itself: what that issuer took back would go on here for ever. The new token
    /// opens no more than the one it replaces.
    ///
    /// - Throws: ``Problem`` `forbidden` for a session that another issuer's token began, and for
    ///   one that a code began: its refresh token alone renews it; `unauthenticated`;
    ///   `DatabaseError`.
    public func refreshMember(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Allowance.AuthResponse {
        guard case .member(let bearer) = call.caller else { throw Problem(.unauthenticated) }
        let (member, household, renewed) = try await database.write { session in
            let membership = try Self.membership(of: call, in: session)
            let member = try Self.member(membership.member, in: session)
            let household = try Households.named(member.household, in: session)
            let renewed = try Self.renew(bearer, call, in: session)
            return (member, household, renewed)
        }
        let (id, end) = renewed
        let next = SignedIn(member, session: id, scopes: bearer.scopes)
        return try allowanceAnswer(member, household, next, until: end, call)
    }

    /// Notes that a session is renewed.
    ///
    /// - Returns: The session that goes on, and when it ends at the latest: a new one where the old
    ///   one stands for the tokens of another issuer, which nobody could end.
    private static func renew(
        _ bearer: SignedIn,
        _ call: Call,
        in session: any Session
    ) throws -> (ID<Entity.Session>, Timestamp) {
        guard let signIn = try Sessions.signIn(of: bearer.session, in: session),
            call.now < signIn.endsAt || signIn.origin == .external
        else { throw Problem(.unauthenticated) }
        switch signIn.origin {
        case .password:
            try Sessions.markUsed(bearer.session, now: call.now, in: session)
            return (bearer.session, signIn.endsAt)
        case .code:
            throw Problem(.forbidden, "This session is renewed by its refresh token alone")
        case .renewal:
            let sentence = "This session is renewed by a fresh token of the issuer that began it"
            throw Problem(.forbidden, sentence)
        case .external:
            return try begin(with: bearer, call, in: session)
        }
    }

    /// Begins a session of ours with another issuer's token.
    private static func begin(
        with bearer: SignedIn,
        _ call: Call,
        in session: any Session
    ) throws -> (ID<Entity.Session>, Timestamp) {
        let id: ID<Entity.Session> = call.newID()
        let tokenEnd = bearer.external?.expiresAt ?? call.now
        let end = tokenEnd.adding(milliseconds: Limits.renewalMilliseconds)
        try Sessions.insert(
            id,
            of: bearer.member,
            origin: .renewal,
            until: end,
            authenticatedAt: bearer.external?.authenticatedAt,
            now: call.now,
            in: session
        )
        try record(.signedIn, of: bearer.member, session: id, call, in: session)
        return (id, end)
    }
}
