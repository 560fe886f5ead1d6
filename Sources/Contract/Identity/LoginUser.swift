import Kernel

extension API.Banking {
    /// Who signs in.
    public struct LoginRequest: WireInput, Equatable {
        /// The e-mail address, in any case.
        public let email: String
        /// The password.
        public let password: Password
        /// A code of the second factor, for a user who has one.
        public let code: String?

        /// Makes a request.
        public init(email: String, password: Password, code: String? = nil) {
            self.email = email
            self.password = password
            self.code = code
        }

        /// The rules of the fields; those of new passwords would keep old ones out.
        public static let rules: [FieldRule<Self>] = [
            .text("email", upTo: Limits.emailCharacters) { $0.email },
            .secondFactorCode { $0.code },
        ]
    }

    /// Tokens and the user they are for.
    public struct AuthResponse: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The access token, a JWT.
        public let accessToken: String
        /// The refresh token; redeemed at `/auth/token`.
        public let refreshToken: String
        /// `bearer`.
        public let tokenType: String
        /// Life of the access token, in seconds.
        public let expiresIn: Int64
        /// The user.
        public let user: User

        /// Makes an answer.
        public init(accessToken: String, refreshToken: String, expiresIn: Int64, user: User) {
            self.accessToken = accessToken
            self.refreshToken = refreshToken
            self.tokenType = "bearer"
            self.expiresIn = expiresIn
            self.user = user
        }

        static let example = Self(
            accessToken: "mock_token_123",
            refreshToken: "8kXo3m0v4sJp1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6",
            expiresIn: 3_600,
            user: .example
        )
    }

    /// A user as Money App sees it.
    public struct User: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The integer id.
        public let id: Int64
        /// The e-mail address, in lower case.
        public let email: String
        /// The first name, where given.
        public let firstName: String?
        /// The last name, where given.
        public let lastName: String?
        /// Whether the user may sign in.
        public let isActive: Bool
        /// When the user registered.
        public let createdAt: WireTimestamp
        /// By what a push service finds the user's device, where one is registered.
        public let deviceToken: String?

        /// Makes a user.
        public init(
            id: Int64,
            email: String,
            firstName: String?,
            lastName: String?,
            isActive: Bool,
            createdAt: WireTimestamp,
            deviceToken: String? = nil
        ) {
            self.id = id
            self.email = email
            self.firstName = firstName
            self.lastName = lastName
            self.isActive = isActive
            self.createdAt = createdAt
            self.deviceToken = deviceToken
        }

        static let example = Self(
            id: 1,
            email: "parent@example.com",
            firstName: "John",
            lastName: "Doe",
            isActive: true,
            createdAt: WireTimestamp(Timestamp(seconds: 1_736_937_000))
        )
    }

    /// Signs a user in.
    public static let loginUser = Endpoint<LoginRequest, AuthResponse>(
        "loginUser",
        .post,
        "/api/auth/login",
        "Signs a user in.",
        access: .anyone,
        repeats: .never,
        surface: .banking,
        refusals: [.unauthenticated, .accountLocked],
        example: LoginRequest(email: "parent@example.com", password: Password("password123")),
        answers: .example
    )
}
