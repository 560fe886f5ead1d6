public import Kernel

extension API.Insights {
    /// Which transactions to show.
    public struct TransactionsRequest: WireInput, Equatable {
        /// A month; what `from` or `to` says goes before it.
        public let month: WireMonth?
        /// The first month or day.
        public let from: MonthOrDay?
        /// The last month or day.
        public let to: MonthOrDay?
        /// An account of the caller.
        public let accountID: ID<Entity.Account>?
        /// Which page, from 0; 0 when left out.
        public let page: PageNumber?
        /// How many on a page, 1...100; 15 when left out.
        public let pageSize: PageNumber?

        /// Makes a request.
        public init(
            month: WireMonth? = nil,
            from: MonthOrDay? = nil,
            to: MonthOrDay? = nil,
            accountID: ID<Entity.Account>? = nil,
            page: PageNumber? = nil,
            pageSize: PageNumber? = nil
        ) {
            self.month = month
            self.from = from
            self.to = to
            self.accountID = accountID
            self.page = page
            self.pageSize = pageSize
        }
    }

    /// The days that an answer is about, as far as the caller named them.
    public struct Period: Codable, Sendable, Equatable {
        /// The month, when it ruled.
        public let month: WireMonth?
        /// The first day.
        public let from: WireDay?
        /// The day after the last one.
        public let to: WireDay?

        /// Makes a period.
        public init(month: WireMonth?, from: WireDay?, to: WireDay?) {
            self.month = month
            self.from = from
            self.to = to
        }
    }

    /// A page of transactions, with the figures of all of them.
    public struct TransactionsListResponse: Codable, Sendable, Equatable {
        /// The transactions of the page, the newest first.
        public let transactions: [Transaction]
        /// The days that were asked for.
        public let period: Period
        /// The figures over all pages.
        public let aggregates: TransactionsAggregates
        /// Which page it is, from 0.
        public let page: Int64
        /// How many are on a page at most.
        public let pageSize: Int64
        /// How many there are on all pages.
        public let total: Int64
        /// The trace of this call.
        public let traceID: String

        /// Makes an answer.
        public init(
            _ transactions: [Transaction],
            period: Period,
            aggregates: TransactionsAggregates,
            page: Int64,
            pageSize: Int64,
            traceID: String
        ) {
            self.transactions = transactions
            self.period = period
            self.aggregates = aggregates
            self.page = page
            self.pageSize = pageSize
            self.total = aggregates.count
            self.traceID = traceID
        }
    }

    /// Lists the caller's transactions with the figures of the window.
    public static let transactionsOverview = Endpoint<
        TransactionsRequest, TransactionsListResponse
    >(
        "transactionsOverview",
        .get,
        "/transactions",
        "Lists the caller's transactions, the newest first, with the figures of the window.",
        access: .member,
        surface: .insights,
        refusals: [.notFound],
        example: TransactionsRequest(month: .example, page: PageNumber(0)),
        answers: TransactionsListResponse(
            [.example("Groceries")],
            period: Period(
                month: .example,
                from: WireDay(WireMonth.example.month.firstDay),
                to: WireDay(WireMonth.example.month.adding(months: 1).firstDay)
            ),
            aggregates: .example,
            page: 0,
            pageSize: 15,
            traceID: exampleTrace
        )
    )
}

extension WireMonth {
    /// A month as examples have it.
    static let example = Self(CivilDay(dayNumber: 20_209).month)
}
