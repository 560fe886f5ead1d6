import Contract
import Kernel

/// Tokens as they came from the server.
struct TokenAnswer: Sendable, Equatable {
    let accessToken: String
    let refreshToken: String?
    let receivedAt: Timestamp
    let expiresAt: Timestamp
}

extension TokenAnswer: Confidential {}

extension TokenAnswer {
    init(_ answer: API.Identity.AuthTokenResponse, at now: Timestamp) {
        self.init(
            accessToken: answer.accessToken,
            refreshToken: answer.refreshToken,
            receivedAt: now,
            expiresAt: now.adding(seconds: answer.expiresIn)
        )
    }

    init(_ answer: API.Banking.AuthResponse, at now: Timestamp) {
        self.init(
            accessToken: answer.accessToken,
            refreshToken: answer.refreshToken,
            receivedAt: now,
            expiresAt: now.adding(seconds: answer.expiresIn)
        )
    }

    /// Takes an answer that tells the end of the token by the server's clock, which may be another
    /// than this device's: what counts is how long the token itself says that it is good.
    init(_ answer: API.Allowance.AuthResponse, at now: Timestamp) {
        let lifetime = TokenClaims(of: answer.token)?.lifetimeSeconds
        self.init(
            accessToken: answer.token,
            refreshToken: nil,
            receivedAt: now,
            expiresAt: lifetime.map { now.adding(seconds: $0) } ?? answer.expiresAt.instant
        )
    }
}
