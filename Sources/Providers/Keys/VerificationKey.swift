public import Crypto
import Kernel

/// The public half of a signing key, as others see it.
public struct VerificationKey: Sendable {
    /// The key itself.
    public let key: P256.Signing.PublicKey
    /// The key's name in token headers and key sets: its thumbprint (RFC 7638).
    public let id: String
    /// The key's first coordinate in base64url.
    public let x: String
    /// The key's second coordinate in base64url.
    public let y: String

    /// Names a public key.
    public init(_ key: P256.Signing.PublicKey) {
        let coordinates = Array(key.rawRepresentation)
        let x = Base64URL.text(coordinates[..<32])
        let y = Base64URL.text(coordinates[32...])
        let members = #"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#
        self.key = key
        self.x = x
        self.y = y
        id = Base64URL.text(Array(SHA256.hash(data: Array(members.utf8))))
    }
}

extension VerificationKey: Hashable {
    /// Keys are equal when their points are.
    public static func == (left: Self, right: Self) -> Bool {
        left.x == right.x && left.y == right.y
    }

    /// Hashes the key's id, which stands for its point.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}
