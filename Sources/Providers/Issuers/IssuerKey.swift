import Crypto
import CryptoExtras
import Kernel

/// A public key of another issuer.
enum IssuerKey: Sendable {
    /// A point of P-256, for ES256.
    case es256(VerificationKey)
    /// A modulus and an exponent, for RS256.
    case rs256(_RSA.Signing.PublicKey)

    /// The longest modulus that is taken, in bytes; checking grows with its square.
    static let modulusBytes = 1_024

    /// Whether the key's owner signed exactly these bytes.
    func isSigned(_ token: CompactToken) -> Bool {
        switch self {
        case .es256(let key): return TokenSigner.isSigned(token, by: key)
        case .rs256(let key):
            guard let bytes = Base64URL.bytes(token.signature) else { return false }
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: bytes),
                for: SHA256.hash(data: Array(token.signed)),
                padding: .insecurePKCS1v1_5
            )
        }
    }
}

extension IssuerKey {
    /// A key as a key set has it (RFC 7517); `nil` for one of another kind, size or purpose.
    init?(_ entry: KeySet.Entry, for algorithm: ExternalIssuer.Algorithm) {
        guard entry.use.map({ $0 == "sig" }) ?? true,
            entry.keyOperations.map({ $0.contains("verify") }) ?? true,
            entry.algorithm.map({ $0 == algorithm.rawValue }) ?? true
        else { return nil }
        switch algorithm {
        case .hs256: return nil
        case .es256:
            guard entry.type == "EC", entry.curve == "P-256",
                let x = entry.x.flatMap({ Base64URL.bytes($0) }), x.count == 32,
                let y = entry.y.flatMap({ Base64URL.bytes($0) }), y.count == 32,
                let key = try? P256.Signing.PublicKey(x963Representation: [0x04] + x + y)
            else { return nil }
            self = .es256(VerificationKey(key))
        case .rs256:
            guard entry.type == "RSA",
                let modulus = entry.n.flatMap({ Base64URL.bytes($0) }),
                modulus.count <= Self.modulusBytes,
                let exponent = entry.e.flatMap({ Base64URL.bytes($0) }), exponent.count <= 4,
                let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
            else { return nil }
            self = .rs256(key)
        }
    }
}
