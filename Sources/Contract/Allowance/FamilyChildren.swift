public import Kernel

extension API.Allowance {
    /// A child of a family, with its wallet and its allowance.
    public struct FamilyChildItem: Codable, Sendable, Equatable {
        /// The child's profile.
        public let childID: ID<Entity.Child>
        /// The child's sign-in.
        public let userID: ID<Entity.Member>
        /// The first name; empty where none was given.
        public let firstName: String
        /// The last name; empty where none was given.
        public let lastName: String
        /// The e-mail address, in lower case.
        public let email: String
        /// What the wallet holds.
        public let currentBalance: DecimalAmount
        /// What it is paid on each due day, 0...10000; what an app edits of a copy.
        public var weeklyAllowance: DecimalAmount
        /// Local midnight of the last due day that was paid; left out when none was.
        public let lastAllowanceDate: WireTimestamp?
        /// Local midnight of the next due day; left out when nobody knows it.
        public let nextAllowanceDate: WireTimestamp?

        /// Makes a child.
        public init(
            childID: ID<Entity.Child>,
            userID: ID<Entity.Member>,
            firstName: String,
            lastName: String,
            email: String,
            currentBalance: DecimalAmount,
            weeklyAllowance: DecimalAmount,
            lastAllowanceDate: WireTimestamp? = nil,
            nextAllowanceDate: WireTimestamp? = nil
        ) {
            self.childID = childID
            self.userID = userID
            self.firstName = firstName
            self.lastName = lastName
            self.email = email
            self.currentBalance = currentBalance
            self.weeklyAllowance = weeklyAllowance
            self.lastAllowanceDate = lastAllowanceDate
            self.nextAllowanceDate = nextAllowanceDate
        }

        static let example = Self(
            childID: exampleChild,
            userID: ID(RawID(high: 0x5B1C_0D57_6C1E_4C9C, low: 0x9A55_2F9F_3C0D_8E12)),
            firstName: "Alice",
            lastName: "Doe",
            email: "alice@example.com",
            currentBalance: DecimalAmount(minor: 2_550),
            weeklyAllowance: DecimalAmount(minor: 1_000),
            lastAllowanceDate: WireTimestamp(Timestamp(seconds: 1_736_121_600)),
            nextAllowanceDate: WireTimestamp(Timestamp(seconds: 1_736_726_400))
        )
    }

    /// The children of a family whom the caller may see.
    public struct FamilyChildrenResponse: Codable, Sendable, Equatable {
        /// The family.
        public let familyID: ID<Entity.Household>
        /// The family's name.
        public let familyName: String
        /// In the order in which they joined.
        public let children: [FamilyChildItem]

        /// Makes an answer.
        public init(
            familyID: ID<Entity.Household>,
            familyName: String,
            children: [FamilyChildItem]
        ) {
            self.familyID = familyID
            self.familyName = familyName
            self.children = children
        }
    }

    /// The children of the caller's family.
    public static let familyChildren = Endpoint<Empty, FamilyChildrenResponse>(
        "familyChildren",
        .get,
        "/api/v1/families/current/children",
        "Lists the family's children with their wallets; a child sees itself.",
        access: .member,
        surface: .allowance,
        answers: FamilyChildrenResponse(
            familyID: UserResponse.example.familyID,
            familyName: UserResponse.example.familyName,
            children: [.example]
        )
    )
}
