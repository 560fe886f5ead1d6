import Crypto
public import Kernel
public import Providers

/// Makes tokens for sessions, and tells whose token one is.
public struct TokenIssuer: Sendable {
    /// Signs and checks access tokens.
    let signer: TokenSigner
    /// Derives refresh tokens.
    let refreshTokens: RefreshTokens
    /// Remembers the tokens whose signature was found good.
    let verified: TokenCache

    /// Makes an issuer from the installation's keys.
    ///
    /// `issuer`: The server's public URL.
    /// Throws An encoding error if the token header cannot be written.
    public init(keys: KeyFile, issuer: String) throws {
        signer = try TokenSigner(keys: keys.signingKeys, issuer: issuer)
        refreshTokens = RefreshTokens(key: keys.refresh)
        verified = TokenCache()
    }

    /// Whose token it is; `nil` when it is none of ours or has ended.
    ///
    /// `mayCheck`: Whether a signature that is not remembered as good may be checked, which takes
    /// as long as everything else in a request.
    public func bearer(
        of token: String,
        now: Timestamp,
        mayCheck: @autoclosure () -> Bool = true
    ) -> SignedIn? {
        if let claims = verified.claims(for: token, now: now) { return SignedIn(claims) }
        guard mayCheck(), let claims = try? signer.verify(token, now: now) else { return nil }
        verified.insert(token, claims)
        return SignedIn(claims)
    }

    /// An access token for a session.
    func accessToken(
        for bearer: SignedIn,
        now: Timestamp,
        seconds: Int64
    ) throws -> (token: String, expiresAt: Timestamp) {
        let claims = AccessClaims(
            issuer: signer.issuer,
            subject: bearer.member,
            household: bearer.household,
            role: bearer.role,
            session: bearer.session,
            issuedAt: now,
            expiresAt: now.adding(seconds: seconds)
        )
        return (try signer.sign(claims), claims.expiresAt)
    }

    /// A refresh token that nobody can guess.
    func newRefreshToken() -> String {
        refreshTokens.make(random: SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
    }
}

extension SignedIn {
    fileprivate init(_ claims: AccessClaims) {
        self.init(
            member: claims.subject,
            household: claims.household,
            role: claims.role,
            session: claims.session
        )
    }
}
