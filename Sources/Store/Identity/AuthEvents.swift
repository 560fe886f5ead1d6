public import Kernel
public import SQL

/// Something that happened to a member's account.
public struct AuthEvent: Sendable, Equatable {
    /// What happened; open, because rooms add their own.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The word that is stored and shown.
        public let rawValue: String

        /// Makes a kind from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Signed in.
        public static let signedIn = Self(rawValue: "signed_in")
        /// A sign-in with a wrong password, code or passkey.
        public static let signInFailed = Self(rawValue: "sign_in_failed")
        /// Too many failures: nobody may try for a while.
        public static let locked = Self(rawValue: "locked")
        /// Signed out.
        public static let signedOut = Self(rawValue: "signed_out")
        /// A session was ended by its member, or by the operator.
        public static let sessionEnded = Self(rawValue: "session_ended")
        /// A spent refresh token or code came back, so its session ended.
        public static let tokenReused = Self(rawValue: "token_reused")
        /// The password changed.
        public static let passwordChanged = Self(rawValue: "password_changed")
        /// The e-mail address changed.
        public static let emailChanged = Self(rawValue: "email_changed")
        /// A second factor is asked for from now on.
        public static let secondFactorOn = Self(rawValue: "second_factor_on")
        /// No second factor is asked for any more.
        public static let secondFactorOff = Self(rawValue: "second_factor_off")
        /// A recovery code was used.
        public static let recoveryCodeUsed = Self(rawValue: "recovery_code_used")
        /// A passkey was added.
        public static let passkeyAdded = Self(rawValue: "passkey_added")
        /// A passkey was taken away.
        public static let passkeyRemoved = Self(rawValue: "passkey_removed")
        /// A passkey's counter went back: there is a copy of it.
        public static let passkeyCloned = Self(rawValue: "passkey_cloned")
        /// Joined a household by invitation, as a parent.
        public static let joined = Self(rawValue: "joined")
        /// A parent of the household invited another one.
        public static let parentInvited = Self(rawValue: "parent_invited")
        /// An invited parent joined the household.
        public static let parentJoined = Self(rawValue: "parent_joined")
        /// A parent was taken out of the household, or left it.
        public static let parentRemoved = Self(rawValue: "parent_removed")
        /// First seen with a token of another issuer.
        public static let linked = Self(rawValue: "linked")
    }

    /// The integer id, in the order of happening.
    public let number: Int64
    /// The id.
    public let id: ID<Entity.AuthEvent>
    /// What happened.
    public let kind: Kind
    /// The session it concerns.
    public let session: ID<Entity.Session>?
    /// The OAuth client it concerns.
    public let client: String?
    /// The trace of the call.
    public let trace: String
    /// When it happened.
    public let happenedAt: Timestamp
}

/// What happened to accounts, by member.
public enum AuthEvents {
    private static let insertion = Statement(
        """
        INSERT INTO auth_events
            (id, member_id, kind, session_id, client_id, trace, happened_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """
    )

    /// Adds an event.
    public static func insert(
        _ id: ID<Entity.AuthEvent>,
        _ kind: AuthEvent.Kind,
        of member: ID<Entity.Member>,
        session of: ID<Entity.Session>? = nil,
        client: String? = nil,
        trace: String,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(
            insertion,
            [
                .id(id), .id(member), .text(kind.rawValue), .id(of), .text(client), .text(trace),
                .instant(now),
            ]
        )
    }

    private static let page = Statement(
        """
        SELECT number, id, kind, session_id, client_id, trace, happened_at_ms FROM auth_events
        WHERE member_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3
        """
    )

    /// The events of a member before one, newest first.
    public static func list(
        of member: ID<Entity.Member>,
        before number: Int64 = .max,
        limit: Int,
        in session: any Session
    ) throws -> [AuthEvent] {
        try session.rows(page, [.id(member), .integer(number), .count(limit)]) { row in
            AuthEvent(
                number: row.integer(0),
                id: try row.id(1),
                kind: AuthEvent.Kind(rawValue: row.text(2)),
                session: try row.optionalID(3),
                client: row.optionalText(4),
                trace: row.text(5),
                happenedAt: row.instant(6)
            )
        }
    }

    /// Forgets what happened long ago.
    public static let purge = Purge(
        of: "auth_events",
        by: "happened_at_ms",
        keptMilliseconds: Limits.auditKeptMilliseconds
    )
}
