import Kernel

extension API.Banking {
    /// A new user, who becomes the parent of a new household.
    public struct RegisterRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The e-mail address, in any case.
        public let email: String
        /// The password.
        public let password: Password
        /// The first name, up to 50 characters.
        public let firstName: String?
        /// The last name, up to 50 characters; names the household.
        public let lastName: String?
        /// The household's time zone by its IANA name; `UTC` when left out.
        public let timeZone: String?

        /// Makes a request.
        public init(
            email: String,
            password: Password,
            firstName: String? = nil,
            lastName: String? = nil,
            timeZone: String? = nil
        ) {
            self.email = email
            self.password = password
            self.firstName = firstName
            self.lastName = lastName
            self.timeZone = timeZone
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .email { $0.email },
            .newPassword { $0.password },
            .text("first_name", upTo: Limits.nameCharacters) { $0.firstName },
            .text("last_name", upTo: Limits.nameCharacters) { $0.lastName },
            .timeZone("time_zone") { $0.timeZone },
        ]
    }

    /// Registers a user as the parent of a new household.
    public static let registerUser = Endpoint<RegisterRequest, AuthResponse>(
        "registerUser",
        .post,
        "/api/auth/register",
        "Registers a user as the parent of a new household.",
        access: .anyone,
        surface: .banking,
        status: 201,
        refusals: [.unauthenticated],
        example: RegisterRequest(
            email: "parent@example.com",
            password: Password("password123"),
            firstName: "John",
            lastName: "Doe"
        ),
        answers: .example
    )
}
