import Contract
public import Kernel
import Providers
import SQL
import Store

/// What the sign-in page asks a browser for.
public struct PasskeyRequest: Sendable, Equatable {
    /// What must be signed, in base64url.
    public let challenge: String
    /// Whose passkeys are meant.
    public let relyingPartyID: String
}

extension IdentityOperations {
    /// A challenge for the sign-in page, good for five minutes and once.
    ///
    /// - Returns: `nil` where the public URL names no host but an address, for which no browser
    ///   keeps passkeys.
    public func passkeyRequest(now: Timestamp) -> PasskeyRequest? {
        guard let verifier = try? passkeyVerifier(), verifier.relyingParty.hasName else {
            return nil
        }
        let challenge = verifier.challenges.make(
            for: .signIn,
            until: now.adding(milliseconds: Limits.passkeyChallengeMilliseconds)
        )
        return PasskeyRequest(
            challenge: Base64URL.text(challenge),
            relyingPartyID: verifier.relyingParty.id
        )
    }

    /// What checks passkeys of this installation.
    ///
    /// - Throws: ``Problem`` `conflict` when the public URL is none.
    func passkeyVerifier() throws -> PasskeyVerifier {
        guard let relyingParty = RelyingParty(publicURL: tokens.signer.issuer) else {
            throw Problem(.conflict, "Passkeys need a public URL with a host")
        }
        return PasskeyVerifier(
            relyingParty: relyingParty,
            challenges: PasskeyChallenges(key: tokens.secret(for: "passkeys"))
        )
    }
}

extension SingleUseValues {
    /// Uses a challenge up.
    ///
    /// - Returns: Whether this was the first time.
    static func spend(
        _ challenge: PasskeyChallenges.Answered,
        in session: any Session
    ) throws -> Bool {
        try spend(hash: challenge.hash, until: challenge.expiresAt, in: session)
    }
}
