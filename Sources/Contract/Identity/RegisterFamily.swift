public import Kernel

extension API.Allowance {
    /// A new parent with a new family.
    public struct RegisterParentRequest: WireInput, Equatable {
        /// The e-mail address, in any case.
        public let email: String
        /// The password.
        public let password: Password
        /// The first name, 1...50 characters.
        public let firstName: String
        /// The last name, 1...50 characters.
        public let lastName: String
        /// The family's name, 1...100 characters.
        public let familyName: String
        /// The family's time zone by its IANA name; `UTC` when left out.
        public let timeZone: String?

        /// Makes a request.
        public init(
            email: String,
            password: Password,
            firstName: String,
            lastName: String,
            familyName: String,
            timeZone: String? = nil
        ) {
            self.email = email
            self.password = password
            self.firstName = firstName
            self.lastName = lastName
            self.familyName = familyName
            self.timeZone = timeZone
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .email { $0.email },
            .newPassword { $0.password },
            .text("firstName", upTo: Limits.nameCharacters) { $0.firstName },
            .text("lastName", upTo: Limits.nameCharacters) { $0.lastName },
            .text("familyName", upTo: Limits.householdNameCharacters) { $0.familyName },
            .timeZone("timeZone") { $0.timeZone },
        ]
    }

    /// A new child of the caller's family.
    public struct RegisterChildRequest: WireInput, Equatable {
        /// The e-mail address, in any case.
        public let email: String
        /// The password.
        public let password: Password
        /// The first name, 1...50 characters.
        public let firstName: String
        /// The last name, 1...50 characters.
        public let lastName: String
        /// The weekly allowance, 0...10000.
        public let weeklyAllowance: DecimalAmount

        /// Makes a request.
        public init(
            email: String,
            password: Password,
            firstName: String,
            lastName: String,
            weeklyAllowance: DecimalAmount
        ) {
            self.email = email
            self.password = password
            self.firstName = firstName
            self.lastName = lastName
            self.weeklyAllowance = weeklyAllowance
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .email { $0.email },
            .newPassword { $0.password },
            .text("firstName", upTo: Limits.nameCharacters) { $0.firstName },
            .text("lastName", upTo: Limits.nameCharacters) { $0.lastName },
            .money("weeklyAllowance", upTo: Limits.allowanceMinor) { $0.weeklyAllowance },
        ]
    }

    /// A child with its wallet.
    public struct ChildResponse: Codable, Sendable, Equatable {
        /// The child's sign-in.
        public let userID: ID<Entity.Member>
        /// The child's profile.
        public let childID: ID<Entity.Child>
        /// The e-mail address, in lower case.
        public let email: String
        /// The first name.
        public let firstName: String
        /// The last name.
        public let lastName: String
        /// `Child`.
        public let role: Role
        /// The family.
        public let familyID: ID<Entity.Household>
        /// The weekly allowance.
        public let weeklyAllowance: DecimalAmount
        /// What the wallet holds.
        public let currentBalance: DecimalAmount

        /// Makes an answer.
        public init(
            user: UserResponse,
            childID: ID<Entity.Child>,
            weeklyAllowance: DecimalAmount,
            currentBalance: DecimalAmount
        ) {
            self.userID = user.userID
            self.childID = childID
            self.email = user.email
            self.firstName = user.firstName
            self.lastName = user.lastName
            self.role = user.role
            self.familyID = user.familyID
            self.weeklyAllowance = weeklyAllowance
            self.currentBalance = currentBalance
        }
    }

    /// Registers a parent with a new family.
    public static let registerParent = Endpoint<RegisterParentRequest, AuthResponse>(
        "registerParent",
        .post,
        "/api/v1/auth/register/parent",
        "Registers a parent with a new family.",
        access: .anyone,
        surface: .allowance,
        status: 201,
        refusals: [.unauthenticated],
        example: RegisterParentRequest(
            email: "parent@example.com",
            password: Password("password123"),
            firstName: "John",
            lastName: "Doe",
            familyName: "Doe Family"
        ),
        answers: .example
    )

    /// Registers a child of the caller's family, with an empty wallet.
    public static let registerChild = Endpoint<RegisterChildRequest, ChildResponse>(
        "registerChild",
        .post,
        "/api/v1/auth/register/child",
        "Registers a child of the caller's family, with an empty wallet.",
        access: .parent,
        scope: .account,
        surface: .allowance,
        status: 201,
        example: RegisterChildRequest(
            email: "alice@example.com",
            password: Password("password123"),
            firstName: "Alice",
            lastName: "Doe",
            weeklyAllowance: DecimalAmount(minor: 1_000)
        ),
        answers: ChildResponse(
            user: UserResponse(
                userID: ID(RawID(high: 0x5B1C_0D57_6C1E_4C9C, low: 0x9A55_2F9F_3C0D_8E12)),
                email: "alice@example.com",
                firstName: "Alice",
                lastName: "Doe",
                role: .child,
                familyID: ID(RawID(high: 0x9A0E_6C0B_52C0_4B8F, low: 0x8F5E_7F0A_6F1F_2B22)),
                familyName: "Doe Family"
            ),
            childID: exampleChild,
            weeklyAllowance: DecimalAmount(minor: 1_000),
            currentBalance: DecimalAmount(minor: 0)
        ),
        waits: .zero
    )
}
