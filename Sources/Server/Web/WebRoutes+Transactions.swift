import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Web

/// The list of transactions, and what is written about one of them.
extension WebRoutes {
    func showTransactions(_ visit: Visit, _ request: Request) async throws -> Response {
        let shown = try Self.search(request)
        let isKept = try request.queryPairs().contains { $0.key == "done" && $0.value == "kept" }
        let state = TransactionsView.State(
            notices: isKept ? [Notice(.good, "What you wrote was kept")] : []
        )
        return try await transactions(visit, shown, state)
    }

    /// Gives a transaction another category and another note: the one that a form of the list
    /// names, else the one that is open.
    func editTransaction(
        _ form: PageForm,
        _ visit: Visit,
        _ request: Request
    ) async throws -> Response {
        let shown = try Self.search(request)
        let isInList = !form["transaction"].isEmpty
        let named = isInList ? ID(form["transaction"]) : shown.open
        guard let id = named else { throw Problem(.notFound) }
        do {
            try await edit(id, form, visit)
            return redirect(to: Self.kept(shown))
        } catch let problem as Problem where problem.kind == .invalid {
            guard !problem.faults.isEmpty else { throw problem }
            let edited = EditedTransaction(
                id,
                isInList: isInList,
                category: form["category"],
                notes: form["notes"],
                problems: problem.rules
            )
            let notice = Notice(.bad, "Nothing was changed; what is wrong is marked below")
            let state = TransactionsView.State(notices: [notice], edited: edited)
            return try await transactions(visit, shown, state)
        }
    }

    /// Writes about a transaction what a form changed.
    ///
    /// A category that is written stays, whatever the bank says later; so one that somebody left as
    /// it was is not.
    private func edit(_ id: ID<Entity.Entry>, _ form: PageForm, _ visit: Visit) async throws {
        let changed = { (field: String) -> String? in
            form.has(field) && form[field] != form["\(field)_was"] ? form[field] : nil
        }
        let (category, notes) = (changed("category"), changed("notes"))
        guard category != nil || notes != nil else {
            guard try await named(id, in: nil, visit) != nil else { throw Problem(.notFound) }
            return
        }
        if let category, category.allSatisfy(\.isWhitespace) {
            throw Problem.invalid([Fault(field: "category", rule: "must be there")])
        }
        _ = try await visit.call(
            API.Insights.updateTransaction,
            API.Insights.TransactionUpdateRequest(
                transactionID: id,
                category: category,
                notes: notes.map { ClearableText($0) }
            )
        )
    }

    /// Where a form leads that did what it was sent for: where it was sent from.
    private static func kept(_ shown: TransactionSearch) -> String {
        let path = shown.path
        return "\(path)\(path.contains("?") ? "&" : "?")done=kept"
    }

    static func known<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Problem(.notFound) }
        return value
    }

    private func transactions(
        _ visit: Visit,
        _ shown: TransactionSearch,
        _ state: TransactionsView.State
    ) async throws -> Response {
        let desk = try await desk(of: visit)
        return shown.text.isEmpty
            ? try await listed(visit, shown, desk, state)
            : try await found(visit, shown, desk, state)
    }

    private func listed(
        _ visit: Visit,
        _ shown: TransactionSearch,
        _ desk: Desk,
        _ state: TransactionsView.State
    ) async throws -> Response {
        let today = desk.zone.day(of: services.now())
        let period = ListPeriod(of: shown, today: today)
        let filter = TypedFilter(shown, desk.currency)
        var (shown, state) = (shown, state)
        state.problems = filter.problems
        // A link from elsewhere names the day, and no place.
        if let day = shown.day, shown.open != nil, shown.before == nil,
            day >= period.first, day < period.last
        {
            let next = desk.zone.start(of: day.adding(days: 1))
            shown.before = TransactionSearch.Place(next, nil)
        }
        shown.day = nil
        var list: API.Insights.TransactionsListResponse?
        if filter.problems.isEmpty {
            (list, state.problems) = try await marked {
                try await visit.call(
                    API.Insights.transactionsOverview,
                    filter.request(shown, period)
                )
            }
        }
        let open = try await opened(shown, among: list?.transactions ?? [], period.month, visit)
        if shown.open != nil, open == nil { state.notices.append(Self.gone) }
        let totals = list?.aggregates.categoryTotals ?? [:]
        let view = TransactionsView(
            TransactionsView.Answers(
                list: list,
                open: open,
                choices: try await choices(desk, Array(totals.keys), visit)
            ),
            shown,
            state,
            today: today,
            zone: desk.zone,
            formToken: visit.formToken,
            desk.format
        )
        let status: HTTPResponse.Status = state.isWrong ? .badRequest : .ok
        return show(view, "Transactions", at: .transactions, desk, visit, status)
    }

    static var gone: Notice {
        Notice(.warn, "The transaction that was open is not in your lists any more")
    }

    /// Asks for something with what was typed, or tells what is wrong with it by its fields.
    func marked<Answer>(
        _ ask: () async throws -> Answer
    ) async throws -> (Answer?, [String: String]) {
        do {
            return (try await ask(), [:])
        } catch let problem as Problem where problem.kind == .invalid {
            guard !problem.faults.isEmpty else { throw problem }
            return (nil, problem.rules)
        }
    }

    /// The transaction that is open: one of those that are listed, else by its id, whatever page it
    /// is on; compared with the others of its month where that is known.
    func opened(
        _ shown: TransactionSearch,
        among listed: [API.Insights.Transaction],
        _ month: CivilMonth?,
        _ visit: Visit
    ) async throws -> API.Insights.Transaction? {
        guard let id = shown.open else { return nil }
        if let found = listed.first(where: { $0.id == id }) { return found }
        if let month, let found = try await named(id, in: month, visit) { return found }
        return try await named(id, in: nil, visit)
    }

    private func named(
        _ id: ID<Entity.Entry>,
        in month: CivilMonth?,
        _ visit: Visit
    ) async throws -> API.Insights.Transaction? {
        let list = try await visit.call(
            API.Insights.transactionsOverview,
            API.Insights.TransactionsRequest(
                month: month.map { WireMonth($0) },
                ids: API.Insights.TransactionIDs([id])
            )
        )
        return list.transactions.first
    }

    /// What filters and forms are chosen from: the kinds that transactions have by themselves, and
    /// the reader's own words.
    func choices(
        _ desk: Desk,
        _ shown: [String],
        _ visit: Visit
    ) async throws -> SearchForm.Choices {
        let listed = try await visit.call(API.Banking.listCategories).categories
        let own = Set(listed).subtracting(CategoryName.bankGroups).union(shown)
        let known = CategoryName.ofTransactions
        return SearchForm.Choices(
            accounts: desk.accounts.accounts,
            kinds: known + own.subtracting(known).filter { !$0.isEmpty }.sorted()
        )
    }
}

extension Problem {
    /// What is wrong with each field.
    fileprivate var rules: [String: String] {
        Dictionary(faults.map { ($0.field, $0.rule) }, uniquingKeysWith: { first, _ in first })
    }
}

extension TransactionsView.State {
    /// Whether something that was typed is not as it must be.
    var isWrong: Bool { !problems.isEmpty || edited != nil }
}
