public import Kernel
public import SQL

/// A refresh token as it is stored: never the token itself.
public struct RefreshTokenRecord: Sendable, Equatable {
    /// The session it renews.
    public let session: ID<Entity.Session>
    /// When it ends.
    public let expiresAt: Timestamp
    /// When it was exchanged for its successor.
    public let rotatedAt: Timestamp?
}

/// The refresh tokens, by hash.
public enum RefreshTokenRecords {
    private static let insertion = Statement(
        """
        INSERT INTO refresh_tokens (hash, session_id, expires_at_ms) VALUES ($1, $2, $3)
        ON CONFLICT (hash) DO NOTHING
        """
    )

    /// Adds a token.
    public static func insert(
        hash: String,
        session id: ID<Entity.Session>,
        expiresAt: Timestamp,
        in session: any Session
    ) throws {
        try session.run(insertion, [.text(hash), .id(id), .instant(expiresAt)])
    }

    private static let selection = Statement(
        "SELECT session_id, expires_at_ms, rotated_at_ms FROM refresh_tokens WHERE hash = $1"
    )

    /// Finds a token by its hash.
    public static func find(
        hash: String,
        in session: any Session
    ) throws -> RefreshTokenRecord? {
        try session.first(selection, [.text(hash)]) { row in
            RefreshTokenRecord(
                session: try row.id(0),
                expiresAt: row.instant(1),
                rotatedAt: row.optionalInstant(2)
            )
        }
    }

    private static let rotation = Statement(
        "UPDATE refresh_tokens SET rotated_at_ms = $2 WHERE hash = $1 AND rotated_at_ms IS NULL"
    )

    /// Marks a token as exchanged.
    public static func markRotated(
        hash: String,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(rotation, [.text(hash), .instant(now)])
    }

    /// Forgets tokens that ended.
    public static let purge = Purge(of: "refresh_tokens", key: "hash", by: "expires_at_ms", "<=")
}
