public import Kernel

extension API.Allowance {
    /// Which way money moves.
    public enum TransactionType: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Into the wallet.
        case credit = "Credit"
        /// Out of the wallet.
        case debit = "Debit"

        static var ignoresCase: Bool { true }
    }

    /// A movement of a child's wallet.
    public struct TransactionResponse: Codable, Sendable, Equatable {
        /// The movement.
        public let id: ID<Entity.Transfer>
        /// The child whose wallet it is.
        public let childID: ID<Entity.Child>
        /// How much, more than zero.
        public let amount: DecimalAmount
        /// Which way.
        public let type: TransactionType
        /// What it was for.
        public let description: String
        /// What the wallet held right after it.
        public let balanceAfter: DecimalAmount
        /// Who moved it; the UUID of zeros for what happened by itself.
        public let createdBy: ID<Entity.Member>
        /// The name of who moved it; `System` for what happened by itself.
        public let createdByName: String
        /// When it was posted.
        public let createdAt: WireTimestamp

        /// Makes a movement.
        public init(
            id: ID<Entity.Transfer>,
            childID: ID<Entity.Child>,
            amount: DecimalAmount,
            type: TransactionType,
            description: String,
            balanceAfter: DecimalAmount,
            createdBy: ID<Entity.Member>,
            createdByName: String,
            createdAt: WireTimestamp
        ) {
            self.id = id
            self.childID = childID
            self.amount = amount
            self.type = type
            self.description = description
            self.balanceAfter = balanceAfter
            self.createdBy = createdBy
            self.createdByName = createdByName
            self.createdAt = createdAt
        }

        static let example = Self(
            id: ID(RawID(high: 0x0194_4B1E_7A40_7C11, low: 0x8F5E_7F0A_6F1F_2B23)),
            childID: exampleChild,
            amount: DecimalAmount(minor: 1_550),
            type: .credit,
            description: "Birthday money",
            balanceAfter: DecimalAmount(minor: 2_550),
            createdBy: UserResponse.example.userID,
            createdByName: "John Doe",
            createdAt: WireTimestamp(Timestamp(seconds: 1_736_418_600))
        )
    }

    /// Which movements of a child to show.
    public struct TransactionListRequest: WireInput, Equatable {
        /// The child's profile.
        public let childID: ID<Entity.Child>
        /// How many, 1...100; 20 when left out.
        public let limit: PageNumber?
        /// How many newer ones to leave out, 0 or more; 0 when left out.
        public let offset: PageNumber?

        /// Makes a request.
        public init(
            childID: ID<Entity.Child>,
            limit: PageNumber? = nil,
            offset: PageNumber? = nil
        ) {
            self.childID = childID
            self.limit = limit
            self.offset = offset
        }
    }

    /// Movements of a child, newest first.
    public struct TransactionListResponse: Codable, Sendable, Equatable {
        /// The child.
        public let childID: ID<Entity.Child>
        /// How many movements it has in all.
        public let totalCount: Int64
        /// How many are shown at most.
        public let limit: Int64
        /// How many newer ones are left out.
        public let offset: Int64
        /// The movements, newest first.
        public let transactions: [TransactionResponse]

        /// Makes an answer.
        public init(
            childID: ID<Entity.Child>,
            totalCount: Int64,
            limit: Int64,
            offset: Int64,
            transactions: [TransactionResponse]
        ) {
            self.childID = childID
            self.totalCount = totalCount
            self.limit = limit
            self.offset = offset
            self.transactions = transactions
        }
    }

    /// What moved in a child's wallet.
    public static let walletTransactions = Endpoint<
        TransactionListRequest, TransactionListResponse
    >(
        "walletTransactions",
        .get,
        "/api/v1/transactions/children/{childId}",
        "Lists what moved in a child's wallet, newest first.",
        access: .member,
        surface: .allowance,
        example: TransactionListRequest(
            childID: exampleChild,
            limit: PageNumber(20),
            offset: PageNumber(0)
        ),
        answers: TransactionListResponse(
            childID: exampleChild,
            totalCount: 2,
            limit: 20,
            offset: 0,
            transactions: [
                .example,
                TransactionResponse(
                    id: ID(RawID(high: 0x0194_3A52_1B80_7D02, low: 0x8F5E_7F0A_6F1F_2B24)),
                    childID: exampleChild,
                    amount: DecimalAmount(minor: 1_000),
                    type: .credit,
                    description: "Weekly Allowance - 2025-01-06",
                    balanceAfter: DecimalAmount(minor: 1_000),
                    createdBy: ID(.zero),
                    createdByName: "System",
                    createdAt: WireTimestamp(Timestamp(seconds: 1_736_121_900))
                ),
            ]
        )
    )
}
