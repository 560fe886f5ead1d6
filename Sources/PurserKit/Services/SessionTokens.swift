import Contract
import Kernel

/// An answer that brings the tokens of a new session.
protocol SessionTokens: Codable, Sendable {
    /// The tokens, received now.
    func tokens(at now: Timestamp) -> TokenAnswer
}

extension API.Banking.AuthResponse: SessionTokens {
    func tokens(at now: Timestamp) -> TokenAnswer { TokenAnswer(self, at: now) }
}

extension API.Allowance.AuthResponse: SessionTokens {
    func tokens(at now: Timestamp) -> TokenAnswer { TokenAnswer(self, at: now) }
}

extension API.Identity.AuthTokenResponse: SessionTokens {
    func tokens(at now: Timestamp) -> TokenAnswer { TokenAnswer(self, at: now) }
}
