public import Kernel

/// What an access token says about its bearer.
public struct AccessClaims: Hashable, Sendable {
    /// The audience of every access token; tokens for anybody else are refused.
    public static let audience = "purser"

    /// The public URL of the server that issued the token.
    public let issuer: String
    /// The signed-in member.
    public let subject: ID<Entity.Member>
    /// The member's household.
    public let household: ID<Entity.Household>
    /// The member's role in it.
    public let role: String
    /// The sign-in the token belongs to.
    public let session: ID<Entity.Session>
    /// The second the token was made.
    public let issuedAt: Timestamp
    /// The second from which the token is no longer accepted.
    public let expiresAt: Timestamp

    /// What another issuer's token told, in whose place these claims are remembered; `nil` for
    /// tokens of ours, which never carry it.
    public var external: ExternalSignIn?

    /// Whom the token is for.
    public var audience: String { Self.audience }

    /// Makes claims; both instants are cut to whole seconds, as tokens carry no others.
    public init(
        issuer: String,
        subject: ID<Entity.Member>,
        household: ID<Entity.Household>,
        role: String,
        session: ID<Entity.Session>,
        issuedAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.issuer = issuer
        self.subject = subject
        self.household = household
        self.role = role
        self.session = session
        self.issuedAt = Timestamp(seconds: issuedAt.seconds)
        self.expiresAt = Timestamp(seconds: expiresAt.seconds)
    }
}
