public import Kernel

extension API.Banking {
    /// A movement on an account of the caller.
    public struct Transaction: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The integer id.
        public let id: Int64
        /// The UUID, the same as on Insights; it stays when a pending transaction posts.
        public let transactionID: ID<Entity.Entry>
        /// The amount; above 0 for money that goes out.
        public let amount: DecimalAmount
        /// The account's currency, in upper case.
        public let currencyCode: String
        /// What the bank calls it.
        public let name: String
        /// The merchant, where known.
        public let merchantName: String?
        /// The start of its day in the household's time zone.
        public let date: WireTimestamp
        /// The start of the day on which it was authorized, where the bank tells it.
        public let authorizedDate: WireTimestamp?
        /// The kind of purchase and, where known, its finer kind; the caller's own word alone.
        public let category: [String]
        /// The first word of ``category``.
        public let primaryCategory: String
        /// Whether it is not final yet.
        public let pending: Bool
        /// The account's integer id.
        public let accountID: Int64
        /// The caller's notes.
        public let notes: String?

        /// Makes a transaction; its primary category is the first word of `category`.
        public init(
            id: Int64,
            transactionID: ID<Entity.Entry>,
            amount: DecimalAmount,
            currencyCode: String,
            name: String,
            merchantName: String? = nil,
            date: WireTimestamp,
            authorizedDate: WireTimestamp? = nil,
            category: [String],
            pending: Bool,
            accountID: Int64,
            notes: String? = nil
        ) {
            self.id = id
            self.transactionID = transactionID
            self.amount = amount
            self.currencyCode = currencyCode
            self.name = name
            self.merchantName = merchantName
            self.date = date
            self.authorizedDate = authorizedDate
            self.category = category
            self.primaryCategory = category.first ?? "Uncategorized"
            self.pending = pending
            self.accountID = accountID
            self.notes = notes
        }

        static let example = Self(
            id: 812,
            transactionID: ID(RawID(high: 0x0194_4B1E_7A40_7C41, low: 0x8F5E_7F0A_6F1F_2B51)),
            amount: DecimalAmount(minor: 14_235),
            currencyCode: "USD",
            name: "WHOLEFDS MKT 10234",
            merchantName: "Whole Foods",
            date: WireTimestamp(Timestamp(seconds: 1_754_352_000)),
            category: ["Food and Drink", "Groceries"],
            pending: false,
            accountID: Account.example.id
        )
    }

    /// Which transactions to list.
    public struct TransactionListRequest: WireInput, SnakeCaseKeys, Equatable {
        /// How many, 1...100; 50 when left out.
        public let limit: PageNumber?
        /// How many newer ones to leave out, 0 or more; 0 when left out.
        public let offset: PageNumber?
        /// The first day.
        public let startDate: DateFilter?
        /// The last day.
        public let endDate: DateFilter?
        /// A word of ``Transaction/category``, in any case.
        public let category: String?
        /// An account of the caller, by its integer id.
        public let accountID: Int64?

        /// Makes a request.
        public init(
            limit: PageNumber? = nil,
            offset: PageNumber? = nil,
            startDate: DateFilter? = nil,
            endDate: DateFilter? = nil,
            category: String? = nil,
            accountID: Int64? = nil
        ) {
            self.limit = limit
            self.offset = offset
            self.startDate = startDate
            self.endDate = endDate
            self.category = category
            self.accountID = accountID
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("category", upTo: Limits.identifierCharacters) { $0.category }
        ]
    }

    /// A page of transactions.
    public struct TransactionListResponse: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The transactions, the newest day first.
        public let transactions: [Transaction]
        /// How many match, on all pages.
        public let total: Int64
        /// Whether more follow.
        public let hasMore: Bool
        /// How many are shown at most.
        public let limit: Int64
        /// How many newer ones are left out.
        public let offset: Int64

        /// Makes a page.
        public init(_ transactions: [Transaction], total: Int64, limit: Int64, offset: Int64) {
            self.transactions = transactions
            self.total = total
            self.hasMore = offset < total - Int64(transactions.count)
            self.limit = limit
            self.offset = offset
        }
    }

    /// Lists the caller's transactions.
    public static let listTransactions = Endpoint<
        TransactionListRequest, TransactionListResponse
    >(
        "listTransactions",
        .get,
        "/api/transactions",
        "Lists the caller's transactions, the newest day first.",
        access: .member,
        surface: .banking,
        refusals: [.notFound],
        example: TransactionListRequest(limit: PageNumber(50), category: "Groceries"),
        answers: TransactionListResponse([.example], total: 1, limit: 50, offset: 0)
    )
}
