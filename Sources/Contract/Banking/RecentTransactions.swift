import Kernel

extension API.Banking {
    /// Since when to list what is new.
    public struct RecentTransactionsRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The `last_updated` of the answer before; the last seven days when left out.
        public let since: WireTimestamp?

        /// Makes a request.
        public init(since: WireTimestamp? = nil) {
            self.since = since
        }
    }

    /// What is new.
    public struct RecentTransactionsResponse: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The transactions, the newest day first.
        public let transactions: [Transaction]
        /// What the next call sends as `since`.
        public let lastUpdated: WireTimestamp
        /// Whether more changed; they follow with the next call.
        public let hasMore: Bool

        /// Makes an answer.
        public init(_ transactions: [Transaction], lastUpdated: WireTimestamp, hasMore: Bool) {
            self.transactions = transactions
            self.lastUpdated = lastUpdated
            self.hasMore = hasMore
        }
    }

    /// Lists what is new or changed.
    public static let recentTransactions = Endpoint<
        RecentTransactionsRequest, RecentTransactionsResponse
    >(
        "recentTransactions",
        .get,
        "/api/transactions/recent",
        "Lists what changed since an instant; without one, the last seven days.",
        access: .member,
        surface: .banking,
        example: RecentTransactionsRequest(
            since: WireTimestamp(Timestamp(seconds: 1_754_391_600))
        ),
        answers: RecentTransactionsResponse(
            [.example],
            lastUpdated: WireTimestamp(Timestamp(seconds: 1_754_395_200)),
            hasMore: false
        )
    )
}
