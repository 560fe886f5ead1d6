import Contract
import Foundation

extension SessionService {
    /// Begins a sign-in at the server's own page, in a browser (OAuth 2.1 with PKCE, RFC 7636).
    ///
    /// ```swift
    /// let redirect = "safepocket://auth/callback"
    /// let request = try await purser.session.beginSignIn(redirectURI: redirect)
    /// // Open request.url in a browser; it comes back with an address.
    /// try await purser.session.finishSignIn(request, callback: address)
    /// ```
    ///
    /// - Parameters:
    ///   - redirectURI: Where the page sends the browser back to; the server must know it.
    ///   - scopes: What is asked for. `purser-native` has all of the API unless it names some of
    ///     it; every other client has what it names, such as `guardian:read`, and the member agrees
    ///     to.
    ///   - loginHint: The e-mail address to begin with.
    /// - Returns: The page to open, and what finishes the sign-in.
    /// - Throws: ``PurserError``.
    public func beginSignIn(
        redirectURI: String,
        scopes: [String] = ["openid", "profile", "email", "offline_access"],
        loginHint: String? = nil
    ) async throws -> SignInRequest {
        let server = try await purser.call(Discovery.endpoint)
        let configuration = purser.client.configuration
        let isSafe = server.page.hasPrefix("https://") || configuration.environment == .development
        guard isSafe, server.namesIssuer == true, server.proofs?.contains("S256") == true else {
            throw PurserError(.invalid, "The server's sign-in page is not safe enough")
        }
        let (state, nonce, verifier) = (PKCE.secret(), PKCE.secret(), PKCE.secret())
        let parameters = [
            ("response_type", "code"), ("client_id", configuration.clientID),
            ("redirect_uri", redirectURI), ("code_challenge", PKCE.challenge(of: verifier)),
            ("code_challenge_method", "S256"), ("state", state), ("nonce", nonce),
            ("scope", scopes.joined(separator: " ")), ("login_hint", loginHint ?? ""),
        ]
        let query = parameters.filter { !$0.1.isEmpty }
            .map { "\($0.0)=\(PercentCoding.encoded($0.1))" }
            .joined(separator: "&")
        let mark = server.page.contains("?") ? "&" : "?"
        guard let url = URL(string: "\(server.page)\(mark)\(query)") else {
            throw PurserError(.invalid, "The server's sign-in page has no address")
        }
        return SignInRequest(
            url: url,
            redirectURI: redirectURI,
            state: state,
            nonce: nonce,
            issuer: server.issuer,
            clientID: configuration.clientID,
            verifier: verifier
        )
    }

    /// Finishes a sign-in, and keeps the session.
    ///
    /// An address that does not answer the request changes nothing, so that the right one can still
    /// come; the right one is taken once.
    ///
    /// - Parameters:
    ///   - request: The sign-in.
    ///   - callback: The whole address that the browser was sent back to.
    /// - Throws: ``PurserError``, `invalid` when the address does not answer the request,
    ///   `conflict` when it did already, `unauthorized` when the member was not signed in.
    public func finishSignIn(_ request: SignInRequest, callback: String) async throws {
        let answer = SignInCallback(callback, redirectURI: request.redirectURI)
        guard let answer else {
            throw PurserError(.invalid, "This is not the answer of the sign-in page")
        }
        let code = try answer.code(for: request)
        // To redeem a code again would end the session that it began.
        guard request.take() else {
            throw PurserError(.conflict, "This sign-in is finished already")
        }
        let tokens = try await purser.call(
            API.Identity.exchangeToken,
            .init(
                grantType: .authorizationCode,
                code: code,
                redirectURI: request.redirectURI,
                codeVerifier: request.verifier
            )
        )
        let kept = tokens.tokens(at: purser.client.time.now())
        guard tokens.idToken.map({ Self.isFor(request, $0) }) ?? true else {
            await purser.client.endOnServer(StoredSession(kept, id: ""))
            throw PurserError(.unauthorized, "The server signed somebody else in.").ofSignIn()
        }
        try await keep(kept)
    }

    /// Whether an ID token answers the request.
    ///
    /// It came from the server itself over a connection that proves it, so its signature says
    /// nothing more (OpenID Connect Core 1.0, section 3.1.3.7).
    private static func isFor(_ request: SignInRequest, _ idToken: String) -> Bool {
        guard let claims = TokenClaims(of: idToken) else { return false }
        return claims.nonce == request.nonce && claims.issuer == request.issuer
            && claims.audience.contains(request.clientID)
    }
}
