public import Kernel
public import SQL

/// What a session was begun by.
public enum SessionOrigin: String, Sendable, CaseIterable {
    /// A sign-in in an app, or a registration.
    case password
    /// A code of the sign-in page.
    case code
    /// A token of another issuer; it stands for all of that member's.
    case external
    /// The renewal of another issuer's token.
    case renewal
}

/// A session as its member sees it.
public struct SessionRecord: Sendable, Equatable {
    /// The id.
    public let id: ID<Entity.Session>
    /// What it was begun by.
    public let origin: SessionOrigin
    /// The OAuth client it was begun for; `nil` for a sign-in in an app of the house.
    public let client: String?
    /// When it began.
    public let createdAt: Timestamp
    /// When its token was renewed last; `nil` when it never was.
    public let lastUsedAt: Timestamp?
}

extension Sessions {
    private static let live = Statement(
        """
        SELECT s.id, s.origin, s.client_id, s.created_at_ms, s.last_used_at_ms FROM sessions s
        WHERE s.member_id = $1 AND s.ended_at_ms IS NULL AND s.origin <> 'external'
            AND s.created_at_ms > $5 AND (s.ends_at_ms IS NULL OR s.ends_at_ms > $3)
            AND (
                COALESCE(s.last_used_at_ms, s.created_at_ms) > $2
                OR EXISTS (
                    SELECT 1 FROM refresh_tokens r
                    WHERE r.session_id = s.id AND r.expires_at_ms > $3
                )
            )
        ORDER BY s.created_at_ms DESC, s.id DESC LIMIT $4
        """
    )

    /// The sessions of a member of which a token may still be good, newest first.
    ///
    /// What stands for the tokens of another issuer is none of them: nobody can end those here.
    public static func live(
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws -> [SessionRecord] {
        let oldest = now.adding(seconds: -Limits.allowanceTokenSeconds)
        let values: [Value] = [
            .id(member), .instant(oldest), .instant(now), .count(Limits.sessionsListed),
            .instant(now.adding(milliseconds: -Limits.sessionMilliseconds)),
        ]
        return try session.rows(live, values) { row in
            SessionRecord(
                id: try row.id(0),
                origin: try origin(row.text(1)),
                client: row.optionalText(2),
                createdAt: row.instant(3),
                lastUsedAt: row.optionalInstant(4)
            )
        }
    }

    private static let use = Statement("UPDATE sessions SET last_used_at_ms = $2 WHERE id = $1")

    /// Notes that a session's token was renewed.
    public static func markUsed(
        _ id: ID<Entity.Session>,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(use, [.id(id), .instant(now)])
    }

    private static let endingOwn = Statement(
        """
        UPDATE sessions SET ended_at_ms = $3, end_reason = $4
        WHERE id = $1 AND member_id = $2 AND ended_at_ms IS NULL AND origin <> 'external'
        """
    )

    /// Ends a session if it is one of a member's.
    ///
    /// - Returns: Whether it was.
    public static func end(
        _ id: ID<Entity.Session>,
        of member: ID<Entity.Member>,
        because reason: String,
        now: Timestamp,
        in session: any Session
    ) throws -> Bool {
        let values: [Value] = [.id(id), .id(member), .instant(now), .text(reason)]
        return try session.run(endingOwn, values) == 1
    }

    /// Forgets sessions that ended or lapsed long ago and that nothing refers to any more.
    ///
    /// What stands for the tokens of another issuer stays: the identity refers to it, and the next
    /// token of that issuer may come after any time.
    public static let purge = Purge(
        keptMilliseconds: Limits.auditKeptMilliseconds,
        Statement(
            """
            DELETE FROM sessions WHERE id IN (
                SELECT s.id FROM sessions s
                WHERE COALESCE(s.ended_at_ms, s.last_used_at_ms, s.created_at_ms) < $1
                    AND s.origin <> 'external'
                    AND NOT EXISTS (SELECT 1 FROM refresh_tokens r WHERE r.session_id = s.id)
                    AND NOT EXISTS (SELECT 1 FROM authorization_codes c WHERE c.session_id = s.id)
                ORDER BY COALESCE(s.ended_at_ms, s.last_used_at_ms, s.created_at_ms) LIMIT $2
            )
            """
        )
    )

    static func origin(_ word: String) throws -> SessionOrigin {
        try SessionOrigin(rawValue: word).orCorrupt("a session has an unknown origin")
    }
}
