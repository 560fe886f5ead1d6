public import Contract
import Crypto
import Insights
import Kernel
import SQL
import Store

extension InsightsOperations {
    /// Finds the caller's transactions that fit what is asked best, by meaning and by filters.
    ///
    /// What a conversation was shown within four hours is not kept again. Rows in another currency
    /// are found and counted, and are in no sum.
    ///
    /// - Throws: ``Problem`` `invalid`, `notFound` when the caller has no such account,
    ///   `unauthenticated`, `conflict`; ``ReplayedAnswer``; `DatabaseError`.
    public func searchTransactions(
        _ input: API.Insights.RagSearchRequest,
        _ call: Call
    ) async throws -> API.Insights.RagSearchResponse {
        let chat = input.chatID ?? call.newChatID
        let hash = Base64URL.text(Array(SHA256.hash(data: Array(chat.utf8))))
        let start = call.now.adding(milliseconds: -Limits.searchMemoryMilliseconds)
        let seen = try await recalling(call) { session, membership in
            if let account = input.accountID {
                _ = try book(of: membership, at: call.now, in: session).account(account)
            }
            return try SearchMemory.list(
                of: membership.member,
                chat: hash,
                after: start,
                in: session
            )
        }
        let found = try await found(
            input.q ?? input.query ?? "",
            filter: SearchFilter(input),
            most: Int(input.topK ?? Int64(Limits.searchResultsUsual)),
            leavingOut: seen,
            call
        )
        let answer = API.Insights.RagSearchResponse(
            found,
            after: Int(input.offset ?? 0),
            of: chat,
            trace: call.trace
        )
        let shown = answer.references.map(\.transactionID)
        guard !shown.isEmpty || call.idempotency != nil else { return answer }
        return try await writing(call) { session, membership in
            try SearchMemory.remember(
                shown,
                of: membership.member,
                chat: hash,
                now: call.now,
                in: session
            )
            return answer
        }
    }
}

extension Call {
    /// The name of a conversation that names itself nothing.
    var newChatID: String { (newID() as ID<Entity.Event>).text }
}

extension SearchFilter {
    fileprivate init(_ input: API.Insights.RagSearchRequest) {
        let names = (input.categories ?? []) + [input.category].compactMap(\.self)
        self.init(
            from: input.from?.day,
            to: input.to?.day,
            categories: names.filter { !$0.isEmpty },
            merchant: input.merchant,
            amountMin: input.amountMin,
            amountMax: input.amountMax,
            account: input.accountID
        )
    }
}

extension API.Insights.RagSearchResponse {
    fileprivate init(
        _ found: FoundTransactions,
        after skipped: Int,
        of chat: String,
        trace: String
    ) {
        let shown = found.sources.dropFirst(skipped).prefix(Limits.searchResultsShown)
        let table = SearchTable(
            shown.map { source in
                SearchTable.Row(
                    id: source.id,
                    day: source.day,
                    merchant: source.merchant,
                    cents: source.cents,
                    category: source.category
                )
            }
        )
        let figures = SearchFigures(cents: found.cents)
        self.init(
            rowsCsv: table.csv,
            dict: API.Insights.RagDictionary(
                merchants: table.merchants,
                categories: table.categories
            ),
            stats: API.Insights.RagStats(
                count: Int64(found.sources.count),
                sum: figures.sum,
                avg: figures.average
            ),
            references: shown.map(API.Insights.Source.init),
            chatID: chat,
            traceID: trace
        )
    }
}
