/// The clients that may ask people to sign in, and the server they ask.
public struct OAuthClients: Sendable {
    /// The server's public URL, which every answer names (RFC 9207).
    public let issuer: String
    /// The clients, the one that is always there first.
    public let all: [OAuthClient]

    /// Puts configured clients beside the one that is always there.
    public init(_ configured: [OAuthClient] = [], issuer: String) {
        self.issuer = issuer
        all = [.native] + configured
    }

    /// The client of an id; `nil` for one that nobody configured.
    public func find(_ id: String) -> OAuthClient? {
        all.first { $0.id.utf8.elementsEqual(id.utf8) }
    }
}
