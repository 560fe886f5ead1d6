public import Kernel

extension API.Allowance {
    /// What a member is in its family.
    public enum Role: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Sets limits and pays.
        case parent = "Parent"
        /// Has a wallet.
        case child = "Child"
    }

    /// Who signs in.
    public struct LoginRequest: WireInput, Equatable {
        /// The e-mail address, in any case.
        public let email: String
        /// The password.
        public let password: Password
        /// Taken, and without effect.
        public let rememberMe: Bool?
        /// A code of the second factor, for a member who has one.
        public let code: String?

        /// Makes a request.
        public init(
            email: String,
            password: Password,
            rememberMe: Bool? = nil,
            code: String? = nil
        ) {
            self.email = email
            self.password = password
            self.rememberMe = rememberMe
            self.code = code
        }

        /// The rules of the fields; those of new passwords would keep old ones out.
        public static let rules: [FieldRule<Self>] = [
            .text("email", upTo: Limits.emailCharacters) { $0.email },
            .secondFactorCode { $0.code },
        ]
    }

    /// A token and the member it is for.
    public struct AuthResponse: Codable, Sendable, Equatable {
        /// The member.
        public let userID: ID<Entity.Member>
        /// The e-mail address, in lower case.
        public let email: String
        /// The first name; empty where none was given.
        public let firstName: String
        /// The last name; empty where none was given.
        public let lastName: String
        /// The role.
        public let role: Role
        /// The family.
        public let familyID: ID<Entity.Household>
        /// The family's name.
        public let familyName: String
        /// The access token, a JWT that lives for 24 hours.
        public let token: String
        /// When the token ends.
        public let expiresAt: WireTimestamp

        /// Makes an answer.
        public init(user: UserResponse, token: String, expiresAt: WireTimestamp) {
            self.userID = user.userID
            self.email = user.email
            self.firstName = user.firstName
            self.lastName = user.lastName
            self.role = user.role
            self.familyID = user.familyID
            self.familyName = user.familyName
            self.token = token
            self.expiresAt = expiresAt
        }

        static let example = Self(
            user: .example,
            token: "mock_token_123",
            expiresAt: WireTimestamp(Timestamp(seconds: 1_735_808_400))
        )
    }

    /// A member as Allowance Tracker sees it.
    public struct UserResponse: Codable, Sendable, Equatable {
        /// The member.
        public let userID: ID<Entity.Member>
        /// The e-mail address, in lower case.
        public let email: String
        /// The first name; empty where none was given.
        public let firstName: String
        /// The last name; empty where none was given.
        public let lastName: String
        /// The role.
        public let role: Role
        /// The family.
        public let familyID: ID<Entity.Household>
        /// The family's name.
        public let familyName: String

        /// Makes an answer.
        public init(
            userID: ID<Entity.Member>,
            email: String,
            firstName: String,
            lastName: String,
            role: Role,
            familyID: ID<Entity.Household>,
            familyName: String
        ) {
            self.userID = userID
            self.email = email
            self.firstName = firstName
            self.lastName = lastName
            self.role = role
            self.familyID = familyID
            self.familyName = familyName
        }

        static let example = Self(
            userID: ID(RawID(high: 0x3F2B_8F57_6C1E_4C9C, low: 0x9A55_2F9F_3C0D_8E11)),
            email: "parent@example.com",
            firstName: "John",
            lastName: "Doe",
            role: .parent,
            familyID: ID(RawID(high: 0x9A0E_6C0B_52C0_4B8F, low: 0x8F5E_7F0A_6F1F_2B22)),
            familyName: "Doe Family"
        )
    }

    /// Signs a member in for 24 hours.
    public static let loginMember = Endpoint<LoginRequest, AuthResponse>(
        "loginMember",
        .post,
        "/api/v1/auth/login",
        "Signs a member in for 24 hours.",
        access: .anyone,
        repeats: .never,
        surface: .allowance,
        refusals: [.unauthenticated],
        example: LoginRequest(email: "parent@example.com", password: Password("password123")),
        answers: .example
    )

    /// Renews a token that is still good.
    public static let refreshMember = Endpoint<Empty, AuthResponse>(
        "refreshMember",
        .post,
        "/api/v1/auth/refresh",
        "Renews a token that is still good, for another 24 hours.",
        access: .member,
        scope: .nothing,
        repeats: .never,
        surface: .allowance,
        answers: .example
    )

    /// The member who is signed in.
    public static let currentMember = Endpoint<Empty, UserResponse>(
        "currentMember",
        .get,
        "/api/v1/auth/me",
        "Shows the member who is signed in.",
        access: .member,
        surface: .allowance,
        answers: .example
    )
}
