public import Kernel
public import SQL

/// A code of the sign-in page as it is stored: never the code itself.
public struct AuthorizationCodeRecord: Sendable, Equatable {
    /// The id of the client that it was given to.
    public let client: String
    /// The redirect URI that it was sent to.
    public let redirect: String
    /// The challenge whose verifier redeems it (RFC 7636, S256).
    public let challenge: String
    /// The scope as granted, words with a space between.
    public let scope: String
    /// What the client sent to recognise the answer to its own question.
    public let nonce: String?
    /// The member who signed in.
    public let member: ID<Entity.Member>
    /// When it ends.
    public let expiresAt: Timestamp
    /// The session that was begun with it; `nil` until it is redeemed.
    public let session: ID<Entity.Session>?

    /// Makes a record.
    public init(
        client: String,
        redirect: String,
        challenge: String,
        scope: String,
        nonce: String?,
        member: ID<Entity.Member>,
        expiresAt: Timestamp,
        session: ID<Entity.Session>? = nil
    ) {
        self.client = client
        self.redirect = redirect
        self.challenge = challenge
        self.scope = scope
        self.nonce = nonce
        self.member = member
        self.expiresAt = expiresAt
        self.session = session
    }
}

/// The codes of the sign-in page, by hash.
public enum AuthorizationCodes {
    private static let insertion = Statement(
        """
        INSERT INTO authorization_codes
            (hash, client_id, redirect_uri, challenge, scope, nonce, member_id, expires_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        """
    )

    /// Adds a code that is not redeemed.
    public static func insert(
        hash: String,
        _ code: AuthorizationCodeRecord,
        in session: any Session
    ) throws {
        try session.run(
            insertion,
            [
                .text(hash), .text(code.client), .text(code.redirect), .text(code.challenge),
                .text(code.scope), .text(code.nonce), .id(code.member), .instant(code.expiresAt),
            ]
        )
    }

    private static let selection = Statement(
        """
        SELECT client_id, redirect_uri, challenge, scope, nonce, member_id, expires_at_ms,
            session_id
        FROM authorization_codes WHERE hash = $1
        """
    )

    /// Finds a code by its hash.
    public static func find(
        hash: String,
        in session: any Session
    ) throws -> AuthorizationCodeRecord? {
        try session.first(selection, [.text(hash)]) { row in
            AuthorizationCodeRecord(
                client: row.text(0),
                redirect: row.text(1),
                challenge: row.text(2),
                scope: row.text(3),
                nonce: row.optionalText(4),
                member: try row.id(5),
                expiresAt: row.instant(6),
                session: try row.optionalID(7)
            )
        }
    }

    private static let redemption = Statement(
        """
        UPDATE authorization_codes SET redeemed_at_ms = $2, session_id = $3
        WHERE hash = $1 AND redeemed_at_ms IS NULL
        """
    )

    /// Marks a code as redeemed by a session that exists.
    ///
    /// - Throws: `DatabaseError` `conflict` when somebody else redeemed it meanwhile.
    public static func markRedeemed(
        hash: String,
        by id: ID<Entity.Session>,
        now: Timestamp,
        in session: any Session
    ) throws {
        let values: [Value] = [.text(hash), .instant(now), .id(id)]
        try session.changeOne(redemption, values, orConflict: "another call redeemed this code")
    }

    private static let withdrawal = Statement(
        "DELETE FROM authorization_codes WHERE member_id = $1 AND redeemed_at_ms IS NULL"
    )

    /// Forgets the codes of a member that nobody redeemed, for when its sessions end too.
    ///
    /// - Returns: How many there were.
    @discardableResult
    public static func withdraw(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> Int {
        try session.run(withdrawal, [.id(member)])
    }

    /// Forgets codes that ended long ago.
    ///
    /// A code that comes back ends its session only as long as it is known.
    public static let purge = Purge(
        of: "authorization_codes",
        key: "hash",
        by: "expires_at_ms",
        "<=",
        keptMilliseconds: Limits.codeKeptMilliseconds
    )
}
