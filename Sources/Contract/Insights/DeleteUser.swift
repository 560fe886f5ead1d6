public import Kernel

extension API.Insights {
    /// Who is to be deleted, and what lets the operator do so.
    public struct DeleteUserRequest: WireInput, Equatable {
        /// The user.
        public let userID: ID<Entity.Member>
        /// The operator's token, in a header.
        public let adminToken: String?

        /// Makes a request.
        public init(userID: ID<Entity.Member>, adminToken: String? = nil) {
            self.userID = userID
            self.adminToken = adminToken
        }

        enum CodingKeys: String, CodingKey, CaseIterable {
            case userID = "userId"
            case adminToken
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("adminToken", upTo: Limits.adminTokenCharacters) { $0.adminToken }
        ]
    }

    /// Deletes a user.
    public static let deleteUser = Endpoint<DeleteUserRequest, Empty>(
        "deleteUser",
        .delete,
        "/users/{userId}",
        "Deletes the caller, a child of the caller's household, or anyone for the operator.",
        headers: [
            HeaderField(
                "X-Admin-Token",
                key: "adminToken",
                "The operator's token, with which anyone is deleted without a token of one's own."
            )
        ],
        access: .optional,
        scope: .account,
        surface: .insights,
        example: DeleteUserRequest(
            userID: ID(RawID(high: 0x0194_690E_2F40_7B1E, low: 0x9D3C_5A60_41F2_7C04))
        ),
        waits: .zero
    )
}
