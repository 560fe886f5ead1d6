public import Kernel

/// What another issuer's token tells of the sign-in behind it.
public struct ExternalSignIn: Hashable, Sendable {
    /// When the issuer saw the member (`auth_time`), or when it made the token (`iat`); `nil` where
    /// it told neither.
    public let authenticatedAt: Timestamp?
    /// When the token's time is over, without leeway.
    public let expiresAt: Timestamp

    /// Makes what a token tells.
    public init(authenticatedAt: Timestamp?, expiresAt: Timestamp) {
        self.authenticatedAt = authenticatedAt
        self.expiresAt = expiresAt
    }
}
