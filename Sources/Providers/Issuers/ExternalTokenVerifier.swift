import Crypto
public import Kernel

/// Checks the tokens of other issuers (RFC 7519), each against what is configured for its issuer.
public struct ExternalTokenVerifier: Sendable {
    private enum Keys: Sendable {
        case secret(Secret)
        case set(JWKSCache)
    }

    private struct Known: Sendable {
        let issuer: ExternalIssuer
        let keys: Keys
    }

    private struct Origin: Decodable {
        let iss: String
    }

    private let issuers: [String: Known]

    /// What a header may call a token: RFC 9068 has a word of its own for access tokens.
    private static let types: Set<String> = ["JWT", "AT+JWT", "APPLICATION/AT+JWT"]

    /// Makes a verifier; whoever names an issuer twice made a mistake.
    ///
    /// `timeout`: How long asking for an issuer's keys may take.
    public init(
        _ issuers: [ExternalIssuer],
        timeout: Duration = .seconds(Limits.keySetSeconds)
    ) {
        self.init(issuers, timeout: timeout, deadline: nil)
    }

    /// Makes a verifier that asks for keys until `deadline` returns.
    init(
        _ issuers: [ExternalIssuer],
        timeout: Duration = .seconds(Limits.keySetSeconds),
        deadline: (@Sendable () async throws -> Void)?
    ) {
        let client = VendorClient(
            OutsideConnection.client,
            vendor: .issuer,
            timeout: timeout,
            answerBytes: Limits.keySetBytes,
            deadline: deadline
        )
        let known = issuers.map { issuer in
            let keys: Keys =
                switch issuer.keys {
                case .secret(let secret): .secret(secret)
                case .url(let url):
                    .set(JWKSCache(url: url, algorithm: issuer.algorithm, client: client))
                }
            return (issuer.issuer, Known(issuer: issuer, keys: keys))
        }
        self.issuers = Dictionary(uniqueKeysWithValues: known)
    }

    /// Checks a token and reads its claims.
    ///
    /// Of what the token says only its issuer is believed before its signature was found good, and
    /// that only to know what to hold it against. The algorithm is the configured one or none.
    ///
    /// - Parameters:
    ///   - token: What the caller sent, whatever it is.
    ///   - now: The instant that counts; issuers' clocks may be half a minute off.
    /// - Returns: What the token says.
    /// - Throws: ``ExternalTokenError``, the first check that failed.
    public func verify(
        _ token: String,
        now: Timestamp
    ) async throws(ExternalTokenError) -> ExternalClaims {
        let parts = try Self.parts(of: token)
        let origin = try Self.decode(Origin.self, from: parts)
        guard origin.iss.isStreamSafe, let known = issuers[origin.iss] else { throw .issuer }
        guard parts.header.alg == known.issuer.algorithm.rawValue else { throw .algorithm }
        guard try await Self.isSigned(parts, by: known.keys, now: now) else { throw .signature }
        let payload = try Self.decode(ExternalPayload.self, from: parts)
        return try Self.claims(payload, of: known.issuer, now: now)
    }

    private static func isSigned(
        _ parts: CompactToken,
        by keys: Keys,
        now: Timestamp
    ) async throws(ExternalTokenError) -> Bool {
        switch keys {
        case .secret(let secret):
            guard let code = Base64URL.bytes(parts.signature) else { return false }
            // Secrets are compared in a time that does not depend on their bytes.
            return Secret(code) == Secret(secret.authenticationCode(for: Array(parts.signed)))
        case .set(let cache):
            guard let id = parts.header.kid else { throw .unknownKey }
            return try await cache.key(id, now: now).isSigned(parts)
        }
    }

    private static func claims(
        _ payload: ExternalPayload,
        of issuer: ExternalIssuer,
        now: Timestamp
    ) throws(ExternalTokenError) -> ExternalClaims {
        guard isMeant(payload, by: issuer) else { throw .audience }
        let leeway = Limits.issuerLeewayMilliseconds
        guard now < payload.exp.adding(milliseconds: leeway) else { throw .expired }
        if let start = payload.nbf, now.adding(milliseconds: leeway) < start {
            throw .notYetValid
        }
        guard isSubject(payload.sub) else { throw .malformed }
        return ExternalClaims(
            label: issuer.label,
            issuer: issuer.issuer,
            subject: payload.sub,
            email: isVerified(payload, by: issuer) ? payload.email : nil,
            givenName: payload.givenName,
            familyName: payload.familyName,
            issuedAt: payload.iat,
            expiresAt: payload.exp,
            authenticatedAt: payload.authTime,
            scopes: issuer.scopes
        )
    }

    /// Whether the issuer says that it has checked whose the e-mail address is.
    private static func isVerified(_ payload: ExternalPayload, by issuer: ExternalIssuer) -> Bool {
        switch issuer.kind {
        case .supabaseSecret, .supabaseJWKS: payload.isEmailVerified || payload.isEmailConfirmed
        case .cognito, .openID: payload.isEmailVerified
        }
    }

    /// Whether the token is for us.
    ///
    /// Cognito's access tokens have no audience but the client that asked for them; its ID tokens
    /// name both, and are for that client alone unless their audience is configured.
    private static func isMeant(_ payload: ExternalPayload, by issuer: ExternalIssuer) -> Bool {
        if !issuer.audiences.isDisjoint(with: payload.aud) { return true }
        guard issuer.kind == .cognito, payload.tokenUse == "access",
            let client = payload.clientID
        else { return false }
        return issuer.clients.contains(client)
    }

    private static func isSubject(_ text: String) -> Bool {
        (1...Limits.subjectCharacters).contains(text.unicodeScalars.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    private static func parts(of token: String) throws(ExternalTokenError) -> CompactToken {
        do {
            return try CompactToken(token, bytesMost: Limits.externalTokenBytes, types: types)
        } catch {
            throw .malformed
        }
    }

    private static func decode<Part: Decodable>(
        _: Part.Type,
        from parts: CompactToken
    ) throws(ExternalTokenError) -> Part {
        do {
            return try CompactToken.decode(Part.self, from: parts.payload)
        } catch {
            throw .malformed
        }
    }
}
