public import Kernel

extension API.Allowance {
    /// Money that a parent puts into a child's wallet or takes out of it.
    public struct CreateTransactionRequest: WireInput, Equatable {
        /// The child's profile.
        public let childID: ID<Entity.Child>
        /// How much, more than zero.
        public let amount: DecimalAmount
        /// Which way; in any case.
        public let type: TransactionType
        /// What it is for, 1...500 characters.
        public let description: String

        /// Makes a request.
        public init(
            childID: ID<Entity.Child>,
            amount: DecimalAmount,
            type: TransactionType,
            description: String
        ) {
            self.childID = childID
            self.amount = amount
            self.type = type
            self.description = description
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .amount("amount") { $0.amount },
            .text("description", upTo: Limits.descriptionCharacters) { $0.description },
        ]
    }

    /// Moves money into or out of a child's wallet.
    public static let createWalletTransaction = Endpoint<
        CreateTransactionRequest, TransactionResponse
    >(
        "createWalletTransaction",
        .post,
        "/api/v1/transactions",
        "Puts money into a child's wallet, or takes some out.",
        access: .parent,
        surface: .allowance,
        status: 201,
        refusals: [.notFound, .insufficientFunds],
        example: CreateTransactionRequest(
            childID: exampleChild,
            amount: DecimalAmount(minor: 1_550),
            type: .credit,
            description: "Birthday money"
        ),
        answers: .example
    )
}
