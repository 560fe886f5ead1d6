public import Contract
import Kernel
import SQL
import Store

extension Operations {
    /// The user who is signed in, as Money App shows it.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func currentUser(_ input: Empty, _ call: Call) async throws -> API.Banking.User {
        try await reading(call) { session, standing in
            API.Banking.User(try Self.member(standing, in: session))
        }
    }

    /// The member who is signed in, as Allowance Tracker shows it.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func currentMember(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Allowance.UserResponse {
        try await reading(call) { session, standing in
            let member = try Self.member(standing, in: session)
            return API.Allowance.UserResponse(member, try Self.household(of: member, in: session))
        }
    }

    /// Renews a token that is still good: another one of the same session, for 24 hours.
    ///
    /// A token of another issuer is renewed by one of ours, in a session of its own. The new token
    /// opens no more than the one it replaces.
    ///
    /// - Throws: ``Problem`` `unauthenticated`, `forbidden` for a session that a code began: its
    ///   refresh token alone renews it; `DatabaseError`.
    public func refreshMember(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Allowance.AuthResponse {
        guard case .member(let bearer) = call.caller else { throw Problem(.unauthenticated) }
        let (member, household, id) = try await database.write { session in
            let standing = try Self.standing(of: call, in: session)
            let member = try Self.member(standing, in: session)
            let household = try Self.household(of: member, in: session)
            let id = try Self.renew(bearer.session, of: member.id, call, in: session)
            return (member, household, id)
        }
        let renewed = SignedIn(member, session: id, scopes: bearer.scopes)
        return try allowanceAnswer(member, household, renewed, call)
    }

    /// Notes that a session is renewed.
    ///
    /// - Returns: The session that goes on: a new one where the old one stands for the tokens of
    ///   another issuer, which nobody could end.
    private static func renew(
        _ id: ID<Entity.Session>,
        of member: ID<Entity.Member>,
        _ call: Call,
        in session: any Session
    ) throws -> ID<Entity.Session> {
        switch try Sessions.origin(of: id, in: session) {
        case .code:
            throw Problem(.forbidden, "This session is renewed by its refresh token alone")
        case .external: break
        case .password, .renewal, nil:
            try Sessions.markUsed(id, now: call.now, in: session)
            return id
        }
        let new: ID<Entity.Session> = call.newID()
        try Sessions.insert(new, of: member, origin: .renewal, now: call.now, in: session)
        try record(.signedIn, of: member, session: new, call, in: session)
        return new
    }

    /// The caller's own record.
    private static func member(
        _ standing: Standing,
        in session: any Session
    ) throws -> MemberRecord {
        guard let member = try Members.find(standing.member, in: session) else {
            throw DatabaseError(.corrupt, "a session has no member")
        }
        return member
    }
}
