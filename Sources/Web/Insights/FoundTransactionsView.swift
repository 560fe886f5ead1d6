public import Contract
public import Kernel

/// The transactions that fit a text, the best first, one of which may be open.
public struct FoundTransactionsView: PageView {
    /// The template's name.
    public static let template = "found"
    /// How many a search keeps at most.
    public static let most: Int64 = 100

    let summary: String
    let search: SearchForm
    let all: String
    /// The same search over all accounts and days, where it is over fewer.
    let wider: String?
    let heading: String
    let entries: [TransactionLine]
    let better: String?
    let more: String?
    let empty: EmptyState?
    let notices: [Notice]
    let open: OpenTransaction?

    /// What the page is made of.
    public struct Answers: Sendable {
        /// What was found; `nil` where the question could not be asked.
        public var found: API.Insights.RagSearchResponse?
        /// The transactions that were found, in any order.
        public var rows: [API.Insights.Transaction]
        /// The transaction that is open.
        public var open: API.Insights.Transaction?
        /// What is chosen from.
        public var choices: SearchForm.Choices

        /// Gathers what the page is made of.
        public init(
            found: API.Insights.RagSearchResponse?,
            rows: [API.Insights.Transaction],
            open: API.Insights.Transaction?,
            choices: SearchForm.Choices
        ) {
            self.found = found
            self.rows = rows
            self.open = open
            self.choices = choices
        }
    }

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - answers: What was answered.
    ///   - shown: What was asked for.
    ///   - state: What was wrong.
    ///   - zone: The household's time zone.
    ///   - formToken: What forms carry against those of other sites.
    ///   - format: How figures and days are written.
    public init(
        _ answers: Answers,
        _ shown: TransactionSearch,
        _ state: TransactionsView.State = TransactionsView.State(),
        zone: Zone,
        formToken: String,
        _ format: PageFormat
    ) {
        search = SearchForm(
            shown,
            answers.choices,
            problems: state.problems,
            in: format.currencyCode
        )
        notices = state.notices
        let found = answers.found?.references ?? []
        summary = answers.found.map { Self.summary($0, format) } ?? "Nothing was looked for"
        all = shown.fromStart { $0.text = "" }.path
        let isNarrow = shown.account != nil || !shown.from.isEmpty || !shown.to.isEmpty
        wider =
            isNarrow
            ? shown.fromStart { ($0.account, $0.from, $0.to) = (nil, "", "") }.path : nil
        let (first, last) = (shown.skipped + 1, shown.skipped + Int64(found.count))
        let places = "\(format.number(first)) to \(format.number(last))"
        heading = shown.skipped == 0 ? "The best match first" : "\(places) of those that fit"
        let names = answers.choices.names
        let forms = TransactionForms(search: shown, edited: state.edited, formToken: formToken)
        entries = Self.entries(found, answers.rows, names, forms, format)
        let step = Int64(Limits.searchResultsShown)
        better =
            shown.skipped > 0
            ? shown.fromStart { $0.skipped = max(0, shown.skipped - step) }.path : nil
        more =
            !found.isEmpty && last < min(answers.found?.stats.count ?? 0, Self.most)
            ? shown.fromStart { $0.skipped = last }.path : nil
        empty = !entries.isEmpty ? nil : Self.emptiness(shown, wasAsked: answers.found != nil)
        open = answers.open.map { transaction in
            OpenTransaction(
                transaction,
                account: names[transaction.accountID],
                forms: forms,
                zone: zone,
                format
            )
        }
    }

    /// What was found, in the order of how well it fits; what is gone meanwhile is left out.
    private static func entries(
        _ found: [API.Insights.Source],
        _ rows: [API.Insights.Transaction],
        _ accounts: [ID<Entity.Account>: String],
        _ forms: TransactionForms,
        _ format: PageFormat
    ) -> [TransactionLine] {
        let known = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return found.compactMap { source in
            guard let row = known[source.transactionID] else { return nil }
            let day = source.occurredOn.day
            let detail = [format.day(day), row.category, accounts[row.accountID] ?? ""]
            return TransactionLine(row, detail, forms, on: day, format)
        }
    }

    private static func emptiness(_ shown: TransactionSearch, wasAsked: Bool) -> EmptyState {
        guard wasAsked else {
            return EmptyState(
                "Something is to be corrected",
                "What is wrong is said beside its field. Correct it, and search again."
            )
        }
        return EmptyState(
            "Nothing fits “\(shown.text)”",
            """
            Try fewer words or filters. The shop's name, the kind and your own words for it are \
            looked through.
            """
        )
    }

    /// Figures of a list that was cut off would be those of no question.
    private static func summary(
        _ found: API.Insights.RagSearchResponse,
        _ format: PageFormat
    ) -> String {
        let count = found.stats.count
        guard count < most else { return "The \(format.number(count)) that fit best" }
        let sum = Amount.moved(minor: found.stats.sum, format).text
        guard count != 1 else { return "1 transaction fits" }
        return "\(format.number(count)) transactions fit, \(sum) together"
    }
}
