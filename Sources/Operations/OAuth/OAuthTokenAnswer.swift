public import Contract

/// Tokens for a client, in the words of RFC 6749, section 5.1.
public struct OAuthTokenAnswer: Encodable, SnakeCaseKeys, Sendable, Equatable {
    /// The access token, a JWT.
    public let accessToken: String
    /// `Bearer`.
    public let tokenType: String
    /// Life of the access token, in seconds.
    public let expiresIn: Int64
    /// The next refresh token; the former one is spent.
    public let refreshToken: String
    /// What is granted, words with a space between.
    public let scope: String
    /// Who signed in, as a JWT for the client; where the scope has `openid`.
    public let idToken: String?
}
