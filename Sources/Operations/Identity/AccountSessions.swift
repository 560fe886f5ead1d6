public import Contract
import Kernel
import Providers
import SQL
import Store

extension IdentityOperations {
    /// Lists where the caller is signed in, newest first.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func listSessions(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Identity.AccountSessionsResponse {
        guard case .member(let bearer) = call.caller else { throw Problem(.unauthenticated) }
        return try await reading(call) { session, membership in
            let live = try Sessions.live(of: membership.member, now: call.now, in: session)
            return API.Identity.AccountSessionsResponse(
                sessions: live.compactMap {
                    API.Identity.AccountSession($0, isCurrent: $0.id == bearer.session)
                }
            )
        }
    }

    /// Ends one session of the caller's; its tokens are refused from the next request on.
    ///
    /// - Throws: ``Problem`` `notFound` when it is none of the caller's, or has ended;
    ///   `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func endSession(
        _ input: API.Identity.SessionReference,
        _ call: Call
    ) async throws -> Empty {
        let answer = try await writing(call) { session, membership in
            let isOwn = try Sessions.end(
                input.sessionID,
                of: membership.member,
                because: "ended by its member",
                now: call.now,
                in: session
            )
            guard isOwn else { throw Problem(.notFound) }
            try Self.record(
                .sessionEnded,
                of: membership.member,
                session: input.sessionID,
                call,
                in: session
            )
            return Empty()
        }
        tokens.verified.remove(session: input.sessionID)
        return answer
    }

    /// Ends every session of the caller's, this one too, and with them the codes that would begin
    /// new ones.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func endSessions(_ input: Empty, _ call: Call) async throws -> Empty {
        try await writing(call) { session, membership in
            let reason = "ended by its member"
            try Self.endSessions(of: membership.member, because: reason, call, in: session)
            return Empty()
        }
    }

    /// Ends every session of a member, the codes that would begin new ones, and a second factor
    /// that was begun and not turned on.
    static func endSessions(
        of member: ID<Entity.Member>,
        because reason: String,
        _ call: Call,
        in session: any Session
    ) throws {
        try AuthorizationCodes.withdraw(of: member, in: session)
        try SecondFactors.withdraw(of: member, in: session)
        let count = try Sessions.endAll(
            of: member,
            because: reason,
            now: call.now,
            in: session
        )
        if count > 0 { try record(.sessionEnded, of: member, call, in: session) }
    }

    /// Notes what happened to a member's account.
    static func record(
        _ kind: AuthEvent.Kind,
        of member: ID<Entity.Member>,
        session id: ID<Entity.Session>? = nil,
        client: String? = nil,
        _ call: Call,
        in session: any Session
    ) throws {
        try AuthEvents.insert(
            call.newID(),
            kind,
            of: member,
            session: id,
            client: client,
            trace: call.trace,
            now: call.now,
            in: session
        )
    }
}

extension API.Identity.AccountSession {
    /// A session as its member sees it; `nil` for what stands for another issuer's tokens.
    fileprivate init?(_ session: SessionRecord, isCurrent: Bool) {
        guard let origin = API.Identity.SessionOrigin(rawValue: session.origin.rawValue) else {
            return nil
        }
        self.init(
            sessionID: session.id,
            origin: origin,
            clientID: session.client,
            createdAt: WireTimestamp(session.createdAt),
            lastUsedAt: WireTimestamp(session.lastUsedAt ?? session.createdAt),
            isCurrent: isCurrent
        )
    }
}
