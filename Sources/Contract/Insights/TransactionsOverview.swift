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
        /// The name of a category, in any case.
        public let category: String?
        /// The least amount without its sign, in minor units.
        public let amountMin: Int64?
        /// The greatest amount without its sign, in minor units.
        public let amountMax: Int64?
        /// These alone, as far as they are in the window.
        public let ids: TransactionIDs?
        /// Only what was earlier than this instant, in place of a page.
        public let before: WireTimestamp?
        /// The transaction that was at ``before``: what stands behind it in the list is shown.
        public let beforeID: ID<Entity.Entry>?
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
            category: String? = nil,
            amountMin: Int64? = nil,
            amountMax: Int64? = nil,
            ids: TransactionIDs? = nil,
            before: WireTimestamp? = nil,
            beforeID: ID<Entity.Entry>? = nil,
            page: PageNumber? = nil,
            pageSize: PageNumber? = nil
        ) {
            self.month = month
            self.from = from
            self.to = to
            self.accountID = accountID
            self.category = category
            self.amountMin = amountMin
            self.amountMax = amountMax
            self.ids = ids
            self.before = before
            self.beforeID = beforeID
            self.page = page
            self.pageSize = pageSize
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("category", upTo: Limits.editedCategoryCharacters) { $0.category },
            .integer("amountMin", in: 0...Limits.amountMinor) { $0.amountMin },
            .integer("amountMax", in: 0...Limits.amountMinor) { $0.amountMax },
            FieldRule("amountMax", reading: ["amountMin"]) { query in
                guard let least = query.amountMin, let most = query.amountMax else { return nil }
                return most < least ? "must not be less than amountMin" : nil
            },
            FieldRule("before", reading: ["beforeId"]) { query in
                let isAlone = query.beforeID != nil && query.before == nil
                return isAlone ? "must be there with beforeId" : nil
            },
            FieldRule("ids", reading: ["before"]) { query in
                query.ids != nil && query.before != nil ? "must not be there with before" : nil
            },
            FieldRule("page", reading: ["before"]) { query in
                query.page != nil && query.before != nil ? "must not be there with before" : nil
            },
        ]
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
