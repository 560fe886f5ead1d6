public import Contract
import Kernel
import Store

extension IdentityOperations {
    /// Exchanges a code of the sign-in page, or a refresh token, for tokens.
    ///
    /// Where an external provider is configured, it decides. Else the client is the one that is
    /// always there, and the rules are those of `/oauth2/token`.
    ///
    /// The rules of the input demand the fields of each grant, the verifier of a code among them.
    ///
    /// - Throws: ``Problem`` `unauthenticated` when the grant is refused; `DatabaseError`.
    public func exchangeToken(
        _ input: API.Identity.AuthTokenRequest,
        _ call: Call
    ) async throws -> API.Identity.AuthTokenResponse {
        if let provider, try await !isOwn(input) {
            return try await exchange(input, at: provider, call)
        }
        guard let grant = Grant(input),
            let granted = try await redeem(grant, client: .native, call)
        else {
            let sentence = "The grant is wrong, spent or expired; sign in again"
            throw Problem(.unauthenticated, sentence)
        }
        return API.Identity.AuthTokenResponse(
            accessToken: granted.accessToken,
            idToken: granted.idToken,
            refreshToken: granted.refreshToken,
            expiresIn: granted.expiresIn,
            scope: OAuthScope.text(granted.grant.scopes),
            userID: granted.grant.member.id,
            traceID: call.trace
        )
    }
}

extension Grant {
    /// What a request offers; `nil` when it lacks a field of its grant.
    init?(_ input: API.Identity.AuthTokenRequest) {
        switch input.grantType {
        case .authorizationCode:
            guard let code = input.code, let redirect = input.redirectURI,
                let verifier = input.codeVerifier
            else { return nil }
            self = .code(code, redirect: redirect, verifier: verifier)
        case .refreshToken:
            guard let token = input.refreshToken else { return nil }
            self = .refreshToken(token)
        }
    }
}
