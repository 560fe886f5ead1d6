public import Kernel

extension API.Allowance {
    /// Which child a call is about.
    public struct ChildRequest: WireInput, Equatable {
        /// The child's profile.
        public let childID: ID<Entity.Child>

        /// Makes a request.
        public init(childID: ID<Entity.Child>) {
            self.childID = childID
        }

        static let example = Self(childID: exampleChild)
    }

    /// The child of the examples.
    static let exampleChild = ID<Entity.Child>(
        RawID(high: 0x77AE_0D57_6C1E_4C9C, low: 0x9A55_2F9F_3C0D_8E13)
    )

    /// A child with its wallet and its allowance.
    public struct ChildDetailResponse: Codable, Sendable, Equatable {
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
        /// What it is paid on each due day.
        public let weeklyAllowance: DecimalAmount
        /// Local midnight of the last due day that was paid; left out when none was.
        public let lastAllowanceDate: WireTimestamp?
        /// Local midnight of the next due day; left out when nobody knows it.
        public let nextAllowanceDate: WireTimestamp?
        /// When the child joined.
        public let createdAt: WireTimestamp

        /// Makes an answer.
        public init(_ child: FamilyChildItem, createdAt: WireTimestamp) {
            self.childID = child.childID
            self.userID = child.userID
            self.firstName = child.firstName
            self.lastName = child.lastName
            self.email = child.email
            self.currentBalance = child.currentBalance
            self.weeklyAllowance = child.weeklyAllowance
            self.lastAllowanceDate = child.lastAllowanceDate
            self.nextAllowanceDate = child.nextAllowanceDate
            self.createdAt = createdAt
        }
    }

    /// A child whom the caller may see.
    public static let getChild = Endpoint<ChildRequest, ChildDetailResponse>(
        "getChild",
        .get,
        "/api/v1/children/{childId}",
        "Shows a child with its wallet and its allowance.",
        access: .member,
        surface: .allowance,
        example: .example,
        answers: ChildDetailResponse(
            .example,
            createdAt: WireTimestamp(Timestamp(seconds: 1_735_894_800))
        )
    )
}
