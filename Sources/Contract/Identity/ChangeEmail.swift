extension API.Identity {
    /// A new e-mail address, with the password that shows who asks.
    public struct ChangeEmailRequest: WireInput, Equatable {
        /// The e-mail address as it is to be, in any case.
        public let email: String
        /// The password.
        public let password: Password

        /// Makes a request.
        public init(email: String, password: Password) {
            self.email = email
            self.password = password
        }

        /// The rules of the fields; those of new passwords would keep an old one out.
        public static let rules: [FieldRule<Self>] = [
            .email { $0.email }
        ]
    }

    /// Changes the e-mail address the caller signs in with.
    public static let changeEmail = Endpoint<ChangeEmailRequest, API.Allowance.UserResponse>(
        "changeEmail",
        .put,
        "/api/v1/auth/email",
        "Changes the e-mail address the caller signs in with.",
        access: .member,
        scope: .account,
        surface: .allowance,
        example: ChangeEmailRequest(
            email: "john.doe@example.com",
            password: Password("password123")
        ),
        answers: .example,
        waits: .zero
    )
}
