import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Web

/// The search over all transactions.
extension WebRoutes {
    /// What an address asks for.
    ///
    /// - Throws: ``Problem`` `notFound` for an address that no page leads to.
    static func search(_ request: Request) throws -> TransactionSearch {
        var search = TransactionSearch()
        for (key, value) in try request.queryPairs() where !value.isEmpty {
            switch key {
            case "q": search.text = value.allSatisfy(\.isWhitespace) ? "" : value
            case "kind": search.category = value
            case "from": search.from = value
            case "to": search.to = value
            case "least": search.least = value
            case "most": search.most = value
            case "month": search.month = try known(CivilMonth(value))
            case "account": search.account = try known(ID(value))
            case "before": search.before = try known(TransactionSearch.Place(value))
            case "skip":
                search.skipped = try known(Int64(value))
                guard (0..<FoundTransactionsView.most).contains(search.skipped) else {
                    throw Problem(.notFound)
                }
            case "open": search.open = try known(ID(value))
            case "day": search.day = try known(CivilDay(value))
            default: break
            }
        }
        return search
    }

    func found(
        _ visit: Visit,
        _ shown: TransactionSearch,
        _ desk: Desk,
        _ state: TransactionsView.State
    ) async throws -> Response {
        let filter = TypedFilter(shown, desk.currency)
        var state = state
        state.problems = filter.problems
        var found: API.Insights.RagSearchResponse?
        if filter.problems.isEmpty {
            (found, state.problems) = try await marked {
                try await visit.call(API.Insights.searchTransactions, filter.request(shown))
            }
        }
        let rows = try await rows(found?.references ?? [], visit)
        // Those of a search are compared with none.
        let open = try await opened(shown, among: [], shown.day?.month, visit)
        if shown.open != nil, open == nil { state.notices.append(Self.gone) }
        let view = FoundTransactionsView(
            FoundTransactionsView.Answers(
                found: found,
                rows: rows,
                open: open,
                choices: try await choices(desk, rows.map(\.category), visit)
            ),
            shown,
            state,
            zone: desk.zone,
            formToken: visit.formToken,
            desk.format
        )
        let status: HTTPResponse.Status = state.isWrong ? .badRequest : .ok
        return show(view, "Transactions", at: .transactions, desk, visit, status)
    }

    /// The transactions that were found, as lists have them.
    private func rows(
        _ found: [API.Insights.Source],
        _ visit: Visit
    ) async throws -> [API.Insights.Transaction] {
        guard let ids = API.Insights.TransactionIDs(found.map(\.transactionID)) else { return [] }
        let list = try await visit.call(
            API.Insights.transactionsOverview,
            API.Insights.TransactionsRequest(
                ids: ids,
                pageSize: PageNumber(Int64(ids.ids.count))
            )
        )
        return list.transactions
    }
}
