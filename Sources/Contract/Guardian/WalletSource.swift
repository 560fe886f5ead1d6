import Kernel

extension API.Guardian {
    /// Whose wallet is to be charged.
    public struct WalletSourceRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The child.
        public let userID: MemberReference

        /// Makes a request.
        public init(userID: MemberReference) {
            self.userID = userID
        }
    }

    /// Makes a child's wallet what it pays with.
    public static let setWalletSource = Endpoint<WalletSourceRequest, FundingSource>(
        "setWalletSource",
        .post,
        "/funding/wallet",
        "Makes a child's wallet what it pays with; once it is, this changes nothing.",
        access: .parent,
        surface: .guardian,
        example: WalletSourceRequest(userID: MemberReference("2")),
        answers: FundingSource(
            id: 2,
            label: "Wallet",
            provider: .mock,
            type: .wallet,
            externalID: "wallet",
            createdAt: GuardianTimestamp(Timestamp(seconds: 1_736_935_200))
        )
    )

    /// Ends that a child's wallet is what it pays with.
    public static let deleteWalletSource = Endpoint<WalletSourceRequest, Status>(
        "deleteWalletSource",
        .delete,
        "/funding/wallet",
        "Ends that a child's wallet is what it pays with; its first card is again.",
        access: .parent,
        surface: .guardian,
        example: WalletSourceRequest(userID: MemberReference("2")),
        answers: Status(status: "deleted")
    )
}
