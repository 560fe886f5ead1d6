public import Kernel

/// What an ID token tells a client about who signed in (OpenID Connect Core 1.0, section 2).
///
/// It is no access token: its audience is the client, so ``TokenSigner/verify(_:now:)`` refuses it.
public struct IdentityClaims: Hashable, Sendable {
    /// The public URL of the server that issued the token.
    public let issuer: String
    /// The signed-in member.
    public let subject: ID<Entity.Member>
    /// The id of the client that asked.
    public let client: String
    /// What the client sent to recognise the answer to its own question.
    public let nonce: String?
    /// The member's e-mail address, where the client may know it.
    public let email: String?
    /// The member's first name, where the client may know it.
    public let givenName: String?
    /// The member's last name, where the client may know it.
    public let familyName: String?
    /// The second the token was made.
    public let issuedAt: Timestamp
    /// The second from which the token is no longer valid.
    public let expiresAt: Timestamp

    /// Makes claims; both instants are cut to whole seconds, as tokens carry no others.
    public init(
        issuer: String,
        subject: ID<Entity.Member>,
        client: String,
        nonce: String? = nil,
        email: String? = nil,
        givenName: String? = nil,
        familyName: String? = nil,
        issuedAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.issuer = issuer
        self.subject = subject
        self.client = client
        self.nonce = nonce
        self.email = email
        self.givenName = givenName
        self.familyName = familyName
        self.issuedAt = Timestamp(seconds: issuedAt.seconds)
        self.expiresAt = Timestamp(seconds: expiresAt.seconds)
    }
}
