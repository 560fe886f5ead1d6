extension API.Identity {
    /// A new password, and the one it replaces.
    public struct ChangePasswordRequest: WireInput, Equatable {
        /// The password as it is.
        public let currentPassword: Password
        /// The password as it is to be.
        public let newPassword: Password

        /// Makes a request.
        public init(currentPassword: Password, newPassword: Password) {
            self.currentPassword = currentPassword
            self.newPassword = newPassword
        }

        /// The rules of the fields; those of new passwords would keep an old one out.
        public static let rules: [FieldRule<Self>] = [
            .newPassword("newPassword") { $0.newPassword }
        ]
    }

    /// Changes the caller's password, and ends every other session.
    public static let changePassword = Endpoint<
        ChangePasswordRequest, API.Banking.SuccessResponse
    >(
        "changePassword",
        .put,
        "/api/v1/auth/password",
        "Changes the caller's password, and ends every other session.",
        access: .member,
        scope: .account,
        repeats: .withKey,
        surface: .allowance,
        example: ChangePasswordRequest(
            currentPassword: Password("password123"),
            newPassword: Password("7 green parrots")
        ),
        answers: API.Banking.SuccessResponse(
            message: "The password was changed, and every other session ended"
        )
    )
}
