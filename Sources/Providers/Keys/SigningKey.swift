public import Crypto
public import Kernel

/// A private P-256 key that signs access tokens with ES256.
public struct SigningKey: Sendable {
    /// The second it was made.
    public let createdAt: Timestamp
    /// Its public half.
    public let verification: VerificationKey

    let key: P256.Signing.PrivateKey

    /// Makes a new key; the instant is cut to whole seconds, as the key file keeps no others.
    public init(createdAt: Timestamp) {
        self.init(P256.Signing.PrivateKey(), createdAt: createdAt)
    }

    /// Takes an existing key.
    public init(_ key: P256.Signing.PrivateKey, createdAt: Timestamp) {
        self.createdAt = Timestamp(seconds: createdAt.seconds)
        self.key = key
        verification = VerificationKey(key.publicKey)
    }

    /// The key's name in token headers and key sets.
    public var id: String { verification.id }

    /// Signs bytes with ES256: 64 bytes, r then s (RFC 7518, section 3.4).
    func signature(for bytes: [UInt8]) throws -> [UInt8] {
        Array(try key.signature(for: bytes).rawRepresentation)
    }
}

extension SigningKey: Confidential {
    /// The key's public name; never the key.
    public var description: String { "SigningKey(\(id))" }
}
