import Kernel

extension IdentityOperations {
    /// Exchanges a grant for tokens, as RFC 6749 has it.
    ///
    /// - Throws: ``OAuthRefusal``; `DatabaseError`.
    public func oauthToken(
        _ form: OAuthTokenForm,
        _ call: Call
    ) async throws -> OAuthTokenAnswer {
        let (grant, name) = try form.grant()
        guard let client = oauthClients.find(name) else {
            throw OAuthRefusal(.invalidClient, "client_id is not known here")
        }
        guard let granted = try await redeem(grant, client: client, call) else {
            let sentence = "the grant is wrong, spent or expired, or of another client"
            throw OAuthRefusal(.invalidGrant, sentence)
        }
        return OAuthTokenAnswer(
            accessToken: granted.accessToken,
            tokenType: "Bearer",
            expiresIn: granted.expiresIn,
            refreshToken: granted.refreshToken,
            scope: OAuthScope.text(granted.grant.scopes),
            idToken: granted.idToken
        )
    }
}
