import Contract
import Kernel
import Providers
import SQL
import Store

extension IdentityOperations {
    /// Who exchanges grants in our place; `nil` where we do that ourselves.
    var provider: ProviderClient? { issuers.provider }

    /// Exchanges a grant at the external provider.
    ///
    /// The provider's tokens are passed on as they are. Whose they are is told where an issuer that
    /// is configured made one of them; who is new here is then founded a household at once.
    ///
    /// - Throws: ``Problem`` `unauthenticated` when the provider refuses the grant,
    ///   `providerUnavailable` when it cannot be reached.
    func exchange(
        _ input: API.Identity.AuthTokenRequest,
        at provider: ProviderClient,
        _ call: Call
    ) async throws -> API.Identity.AuthTokenResponse {
        let tokens: ProviderTokens
        do {
            tokens = try await provider.exchange(try Self.grant(input))
        } catch let error as ProviderError {
            switch error {
            case .refused:
                let sentence = "The identity provider refused the grant; sign in again"
                throw Problem(.unauthenticated, sentence)
            case .unreachable: throw Problem(.providerUnavailable)
            }
        }
        return API.Identity.AuthTokenResponse(
            accessToken: tokens.accessToken,
            idToken: tokens.idToken,
            refreshToken: tokens.refreshToken,
            expiresIn: tokens.expiresIn,
            scope: tokens.scope,
            userID: await bearer(of: tokens, call)?.member,
            traceID: call.trace
        )
    }

    /// Whether a refresh token is one of ours, which no provider needs to see.
    ///
    /// Sign-ins with a password go on beside an external provider, and their refresh tokens are
    /// redeemed at the same door.
    func isOwn(_ input: API.Identity.AuthTokenRequest) async throws -> Bool {
        guard input.grantType == .refreshToken, let token = input.refreshToken,
            tokens.refreshTokens.isWellFormed(token)
        else { return false }
        let hash = tokens.refreshTokens.storedHash(of: token)
        return try await database.read { session in
            try RefreshTokenRecords.find(hash: hash, in: session) != nil
        }
    }

    private static func grant(
        _ input: API.Identity.AuthTokenRequest
    ) throws -> ProviderClient.Grant {
        switch Grant(input) {
        case .code(let code, let redirect, let verifier):
            .code(code, redirectURI: redirect, verifier: verifier)
        case .refreshToken(let token, _): .refreshToken(token)
        case nil: throw Problem(.invalid)
        }
    }

    /// Whose tokens they are.
    ///
    /// The grant is spent by now: whatever fails here must not keep the tokens from the caller, who
    /// is found by the first call that bears them.
    private func bearer(of tokens: ProviderTokens, _ call: Call) async -> SignedIn? {
        for token in [tokens.accessToken, tokens.idToken].compactMap(\.self) {
            if let bearer = try? await externalBearer(token, call) { return bearer }
        }
        return nil
    }
}
