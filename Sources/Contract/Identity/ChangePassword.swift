extension API.Identity {
    /// A new password, and the one it replaces.
    public struct ChangePasswordRequest: WireInput, Equatable {
        /// The password as it is.
        public let currentPassword: Password
        /// The password as it is to be.
        public let newPassword: Password
        /// Whether every other session ends; yes when left out.
        public let endSessions: Bool?
        /// Whether the passkeys are removed; no when left out.
        public let removePasskeys: Bool?

        /// Makes a request.
        public init(
            currentPassword: Password,
            newPassword: Password,
            endSessions: Bool? = nil,
            removePasskeys: Bool? = nil
        ) {
            self.currentPassword = currentPassword
            self.newPassword = newPassword
            self.endSessions = endSessions
            self.removePasskeys = removePasskeys
        }

        /// The rules of the fields; those of new passwords would keep an old one out.
        public static let rules: [FieldRule<Self>] = [
            .newPassword("newPassword") { $0.newPassword }
        ]
    }

    /// Changes the caller's password, and ends every other session unless told otherwise.
    public static let changePassword = Endpoint<
        ChangePasswordRequest, API.Banking.SuccessResponse
    >(
        "changePassword",
        .put,
        "/api/v1/auth/password",
        "Changes the caller's password, and ends every other session unless told otherwise.",
        access: .member,
        scope: .account,
        surface: .allowance,
        example: ChangePasswordRequest(
            currentPassword: Password("password123"),
            newPassword: Password("7 green parrots"),
            endSessions: true,
            removePasskeys: true
        ),
        answers: API.Banking.SuccessResponse(
            message: "The password was changed, and every other session ended"
        ),
        waits: .zero
    )
}
