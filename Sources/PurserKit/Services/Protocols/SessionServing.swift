public import Contract
public import Kernel

/// What ``SessionService`` does: who is signed in, and the account.
///
/// Code of an app that takes this, and not the service itself, has a stand-in in its tests. Each
/// requirement is the service's own by that name; arguments that it may leave out are named here.
public protocol SessionServing: Sendable {
    @discardableResult
    func signIn(
        email: String,
        password: String,
        code: String?
    ) async throws -> API.Banking.User
    func signIn(token: String) async throws
    func signOut() async throws
    var states: AsyncStream<SessionState> { get }
    var state: SessionState { get async throws }
    func currentUser() async throws -> API.Banking.User
    func currentMember() async throws -> API.Allowance.UserResponse
    @discardableResult
    func changePassword(
        currentPassword: String,
        newPassword: String,
        endSessions: Bool?,
        removePasskeys: Bool?
    ) async throws -> API.Banking.SuccessResponse
    @discardableResult
    func changeEmail(
        email: String,
        password: String
    ) async throws -> API.Allowance.UserResponse
    func listAccountEvents(
        limit: Int64?,
        before: Int64?
    ) async throws -> API.Identity.AccountEventsResponse
    func listInvitations() async throws -> API.Identity.InvitationListResponse
    func createInvitation(
        email: String,
        password: String?,
        code: String?
    ) async throws -> API.Identity.InvitationResponse
    func withdrawInvitation(invitationID: ID<Entity.Invitation>) async throws
    func listPasskeys() async throws -> API.Identity.PasskeyListResponse
    func passkeyOptions() async throws -> API.Identity.PasskeyOptions
    @discardableResult
    func addPasskey(
        name: String,
        credential: API.Identity.PasskeyRequest.Credential,
        password: String?,
        code: String?
    ) async throws -> API.Identity.PasskeyResponse
    func deletePasskey(passkeyID: ID<Entity.Passkey>) async throws
    func getSecondFactor() async throws -> API.Identity.SecondFactorStatus
    func beginSecondFactor(
        password: String?
    ) async throws -> API.Identity.SecondFactorResponse
    func confirmSecondFactor(
        code: String
    ) async throws -> API.Identity.RecoveryCodesResponse
    @discardableResult
    func disableSecondFactor(
        password: String?,
        code: String
    ) async throws -> API.Banking.SuccessResponse
    func listSessions() async throws -> API.Identity.AccountSessionsResponse
    func endSession(sessionID: ID<Entity.Session>) async throws
    func endSessions() async throws
    @discardableResult
    func registerUser(
        email: String,
        password: String,
        firstName: String?,
        lastName: String?,
        timeZone: String?
    ) async throws -> API.Banking.AuthResponse
    @discardableResult
    func loginUser(
        email: String,
        password: String,
        code: String?
    ) async throws -> API.Banking.AuthResponse
    @discardableResult
    func registerParent(
        email: String,
        password: String,
        firstName: String,
        lastName: String,
        familyName: String,
        timeZone: String?
    ) async throws -> API.Allowance.AuthResponse
    @discardableResult
    func loginMember(
        email: String,
        password: String,
        rememberMe: Bool?,
        code: String?
    ) async throws -> API.Allowance.AuthResponse
    @discardableResult
    func registerInvited(
        code: String,
        password: String,
        firstName: String,
        lastName: String
    ) async throws -> API.Allowance.AuthResponse
    @discardableResult
    func exchangeToken(
        grantType: API.Identity.GrantType,
        code: String?,
        redirectURI: String?,
        codeVerifier: String?,
        refreshToken: String?
    ) async throws -> API.Identity.AuthTokenResponse
    @discardableResult
    func logoutUser() async throws -> API.Banking.SuccessResponse
    @discardableResult
    func refreshMember() async throws -> API.Allowance.AuthResponse
    func beginSignIn(
        redirectURI: String,
        scopes: [String],
        loginHint: String?
    ) async throws -> SignInRequest
    func finishSignIn(_ request: SignInRequest, callback: String) async throws
}

extension SessionService: SessionServing {}
