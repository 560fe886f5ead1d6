import Contract
import Kernel

/// An answer that brings the tokens of a new session.
protocol SessionTokens: Codable, Sendable {
    /// The tokens, received now.
    func tokens(at now: Timestamp) -> TokenAnswer
}

extension API.Banking.AuthResponse: SessionTokens {
    func tokens(at now: Timestamp) -> TokenAnswer {
        TokenAnswer(accessToken, refreshToken, expiresIn: expiresIn, at: now)
    }
}

extension API.Identity.AuthTokenResponse: SessionTokens {
    func tokens(at now: Timestamp) -> TokenAnswer {
        TokenAnswer(accessToken, refreshToken, expiresIn: expiresIn, at: now)
    }
}

extension API.Allowance.AuthResponse: SessionTokens {
    /// The end is told by the server's clock, which may be another than this device's: what counts
    /// is how long the token itself says that it is good.
    func tokens(at now: Timestamp) -> TokenAnswer {
        let lifetime = TokenClaims(of: token)?.lifetimeSeconds
        return TokenAnswer(
            accessToken: token,
            refreshToken: nil,
            receivedAt: now,
            expiresAt: lifetime.map { now.adding(seconds: $0) } ?? expiresAt.instant
        )
    }
}
