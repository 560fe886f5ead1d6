import Crypto
public import Kernel

/// Signs access tokens and checks those that come back: JWT with ES256 (RFC 7519, RFC 7518).
///
/// Signing and checking stand on swift-crypto alone. JWTKit's `JWTKeyCollection` falls back to its
/// default key for an unknown `kid`, does not compare the header's `alg` with the key's algorithm,
/// and can be asked only through an actor; here each of the three would have to be guarded against.
/// The tests hold both against each other: each accepts what the other signs.
public struct TokenSigner: Sendable {
    /// The public URL that tokens name as their issuer.
    public let issuer: String
    /// The keys in use.
    public let keys: SigningKeys

    private let header: String
    private let formerHeader: String?

    private static let algorithm = "ES256"
    /// The last second of the year 9999; what claims to be later is no time of ours.
    private static let latest: Int64 = 253_402_300_799

    private struct Header: Encodable {
        let alg: String
        let kid: String
        let typ: String
    }

    /// Makes a signer.
    ///
    /// - Throws: An encoding error if the header cannot be written.
    public init(keys: SigningKeys, issuer: String) throws {
        self.keys = keys
        self.issuer = issuer
        header = try Self.header(of: keys.current)
        formerHeader = try keys.former.map { try Self.header(of: $0) }
    }

    private static func header(of key: SigningKey) throws -> String {
        try CompactToken.encode(Header(alg: algorithm, kid: key.id, typ: "JWT"))
    }

    /// Signs an access token, with the key that signs at the instant it is made.
    public func sign(_ claims: AccessClaims) throws -> String {
        try sign(AccessPayload(claims), at: claims.issuedAt)
    }

    /// Signs an ID token, with the key that signs at the instant it is made.
    public func sign(_ claims: IdentityClaims) throws -> String {
        try sign(IdentityPayload(claims), at: claims.issuedAt)
    }

    /// Checks an access token and reads its claims.
    ///
    /// The algorithm is refused before a key is looked up, and no claim is read before the
    /// signature was found good. Whether the session still lives is the caller's question.
    ///
    /// - Parameters:
    ///   - token: What the caller sent, whatever it is.
    ///   - now: A token is valid before its `exp` and no longer at it; there is no leeway.
    /// - Returns: What the token says.
    /// - Throws: ``TokenError``, the first check that failed.
    public func verify(_ token: String, now: Timestamp) throws(TokenError) -> AccessClaims {
        let parts = try CompactToken(token)
        guard parts.header.alg == Self.algorithm else { throw .algorithm }
        guard let id = parts.header.kid, let key = keys.key(id, at: now) else { throw .unknownKey }
        guard Self.isSigned(parts, by: key) else { throw .signature }
        let payload = try CompactToken.decode(AccessPayload.self, from: parts.payload)
        guard payload.iss == issuer else { throw .issuer }
        guard payload.aud == AccessClaims.audience else { throw .audience }
        guard let claims = payload.claims(latest: Self.latest) else { throw .malformed }
        guard now < claims.expiresAt else { throw .expired }
        return claims
    }

    /// Whether the key's owner signed exactly these bytes.
    static func isSigned(_ token: CompactToken, by key: VerificationKey) -> Bool {
        guard let bytes = Base64URL.bytes(token.signature),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: bytes)
        else { return false }
        return key.key.isValidSignature(signature, for: Array(token.signed))
    }

    private func sign(_ payload: some Encodable, at now: Timestamp) throws -> String {
        let key = keys.signing(at: now)
        let header = key.id == keys.current.id ? header : formerHeader ?? header
        let signed = "\(header).\(try CompactToken.encode(payload))"
        let signature = try key.signature(for: Array(signed.utf8))
        return "\(signed).\(Base64URL.text(signature))"
    }
}
