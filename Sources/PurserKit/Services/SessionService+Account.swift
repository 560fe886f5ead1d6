public import Contract

extension SessionService {
    /// Shows the user who is signed in.
    public func currentUser() async throws -> API.Banking.User {
        try await purser.call(API.Banking.currentUser)
    }

    /// Shows the member who is signed in.
    public func currentMember() async throws -> API.Allowance.UserResponse {
        try await purser.call(API.Allowance.currentMember)
    }

    /// Changes the caller's password, and ends every other session unless told otherwise.
    ///
    /// Passkeys sign in without the password; they stay unless they are to be removed.
    @discardableResult
    public func changePassword(
        currentPassword: String,
        newPassword: String,
        endSessions: Bool? = nil,
        removePasskeys: Bool? = nil
    ) async throws -> API.Banking.SuccessResponse {
        try await purser.call(
            API.Identity.changePassword,
            .init(
                currentPassword: Password(currentPassword),
                newPassword: Password(newPassword),
                endSessions: endSessions,
                removePasskeys: removePasskeys
            )
        )
    }

    /// Changes the e-mail address the caller signs in with.
    @discardableResult
    public func changeEmail(
        email: String,
        password: String
    ) async throws -> API.Allowance.UserResponse {
        try await purser.call(
            API.Identity.changeEmail,
            .init(email: email, password: Password(password))
        )
    }

    /// Lists what happened to the caller's account, newest first.
    public func listAccountEvents(
        limit: Int64? = nil,
        before: Int64? = nil
    ) async throws -> API.Identity.AccountEventsResponse {
        try await purser.call(
            API.Identity.listAccountEvents,
            .init(limit: limit.map(PageNumber.init), before: before.map(PageNumber.init))
        )
    }
}
