public import Kernel

extension API.Allowance {
    /// A family.
    public struct FamilyResponse: Codable, Sendable, Equatable {
        /// The family.
        public let id: ID<Entity.Household>
        /// Its name.
        public let name: String
        /// When it was founded.
        public let createdAt: WireTimestamp
        /// How many parents and children it has.
        public let memberCount: Int64
        /// How many of them are children.
        public let childrenCount: Int64
        /// Its time zone by its IANA name.
        public let timeZone: String

        /// Makes an answer.
        public init(
            id: ID<Entity.Household>,
            name: String,
            createdAt: WireTimestamp,
            memberCount: Int64,
            childrenCount: Int64,
            timeZone: String
        ) {
            self.id = id
            self.name = name
            self.createdAt = createdAt
            self.memberCount = memberCount
            self.childrenCount = childrenCount
            self.timeZone = timeZone
        }
    }

    /// The caller's family.
    public static let currentFamily = Endpoint<Empty, FamilyResponse>(
        "currentFamily",
        .get,
        "/api/v1/families/current",
        "Shows the caller's family.",
        access: .member,
        surface: .allowance,
        answers: FamilyResponse(
            id: UserResponse.example.familyID,
            name: UserResponse.example.familyName,
            createdAt: WireTimestamp(Timestamp(seconds: 1_735_722_000)),
            memberCount: 2,
            childrenCount: 1,
            timeZone: "America/New_York"
        )
    )
}
