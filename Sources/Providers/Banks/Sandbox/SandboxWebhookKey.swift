import Crypto
import Kernel

/// A key with which a sandbox bank signs its webhooks; it follows from the bank's seed.
struct SandboxWebhookKey: Sendable {
    /// What it is called.
    let id: String
    /// From when it counts no more.
    var expiredAt: Timestamp?

    private let bytes: [UInt8]

    /// Makes the bank's key of that number.
    init(seed: UInt64, count: UInt64) {
        bytes = Array(SHA256.hash(data: Array("sandbox webhook key \(seed) \(count)".utf8)))
        var random = SandboxRandom(of: seed, count, 0x6B65)
        id = random.uuid()
    }

    /// The key; `nil` for one number in 2^32, which is above the curve's order.
    var key: P256.Signing.PrivateKey? { try? P256.Signing.PrivateKey(rawRepresentation: bytes) }

    /// The key as Plaid shows it.
    var json: WireJSON {
        guard let key else { return .null }
        let point = VerificationKey(key.publicKey)
        return .object([
            ("alg", "ES256"), ("crv", "P-256"), ("kid", .text(id)), ("kty", "EC"), ("use", "sig"),
            ("x", .text(point.x)), ("y", .text(point.y)), ("created_at", .integer(1_560_466_143)),
            ("expired_at", expiredAt.map { .integer($0.seconds) } ?? .null),
        ])
    }

    /// What `Plaid-Verification` says of a body.
    func verification(of body: [UInt8], now: Timestamp) throws -> String {
        let digits = SHA256.hash(data: body).withUnsafeBytes(Hexadecimal.text)
        let header = try CompactToken.encode(["alg": "ES256", "kid": id, "typ": "JWT"])
        let claims = try CompactToken.encode(Claims(iat: now.seconds, hash: digits))
        let signed = "\(header).\(claims)"
        let signature = try key.map {
            Array(try $0.signature(for: Array(signed.utf8)).rawRepresentation)
        }
        return "\(signed).\(Base64URL.text(signature ?? []))"
    }

    private struct Claims: Encodable {
        let iat: Int64
        let hash: String

        enum CodingKeys: String, CodingKey {
            case iat
            case hash = "request_body_sha256"
        }
    }
}
