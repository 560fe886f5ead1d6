public import Kernel

/// With what an app lets a member sign in at an institution.
public struct LinkToken: Sendable, Equatable {
    /// The token, for the provider's own page.
    public let token: String
    /// Until when it may be used.
    public let expiresAt: Timestamp
    /// The provider's name of the request.
    public let requestID: String

    /// Makes a link token.
    public init(token: String, expiresAt: Timestamp, requestID: String) {
        self.token = token
        self.expiresAt = expiresAt
        self.requestID = requestID
    }
}
