import Kernel
import Providers
import Store

extension IdentityOperations {
    /// Exchanges a grant for tokens.
    ///
    /// - Returns: `nil` when the grant is wrong, spent or expired, or another client's.
    /// - Throws: ``OAuthRefusal`` `invalidScope`; `DatabaseError`.
    func redeem(_ grant: Grant, client: OAuthClient, _ call: Call) async throws -> GrantedTokens? {
        let refreshToken: String
        let redeemed: RedeemedGrant?
        switch grant {
        case .code(let code, let redirect, let verifier):
            refreshToken = tokens.newRefreshToken()
            redeemed = try await redeemCode(
                code,
                redirect: redirect,
                verifier: verifier,
                refreshToken: refreshToken,
                client,
                call
            )
        case .refreshToken(let token, let asked):
            refreshToken = tokens.refreshTokens.successor(of: token)
            redeemed = try await rotate(token, to: refreshToken, asked, client: client, call)
        }
        guard let redeemed else { return nil }
        let scopes = redeemed.scopes
        let access = try tokens.accessToken(
            for: SignedIn(redeemed.member, session: redeemed.session, scopes: scopes.api),
            client: client.id,
            scope: OAuthScope.text(scopes),
            now: call.now,
            seconds: Limits.accessTokenSeconds,
            until: redeemed.endsAt
        )
        return GrantedTokens(
            grant: redeemed,
            accessToken: access.token,
            refreshToken: refreshToken,
            idToken: try identityToken(for: redeemed, call),
            expiresIn: access.expiresAt.seconds - call.now.seconds
        )
    }

    /// The token that tells the client who signed in; `nil` when it did not ask for one.
    private func identityToken(for grant: RedeemedGrant, _ call: Call) throws -> String? {
        let scopes = grant.scopes
        guard scopes.contains(.openid) else { return nil }
        let member = grant.member
        let isNamed = scopes.contains(.profile)
        let claims = IdentityClaims(
            issuer: tokens.signer.issuer,
            subject: member.id,
            client: grant.client,
            nonce: grant.nonce,
            email: scopes.contains(.email) ? member.email : nil,
            givenName: isNamed ? member.firstName : nil,
            familyName: isNamed ? member.lastName : nil,
            issuedAt: call.now,
            expiresAt: call.now.adding(seconds: Limits.accessTokenSeconds)
        )
        return try tokens.signer.sign(claims)
    }
}
