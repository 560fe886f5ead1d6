public import Kernel
public import SQL

/// How a session began, and when it ends at the latest.
public struct SessionSignIn: Sendable, Equatable {
    /// What it was begun by.
    public let origin: SessionOrigin
    /// When it began.
    public let createdAt: Timestamp
    /// When it ends at the latest, however often it is renewed.
    ///
    /// What stands for the tokens of another issuer has no end of its own: each of them has one.
    public let endsAt: Timestamp
    /// When another issuer saw its member, as far as that issuer told; `nil` for our own sign-ins.
    public let authenticatedAt: Timestamp?

    /// Whether another issuer's token began it, or is what it stands for.
    public var isExternal: Bool { origin == .external || origin == .renewal }
}

extension Sessions {
    private static let signIn = Statement(
        "SELECT origin, created_at_ms, ends_at_ms, authenticated_at_ms FROM sessions WHERE id = $1"
    )

    /// How a session began; `nil` when there is no such session.
    public static func signIn(
        of id: ID<Entity.Session>,
        in session: any Session
    ) throws -> SessionSignIn? {
        try session.first(signIn, [.id(id)]) { row in
            let createdAt = row.instant(1)
            let last = createdAt.adding(milliseconds: Limits.sessionMilliseconds)
            return SessionSignIn(
                origin: try origin(row.text(0)),
                createdAt: createdAt,
                endsAt: min(row.optionalInstant(2) ?? last, last),
                authenticatedAt: row.optionalInstant(3)
            )
        }
    }
}
