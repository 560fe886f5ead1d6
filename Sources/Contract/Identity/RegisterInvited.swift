import Kernel

extension API.Identity {
    /// An invited parent.
    public struct RegisterInvitedRequest: WireInput, Equatable {
        /// The code of the invitation, which also says for which e-mail address.
        public let code: String
        /// The password.
        public let password: Password
        /// The first name, 1...50 characters.
        public let firstName: String
        /// The last name, 1...50 characters.
        public let lastName: String

        /// Makes a request.
        public init(code: String, password: Password, firstName: String, lastName: String) {
            self.code = code
            self.password = password
            self.firstName = firstName
            self.lastName = lastName
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("code", upTo: 128) { $0.code },
            .newPassword { $0.password },
            .text("firstName", upTo: Limits.nameCharacters) { $0.firstName },
            .text("lastName", upTo: Limits.nameCharacters) { $0.lastName },
        ]
    }

    /// Registers an invited parent in the family that invites.
    public static let registerInvited = Endpoint<
        RegisterInvitedRequest, API.Allowance.AuthResponse
    >(
        "registerInvited",
        .post,
        "/api/v1/auth/register/invited",
        "Registers an invited parent in the family that invites.",
        access: .anyone,
        surface: .allowance,
        status: 201,
        example: RegisterInvitedRequest(
            code: createInvitation.answers.code,
            password: Password("password123"),
            firstName: "Jane",
            lastName: "Doe"
        ),
        answers: .example
    )
}
