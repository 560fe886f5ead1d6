import Contract
import Hummingbird
import Kernel
import Operations
import Web

/// The list of transactions, and what is written about one of them.
extension WebRoutes {
    private static let pageSize: Int64 = 50

    func showTransactions(_ visit: Visit, _ request: Request) async throws -> Response {
        let zone = try await zone(of: visit)
        let today = zone.day(of: services.now())
        let window = try Self.window(request, today)
        return try await transactions(visit, window, today: today, zone: zone)
    }

    /// Gives the open transaction another category and another note.
    func editTransaction(
        _ form: PageForm,
        _ visit: Visit,
        _ request: Request
    ) async throws -> Response {
        let zone = try await zone(of: visit)
        let today = zone.day(of: services.now())
        let window = try Self.window(request, today)
        guard let id = window.open else { throw Problem(.notFound) }
        do {
            _ = try await visit.call(
                API.Insights.updateTransaction,
                API.Insights.TransactionUpdateRequest(
                    transactionID: id,
                    category: form["category"],
                    notes: ClearableText(form["notes"])
                )
            )
            return redirect(to: window.path)
        } catch let problem as Problem where problem.kind == .invalid {
            let notices = [Notice(.bad, problem.message)]
            return try await transactions(visit, window, today: today, zone: zone, notices)
        }
    }

    /// - Throws: ``Problem`` `notFound` for an address that no page leads to.
    private static func window(
        _ request: Request,
        _ today: CivilDay
    ) throws -> TransactionsView.Window {
        var window = TransactionsView.Window(month: today.month)
        for (key, value) in try request.queryPairs() where !value.isEmpty {
            switch key {
            case "month": window.month = try Self.known(CivilMonth(value))
            case "account": window.account = try Self.known(ID(value))
            case "open": window.open = try Self.known(ID(value))
            case "page":
                window.page = try Self.known(Int64(value))
                guard (1...Int64(Int32.max)).contains(window.page) else { throw Problem(.notFound) }
            default: break
            }
        }
        return window
    }

    private static func known<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Problem(.notFound) }
        return value
    }

    private func transactions(
        _ visit: Visit,
        _ window: TransactionsView.Window,
        today: CivilDay,
        zone: Zone,
        _ notices: [Notice] = []
    ) async throws -> Response {
        let reader = try await visit.call(API.Allowance.currentMember)
        let accounts = try await visit.call(API.Insights.accountsOverview)
        let format = visit.format(in: Currency(code: accounts.currency) ?? .usd)
        let list = try await visit.call(
            API.Insights.transactionsOverview,
            API.Insights.TransactionsRequest(
                month: WireMonth(window.month),
                accountID: window.account,
                page: PageNumber(window.page - 1),
                pageSize: PageNumber(Self.pageSize)
            )
        )
        let view = TransactionsView(
            TransactionsView.Answers(list: list, accounts: accounts.accounts),
            window,
            today: today,
            zone: zone,
            notices: notices,
            formToken: visit.formToken,
            format
        )
        let page = templates.document(
            view,
            in: frame("Transactions", .transactions, reader, visit, format)
        )
        return html(page, notices.isEmpty ? .ok : .badRequest)
    }
}
