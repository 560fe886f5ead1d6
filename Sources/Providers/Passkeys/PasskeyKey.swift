import Crypto
import CryptoExtras
import Kernel

/// The public key of a passkey, in the form that authenticators send it: COSE
/// (RFC 9052, section 7).
public struct PasskeyKey: Sendable {
    /// The algorithms that are asked for, the one wanted most first.
    public enum Algorithm: Int64, Sendable, CaseIterable {
        /// ECDSA on P-256 with SHA-256.
        case es256 = -7
        /// RSASSA-PKCS1-v1_5 with SHA-256.
        case rs256 = -257
    }

    private enum Material: Sendable {
        case es256(P256.Signing.PublicKey)
        case rs256(_RSA.Signing.PublicKey)
    }

    /// The key as it was sent.
    public let encoded: [UInt8]
    private let material: Material

    /// The algorithm that it signs with.
    public var algorithm: Algorithm {
        switch material {
        case .es256: .es256
        case .rs256: .rs256
        }
    }

    /// Reads a key; its algorithm, its type and its curve must fit each other.
    public init(encoded: [UInt8]) throws(PasskeyRefusal) {
        let fields = try CBORReader.value(of: encoded)
        guard case .integer(let number)? = fields[.integer(3)],
            let algorithm = Algorithm(rawValue: number)
        else { throw .key }
        let material =
            switch algorithm {
            case .es256: Self.curve(fields)
            case .rs256: Self.modulus(fields)
            }
        guard let material else { throw .key }
        self.encoded = encoded
        self.material = material
    }

    /// Whether the key's owner signed the bytes.
    func isSigned(_ bytes: [UInt8], by signature: [UInt8]) -> Bool {
        let digest = SHA256.hash(data: bytes)
        switch material {
        case .es256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: digest)
        case .rs256(let key):
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            return key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5)
        }
    }

    /// A point of P-256 by its two coordinates (RFC 9053, section 7.1.1).
    private static func curve(_ fields: CBOR) -> Material? {
        guard fields[.integer(1)] == .integer(2), fields[.integer(-1)] == .integer(1),
            let x = fields[.integer(-2)]?.asBytes, let y = fields[.integer(-3)]?.asBytes,
            x.count == 32, y.count == 32,
            let key = try? P256.Signing.PublicKey(rawRepresentation: x + y)
        else { return nil }
        return .es256(key)
    }

    /// A modulus of 2048 to 4096 bits with its exponent (RFC 8230, section 4).
    private static func modulus(_ fields: CBOR) -> Material? {
        guard fields[.integer(1)] == .integer(3),
            let n = fields[.integer(-1)]?.asBytes, let e = fields[.integer(-2)]?.asBytes,
            (256...512).contains(n.count), (1...4).contains(e.count), n[0] != 0,
            let key = try? _RSA.Signing.PublicKey(n: n, e: e), key.keySizeInBits >= 2_048
        else { return nil }
        return .rs256(key)
    }
}

extension PasskeyKey: Equatable {
    /// Keys are equal when they were sent alike.
    public static func == (left: Self, right: Self) -> Bool { left.encoded == right.encoded }
}
