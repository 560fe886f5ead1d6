public import Kernel

extension API.Identity {
    /// What a session was begun by.
    public enum SessionOrigin: String, Codable, Sendable, CaseIterable, WireEnum {
        /// A sign-in in an app, or a registration.
        case password
        /// A code of the sign-in page.
        case code
        /// The renewal of another issuer's token.
        case renewal
    }

    /// A session of the caller's.
    public struct AccountSession: Codable, Sendable, Equatable {
        /// The session.
        public let sessionID: ID<Entity.Session>
        /// What it was begun by.
        public let origin: SessionOrigin
        /// The OAuth client it was begun for; left out for a sign-in in an app of the house.
        public let clientID: String?
        /// When it began.
        public let createdAt: WireTimestamp
        /// When its token was renewed last, or when it began.
        public let lastUsedAt: WireTimestamp
        /// Whether the token of this very call belongs to it.
        public let isCurrent: Bool

        /// Makes a session.
        public init(
            sessionID: ID<Entity.Session>,
            origin: SessionOrigin,
            clientID: String?,
            createdAt: WireTimestamp,
            lastUsedAt: WireTimestamp,
            isCurrent: Bool
        ) {
            self.sessionID = sessionID
            self.origin = origin
            self.clientID = clientID
            self.createdAt = createdAt
            self.lastUsedAt = lastUsedAt
            self.isCurrent = isCurrent
        }
    }

    /// The sessions of the caller.
    public struct AccountSessionsResponse: Codable, Sendable, Equatable {
        /// Those of which a token may still be good, newest first.
        public let sessions: [AccountSession]

        /// Makes an answer.
        public init(sessions: [AccountSession]) {
            self.sessions = sessions
        }
    }

    /// Which session a call is about.
    public struct SessionReference: WireInput, Equatable {
        /// The session.
        public let sessionID: ID<Entity.Session>

        /// Makes a reference.
        public init(sessionID: ID<Entity.Session>) {
            self.sessionID = sessionID
        }

        static let example = Self(
            sessionID: ID(RawID(high: 0x0194_690E_2F40_7B1E, low: 0x9D3C_5A60_41F2_7C01))
        )
    }

    /// Lists where the caller is signed in.
    public static let listSessions = Endpoint<Empty, AccountSessionsResponse>(
        "listSessions",
        .get,
        "/api/v1/auth/sessions",
        "Lists where the caller is signed in, newest first.",
        access: .member,
        scope: .account,
        surface: .allowance,
        answers: AccountSessionsResponse(
            sessions: [
                AccountSession(
                    sessionID: SessionReference.example.sessionID,
                    origin: .code,
                    clientID: "purser-native",
                    createdAt: WireTimestamp(Timestamp(seconds: 1_736_937_000)),
                    lastUsedAt: WireTimestamp(Timestamp(seconds: 1_736_940_600)),
                    isCurrent: true
                )
            ]
        )
    )

    /// Ends one session of the caller's.
    public static let endSession = Endpoint<SessionReference, Empty>(
        "endSession",
        .delete,
        "/api/v1/auth/sessions/{sessionId}",
        "Ends one session of the caller's; its tokens are refused from the next request on.",
        access: .member,
        scope: .account,
        surface: .allowance,
        example: .example,
        waits: .zero
    )

    /// Ends every session of the caller's, this one too.
    public static let endSessions = Endpoint<Empty, Empty>(
        "endSessions",
        .delete,
        "/api/v1/auth/sessions",
        "Ends every session of the caller's, this one too.",
        access: .member,
        scope: .account,
        surface: .allowance,
        waits: .zero
    )
}
