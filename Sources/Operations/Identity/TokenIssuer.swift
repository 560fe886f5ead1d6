import Crypto
public import Kernel
public import Providers
import Synchronization

/// Makes tokens for sessions, and tells whose token one is.
public struct TokenIssuer: Sendable {
    /// Derives refresh tokens.
    let refreshTokens: RefreshTokens

    private let root: Secret
    private let inUse: KeysInUse

    /// Makes an issuer from the installation's keys.
    ///
    /// `issuer`: The server's public URL.
    /// Throws An encoding error if the token header cannot be written.
    public init(keys: KeyFile, issuer: String) throws {
        root = keys.refresh
        refreshTokens = RefreshTokens(key: keys.refresh)
        inUse = KeysInUse(KeySet(try TokenSigner(keys: keys.signingKeys, issuer: issuer)))
    }

    /// Signs and checks access tokens with the keys that are in use now.
    var signer: TokenSigner { inUse.keySet.signer }

    /// Remembers the tokens whose signature was found good by the keys that are in use now.
    var verified: TokenCache { inUse.keySet.verified }

    /// A secret for one purpose, the same in every process and after every start.
    func secret(for purpose: String) -> Secret { root.derived(for: purpose) }

    /// Takes the signing keys that the key file holds now.
    ///
    /// What was found good by other keys is checked again: a key may be gone.
    ///
    /// - Returns: Whether they are others than before.
    /// - Throws: ``ReplacedKeyFile``; an encoding error if a token header cannot be written.
    public func take(_ keys: KeyFile) throws -> Bool {
        guard keys.refresh == root else { throw ReplacedKeyFile() }
        let (new, old) = (keys.signingKeys, signer)
        guard new.ids != old.keys.ids else { return false }
        inUse.take(KeySet(try TokenSigner(keys: new, issuer: old.issuer)))
        return true
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
        let keySet = inUse.keySet
        if let claims = keySet.verified.claims(for: token, now: now) { return SignedIn(claims) }
        guard mayCheck(), let claims = try? keySet.signer.verify(token, now: now) else {
            return nil
        }
        keySet.verified.insert(token, claims)
        return SignedIn(claims)
    }

    /// An access token for a session.
    ///
    /// `end`: When the session ends at the latest, which its last token must not outlive; `nil`
    /// for one that begins now.
    func accessToken(
        for bearer: SignedIn,
        now: Timestamp,
        seconds: Int64,
        until end: Timestamp? = nil
    ) throws -> (token: String, expiresAt: Timestamp) {
        let signer = signer
        let usual = now.adding(seconds: seconds)
        let claims = AccessClaims(
            issuer: signer.issuer,
            subject: bearer.member,
            household: bearer.household,
            role: bearer.role,
            session: bearer.session,
            issuedAt: now,
            expiresAt: min(usual, end ?? usual)
        )
        return (try signer.sign(claims), claims.expiresAt)
    }

    /// A refresh token that nobody can guess.
    func newRefreshToken() -> String {
        refreshTokens.make(random: SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
    }
}

/// A key file with other secrets than those that the program started with.
///
/// They cannot change under a running program: what they derived would be worth nothing.
public struct ReplacedKeyFile: Error, Sendable, CustomStringConvertible {
    /// A sentence for the operator.
    public var description: String {
        "the key file is another one than at the start; start again to use it"
    }
}

/// Signing keys, and the tokens that they were found to have signed.
private final class KeySet: Sendable {
    let signer: TokenSigner
    let verified = TokenCache()

    init(_ signer: TokenSigner) {
        self.signer = signer
    }
}

/// The keys in use, which change while requests are served.
private final class KeysInUse: Sendable {
    private let current: Mutex<KeySet>

    init(_ keySet: KeySet) {
        current = Mutex(keySet)
    }

    var keySet: KeySet { current.withLock { $0 } }

    func take(_ keySet: KeySet) { current.withLock { $0 = keySet } }
}

extension SignedIn {
    fileprivate init(_ claims: AccessClaims) {
        self.init(
            member: claims.subject,
            household: claims.household,
            role: claims.role,
            session: claims.session,
            external: claims.external
        )
    }
}
