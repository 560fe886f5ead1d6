extension API.Banking {
    /// Which account is meant.
    public struct AccountRequest: WireInput, Equatable {
        /// The integer id.
        public let id: Int64

        /// Names an account.
        public init(id: Int64) {
            self.id = id
        }
    }

    /// Unlinks an account.
    public static let deleteAccount = Endpoint<AccountRequest, SuccessResponse>(
        "deleteAccount",
        .delete,
        "/api/accounts/{id}",
        "Unlinks an account; it and its transactions leave every list until it is linked again.",
        access: .member,
        surface: .banking,
        refusals: [.notFound, .conflict],
        example: AccountRequest(id: 4),
        answers: SuccessResponse(message: "Account unlinked")
    )
}
