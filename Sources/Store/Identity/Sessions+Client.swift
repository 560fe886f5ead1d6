public import Kernel
public import SQL

/// The client that a session was begun for, and what it was granted.
public struct SessionClient: Sendable, Equatable {
    /// The id of the OAuth client; `nil` for a session that an app's own sign-in began.
    public let id: String?
    /// The scope as granted, words with a space between.
    public let scope: String?
}

extension Sessions {
    private static let clientInsertion = Statement(
        """
        INSERT INTO sessions (id, member_id, created_at_ms, origin, client_id, scope)
        VALUES ($1, $2, $3, 'code', $4, $5)
        """
    )

    /// Begins a session for a client that redeemed a code.
    public static func insert(
        _ id: ID<Entity.Session>,
        of member: ID<Entity.Member>,
        client: String,
        scope: String,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(
            clientInsertion,
            [.id(id), .id(member), .instant(now), .text(client), .text(scope)]
        )
    }

    private static let clientSelection = Statement(
        "SELECT client_id, scope FROM sessions WHERE id = $1"
    )

    /// The client of a session; `nil` when there is no such session.
    public static func client(
        of id: ID<Entity.Session>,
        in session: any Session
    ) throws -> SessionClient? {
        try session.first(clientSelection, [.id(id)]) { row in
            SessionClient(id: row.optionalText(0), scope: row.optionalText(1))
        }
    }
}
