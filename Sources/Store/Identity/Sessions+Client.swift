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
