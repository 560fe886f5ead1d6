public import Kernel

extension API.Allowance {
    /// Somebody of a family.
    public struct FamilyMember: Codable, Sendable, Equatable {
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

        /// Makes a member.
        public init(
            userID: ID<Entity.Member>,
            email: String,
            firstName: String,
            lastName: String,
            role: Role
        ) {
            self.userID = userID
            self.email = email
            self.firstName = firstName
            self.lastName = lastName
            self.role = role
        }
    }

    /// Those of a family whom the caller may see.
    public struct FamilyMembersResponse: Codable, Sendable, Equatable {
        /// The family.
        public let familyID: ID<Entity.Household>
        /// The family's name.
        public let familyName: String
        /// Parents before children, each in the order in which they joined.
        public let members: [FamilyMember]

        /// Makes an answer.
        public init(
            familyID: ID<Entity.Household>,
            familyName: String,
            members: [FamilyMember]
        ) {
            self.familyID = familyID
            self.familyName = familyName
            self.members = members
        }
    }

    /// Who belongs to the caller's family.
    public static let familyMembers = Endpoint<Empty, FamilyMembersResponse>(
        "familyMembers",
        .get,
        "/api/v1/families/current/members",
        "Lists the family's parents and children; a child sees the parents and itself.",
        access: .member,
        surface: .allowance,
        answers: FamilyMembersResponse(
            familyID: UserResponse.example.familyID,
            familyName: UserResponse.example.familyName,
            members: [
                FamilyMember(
                    userID: UserResponse.example.userID,
                    email: UserResponse.example.email,
                    firstName: UserResponse.example.firstName,
                    lastName: UserResponse.example.lastName,
                    role: .parent
                ),
                FamilyMember(
                    userID: FamilyChildItem.example.userID,
                    email: FamilyChildItem.example.email,
                    firstName: FamilyChildItem.example.firstName,
                    lastName: FamilyChildItem.example.lastName,
                    role: .child
                ),
            ]
        )
    )
}
