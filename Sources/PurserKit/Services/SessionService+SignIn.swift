public import Contract

extension SessionService {
    /// Registers a user as the parent of a new household.
    @discardableResult
    public func registerUser(
        email: String,
        password: String,
        firstName: String? = nil,
        lastName: String? = nil,
        timeZone: String? = nil
    ) async throws -> API.Banking.AuthResponse {
        try await begun(
            API.Banking.registerUser,
            .init(
                email: email,
                password: Password(password),
                firstName: firstName,
                lastName: lastName,
                timeZone: timeZone
            )
        )
    }

    /// Signs a user in.
    @discardableResult
    public func loginUser(
        email: String,
        password: String,
        code: String? = nil
    ) async throws -> API.Banking.AuthResponse {
        try await begun(
            API.Banking.loginUser,
            .init(email: email, password: Password(password), code: code)
        )
    }

    /// Registers a parent with a new family.
    @discardableResult
    public func registerParent(
        email: String,
        password: String,
        firstName: String,
        lastName: String,
        familyName: String,
        timeZone: String? = nil
    ) async throws -> API.Allowance.AuthResponse {
        try await begun(
            API.Allowance.registerParent,
            .init(
                email: email,
                password: Password(password),
                firstName: firstName,
                lastName: lastName,
                familyName: familyName,
                timeZone: timeZone
            )
        )
    }

    /// Signs a member in for 24 hours.
    @discardableResult
    public func loginMember(
        email: String,
        password: String,
        rememberMe: Bool? = nil,
        code: String? = nil
    ) async throws -> API.Allowance.AuthResponse {
        try await begun(
            API.Allowance.loginMember,
            .init(email: email, password: Password(password), rememberMe: rememberMe, code: code)
        )
    }

    /// Registers an invited parent in the family that invites.
    @discardableResult
    public func registerInvited(
        code: String,
        password: String,
        firstName: String,
        lastName: String
    ) async throws -> API.Allowance.AuthResponse {
        try await begun(
            API.Identity.registerInvited,
            .init(
                code: code,
                password: Password(password),
                firstName: firstName,
                lastName: lastName
            )
        )
    }

    /// Exchanges a refresh token or an authorization code for tokens.
    @discardableResult
    public func exchangeToken(
        grantType: API.Identity.GrantType,
        code: String? = nil,
        redirectURI: String? = nil,
        codeVerifier: String? = nil,
        refreshToken: String? = nil
    ) async throws -> API.Identity.AuthTokenResponse {
        try await begun(
            API.Identity.exchangeToken,
            .init(
                grantType: grantType,
                code: code,
                redirectURI: redirectURI,
                codeVerifier: codeVerifier,
                refreshToken: refreshToken
            )
        )
    }

    /// Ends the session; its tokens are refused from the next request on.
    ///
    /// ``signOut()`` ends it on this device also when the server cannot be reached.
    @discardableResult
    public func logoutUser() async throws -> API.Banking.SuccessResponse {
        guard let answer = try await ending(API.Banking.logoutUser, Empty()) else {
            throw PurserError(.unauthorized, "The session had ended before")
        }
        return answer
    }

    /// Renews a token that is still good, for another 24 hours.
    ///
    /// The client does so by itself in good time.
    @discardableResult
    public func refreshMember() async throws -> API.Allowance.AuthResponse {
        let client = purser.client
        let session = try await client.keeper.session()
        let answer = try await purser.call(API.Allowance.refreshMember)
        // The call itself may have renewed the token on its way.
        if let present = try await client.keeper.session(), present.id == session?.id {
            await client.keeper.finish(present, with: answer.tokens(at: client.time.now()))
        }
        return answer
    }

    /// Calls an endpoint that begins a session, and keeps the session.
    private func begun<Input: WireInput, Output: SessionTokens>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input
    ) async throws -> Output {
        let client = purser.client
        let answer = try await purser.call(endpoint, input)
        try await keep(answer.tokens(at: client.time.now()))
        return answer
    }
}
