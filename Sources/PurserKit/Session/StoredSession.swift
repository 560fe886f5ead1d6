public import Kernel

/// A session, as a ``TokenStore`` keeps it between starts of the app.
public struct StoredSession: Codable, Sendable, Equatable {
    /// The sign-in it is from; made on this device, and never the same twice.
    public let id: String
    /// Whose it is: the subject of the token, the same for every sign-in of a member.
    public let owner: String
    /// What calls carry.
    public var accessToken: String
    /// With what a new access token is had; sessions of the Allowance room have none.
    public var refreshToken: String?
    /// When the access token was issued, by the clock of this device, in milliseconds since 1970.
    public var issuedAt: Int64
    /// When it ends, by the same clock.
    public var expiresAt: Int64

    /// Makes a session.
    public init(
        id: String,
        accessToken: String,
        refreshToken: String?,
        issuedAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.owner = TokenClaims(of: accessToken)?.subject ?? id
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.issuedAt = issuedAt.milliseconds
        self.expiresAt = expiresAt.milliseconds
    }

    init(_ answer: TokenAnswer, id: String) {
        self.init(
            id: id,
            accessToken: answer.accessToken,
            refreshToken: answer.refreshToken,
            issuedAt: answer.receivedAt,
            expiresAt: answer.expiresAt
        )
    }

    /// What a call carries, and the member it is of.
    var token: SessionToken { SessionToken(access: accessToken, owner: owner) }

    /// Whether it is time for a new access token.
    ///
    /// One with a refresh token waits until shortly before the end. One without is renewed while it
    /// is still good, because afterwards nothing but the password helps. One that was issued in the
    /// future tells that the clock was set back, and that nobody knows when it ends.
    func wantsRenewal(at now: Timestamp) -> Bool {
        let left = expiresAt - now.milliseconds
        let half = (expiresAt - issuedAt) / 2
        let margin = refreshToken == nil ? half : min(half, Self.marginMilliseconds)
        return left < margin || now.milliseconds < issuedAt
    }

    func hasEnded(at now: Timestamp) -> Bool { now.milliseconds >= expiresAt }

    private static let marginMilliseconds: Int64 = 30_000
}

extension StoredSession: Confidential {
    /// Says that there is a session, and whose; never its tokens.
    public var description: String { "<session of \(owner)>" }
}

/// What a call carries, and the member it is of.
struct SessionToken: Sendable, Hashable {
    let access: String
    let owner: String
}

extension SessionToken: Confidential {
    var description: String { "<token of \(owner)>" }
}

/// Where a session is kept between starts of the app.
///
/// A store is asked from one task at a time, and rarely: when the app starts, and when the session
/// changes. It may block, because it is asked on a queue of its own.
public protocol TokenStore: Sendable {
    /// The kept session; `nil` when there is none.
    ///
    /// - Throws: When it cannot be read.
    func load() throws -> StoredSession?

    /// Keeps a session in place of a former one.
    ///
    /// - Throws: When it cannot be kept; then the former one is still there, whole.
    func save(_ session: StoredSession) throws

    /// Forgets the session.
    ///
    /// - Throws: When it is still there.
    func remove() throws
}
