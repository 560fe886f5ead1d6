import Crypto
import CryptoExtras
import Foundation
public import Kernel
public import Providers

/// Another issuer of tokens, with keys of its own and no scruples about what it signs.
public struct TestIssuer: Sendable {
    /// Its `iss`.
    public static let url = "https://issuer.example/auth/v1"
    /// Whom its tokens are for unless a test says otherwise.
    public static let audience = "authenticated"
    /// The name of its key for ES256 in its key set.
    public static let pointID = "point-1"
    /// The name of its key for RS256 in its key set.
    public static let modulusID = "modulus-1"
    /// The secret it shares with whoever is configured to.
    public static let secret = Array("a secret of more than thirty-two bytes".utf8)

    /// What a token is signed with.
    public enum Signing: Sendable {
        /// ES256 with the key of that kind.
        case point
        /// RS256 with the key of that kind.
        case modulus
        /// HS256 with any bytes.
        case bytes([UInt8])
        /// Nothing: the third part is empty.
        case nothing
    }

    private let point: P256.Signing.PrivateKey
    private let modulus: _RSA.Signing.PrivateKey

    /// Makes an issuer with new keys.
    public init() throws {
        point = P256.Signing.PrivateKey()
        modulus = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    }

    /// Its public keys, in the forms somebody might take for a secret.
    public var publicKeys: [[UInt8]] {
        let (point, modulus) = (point.publicKey, modulus.publicKey)
        return [
            Array(point.x963Representation), Array(point.rawRepresentation),
            Array(point.derRepresentation), Array(point.pemRepresentation.utf8),
            Array(modulus.derRepresentation), Array(modulus.pemRepresentation.utf8),
        ]
    }

    /// Its key set (RFC 7517).
    public var keySet: String { "{\"keys\":[\(pointKey()),\(modulusKey())]}" }

    /// Its key for ES256 as a key set has it, some of it changed.
    public func pointKey(_ changes: [String: String?] = [:]) -> String {
        let key = VerificationKey(point.publicKey)
        return Self.object(
            [
                ("kty", "\"EC\""), ("crv", "\"P-256\""), ("kid", "\"\(Self.pointID)\""),
                ("use", "\"sig\""), ("alg", "\"ES256\""), ("x", "\"\(key.x)\""),
                ("y", "\"\(key.y)\""),
            ],
            changes
        )
    }

    /// Its key for RS256 as a key set has it, some of it changed.
    public func modulusKey(_ changes: [String: String?] = [:]) -> String {
        let numbers = try? modulus.publicKey.getKeyPrimitives()
        let text = { (number: Data?) in "\"\(Base64URL.text(Array(number ?? Data())))\"" }
        return Self.object(
            [
                ("kty", "\"RSA\""), ("kid", "\"\(Self.modulusID)\""), ("use", "\"sig\""),
                ("alg", "\"RS256\""), ("n", text(numbers?.modulus)),
                ("e", text(numbers?.publicExponent)),
            ],
            changes
        )
    }

    /// Claims that are good for an hour, some of them changed; values are JSON, `nil` leaves out.
    public static func claims(at now: Timestamp, _ changes: [String: String?] = [:]) -> String {
        object(
            [
                ("iss", "\"\(url)\""), ("aud", "\"\(audience)\""), ("sub", "\"subject-1\""),
                ("iat", "\(now.seconds)"), ("exp", "\(now.seconds + 3_600)"),
            ],
            changes
        )
    }

    /// A token with any claims; the header says what fits the signature unless a test says more.
    public func token(
        _ claims: String,
        _ signing: Signing = .point,
        header changes: [String: String?] = [:]
    ) throws -> String {
        let (algorithm, id) =
            switch signing {
            case .point: ("ES256", Self.pointID)
            case .modulus: ("RS256", Self.modulusID)
            case .bytes: ("HS256", "secret-1")
            case .nothing: ("none", "nothing-1")
            }
        let usual = [
            ("alg", "\"\(algorithm)\""), ("kid", "\"\(id)\""), ("typ", "\"JWT\""),
        ]
        let parts = [Self.object(usual, changes), claims].map { Base64URL.text(Array($0.utf8)) }
        let signed = parts.joined(separator: ".")
        return "\(signed).\(Base64URL.text(try signature(for: Array(signed.utf8), signing)))"
    }

    private func signature(for bytes: [UInt8], _ signing: Signing) throws -> [UInt8] {
        switch signing {
        case .point: return Array(try point.signature(for: bytes).rawRepresentation)
        case .modulus:
            let hash = SHA256.hash(data: bytes)
            let made = try modulus.signature(for: hash, padding: .insecurePKCS1v1_5)
            return Array(made.rawRepresentation)
        case .bytes(let secret): return Secret(secret).authenticationCode(for: bytes)
        case .nothing: return []
        }
    }

    private static func object(
        _ members: [(String, String)],
        _ changes: [String: String?]
    ) -> String {
        let kept = members.compactMap { name, value in
            (changes[name] ?? value).map { "\"\(name)\":\($0)" }
        }
        let names = Set(members.map(\.0))
        let added = changes.keys.filter { !names.contains($0) }.sorted().compactMap { name in
            (changes[name] ?? nil).map { "\"\(name)\":\($0)" }
        }
        return "{\((kept + added).joined(separator: ","))}"
    }
}

extension ExternalIssuer {
    /// The issuer of a test with its key set at a URL, or with its secret where there is none.
    public static func test(
        _ kind: Kind,
        _ algorithm: Algorithm,
        at url: String? = nil,
        issuer: String = TestIssuer.url,
        audiences: Set<String> = [TestIssuer.audience],
        clients: Set<String> = [],
        scopes: APIScopes = .all
    ) -> ExternalIssuer {
        ExternalIssuer(
            label: "test",
            kind: kind,
            issuer: issuer,
            algorithm: algorithm,
            audiences: audiences,
            clients: clients,
            keys: url.map { .url($0) } ?? .secret(Secret(TestIssuer.secret)),
            scopes: scopes
        )
    }
}
