public import Kernel

/// A public key with which a bank provider's webhooks are checked.
public struct WebhookKey: Sendable, Equatable {
    /// The provider's name of it.
    public let id: String
    /// The key.
    public let key: VerificationKey
    /// From when it counts no more; `nil` while it signs.
    public let expiredAt: Timestamp?

    /// Makes a key.
    public init(id: String, key: VerificationKey, expiredAt: Timestamp?) {
        self.id = id
        self.key = key
        self.expiredAt = expiredAt
    }
}
