public import Contract
public import Kernel

/// Transactions of some days over all accounts, the newest first, one of which may be open.
public struct TransactionsView: PageView {
    /// The template's name.
    public static let template = "transactions"
    /// How many are shown on a page.
    public static let pageSize: Int64 = 40

    struct Day: Sendable {
        let name: String
        let entries: [TransactionLine]
    }

    let month: String
    let summary: String
    let chips: Chips
    let days: [Day]
    let empty: EmptyState?
    let newest: String?
    let older: String?
    /// The month before, after the last page.
    let earlier: Way?
    let notices: [Notice]
    let open: OpenTransaction?
    let search: SearchForm

    struct Way: Sendable {
        let way: String
        let wayText: String
    }

    /// What the page is made of.
    public struct Answers: Sendable {
        /// One transaction more than a page has, where there are so many; `nil` where the question
        /// could not be asked.
        public var list: API.Insights.TransactionsListResponse?
        /// The transaction that is open.
        public var open: API.Insights.Transaction?
        /// What is chosen from.
        public var choices: SearchForm.Choices

        /// Gathers what the page is made of.
        public init(
            list: API.Insights.TransactionsListResponse?,
            open: API.Insights.Transaction?,
            choices: SearchForm.Choices
        ) {
            self.list = list
            self.open = open
            self.choices = choices
        }
    }

    /// What a form of the page was refused for, and what stands above it.
    public struct State: Sendable {
        /// What stands above.
        public var notices: [Notice]
        /// What is wrong with a filter, by the endpoint's name of it.
        public var problems: [String: String]
        /// What was written about a transaction and refused.
        public var edited: EditedTransaction?

        /// Gathers it; without arguments nothing is wrong.
        public init(
            notices: [Notice] = [],
            problems: [String: String] = [:],
            edited: EditedTransaction? = nil
        ) {
            self.notices = notices
            self.problems = problems
            self.edited = edited
        }
    }

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - answers: What was answered.
    ///   - shown: What was asked for.
    ///   - state: What was wrong.
    ///   - today: The household's day.
    ///   - zone: The household's time zone.
    ///   - formToken: What forms carry against those of other sites.
    ///   - format: How figures and days are written.
    public init(
        _ answers: Answers,
        _ shown: TransactionSearch,
        _ state: State = State(),
        today: CivilDay,
        zone: Zone,
        formToken: String,
        _ format: PageFormat
    ) {
        let period = ListPeriod(of: shown, today: today)
        let names = answers.choices.names
        let forms = TransactionForms(search: shown, edited: state.edited, formToken: formToken)
        month = period.name(format)
        summary = Self.summary(answers.list, shown, format)
        chips = Chips(
            "Which transactions",
            Self.months(shown, period, format) + Self.accounts(answers.choices.accounts, shown)
        )
        let all = answers.list?.transactions ?? []
        let page = all.prefix(Int(Self.pageSize))
        days = Self.days(page, names, forms, today: today, zone: zone, format)
        empty = page.isEmpty ? Self.empty(month, shown) : nil
        newest = shown.before == nil ? nil : shown.fromStart().path
        let isMore = all.count > page.count
        older =
            isMore
            ? page.last.map { last in
                let place = TransactionSearch.Place(last.occurredAt.instant, last.id)
                return shown.fromStart { $0.before = place }.path
            } : nil
        earlier =
            isMore
            ? nil
            : period.earlier.map { Way(way: shown.of($0).path, wayText: format.month($0)) }
        notices = state.notices
        open = answers.open.map { transaction in
            OpenTransaction(
                transaction,
                account: names[transaction.accountID],
                forms: forms,
                period: all.contains { $0.id == transaction.id } ? period.name(format) : nil,
                zone: zone,
                format
            )
        }
        search = SearchForm(
            shown,
            answers.choices,
            problems: state.problems,
            in: format.currencyCode
        )
    }

    private static func summary(
        _ list: API.Insights.TransactionsListResponse?,
        _ shown: TransactionSearch,
        _ format: PageFormat
    ) -> String {
        guard let list else { return "Nothing was looked for" }
        let sums = list.aggregates
        let spent = format.money(hundredths: abs(sums.expenseTotal.minor))
        let received = format.money(hundredths: sums.incomeTotal.minor)
        let count = list.total == 1 ? "1 transaction" : "\(format.number(list.total)) transactions"
        let words = ["\(count)", "spent \(spent), received \(received)", shown.category]
        return words.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private static func empty(_ period: String, _ shown: TransactionSearch) -> EmptyState {
        if shown.before != nil {
            return EmptyState("Nothing earlier in \(period)", "What was here is no more.")
        }
        guard shown.category.isEmpty, shown.least.isEmpty, shown.most.isEmpty else {
            let bare = shown.fromStart { search in
                (search.category, search.least, search.most) = ("", "", "")
            }
            return EmptyState(
                "Nothing fits in \(period)",
                "Try other days, or fewer filters.",
                way: ("See all of \(period)", bare.path)
            )
        }
        return EmptyState(
            "Nothing in \(period)",
            """
            Transactions of accounts that you link, and of files that you import, are listed here.
            """,
            way: ("Import a bank file", ImportView.path)
        )
    }

    /// The days that are shown, between the month before and the one after where there are such.
    private static func months(
        _ shown: TransactionSearch,
        _ period: ListPeriod,
        _ format: PageFormat
    ) -> [Chips.Chip] {
        let link = { (month: CivilMonth) in
            Chips.Chip(format.month(month), to: shown.of(month).path, isCurrent: false)
        }
        let current = Chips.Chip(period.name(format), to: nil, isCurrent: true)
        return (period.earlier.map { [link($0)] } ?? []) + [current]
            + (period.later.map { [link($0)] } ?? [])
    }

    private static func accounts(
        _ accounts: [API.Insights.Account],
        _ shown: TransactionSearch
    ) -> [Chips.Chip] {
        guard accounts.count > 1 else { return [] }
        let chip = { (name: String, account: ID<Entity.Account>?) in
            Chips.Chip(
                name,
                to: shown.fromStart { $0.account = account }.path,
                isCurrent: shown.account == account
            )
        }
        return [chip("All accounts", nil)] + accounts.map { chip($0.name, $0.id) }
    }

    private static func days(
        _ transactions: ArraySlice<API.Insights.Transaction>,
        _ accounts: [ID<Entity.Account>: String],
        _ forms: TransactionForms,
        today: CivilDay,
        zone: Zone,
        _ format: PageFormat
    ) -> [Day] {
        var days: [(day: CivilDay, entries: [TransactionLine])] = []
        for transaction in transactions {
            let day = zone.day(of: transaction.occurredAt.instant)
            if days.last?.day != day { days.append((day, [])) }
            let detail = [transaction.category, accounts[transaction.accountID] ?? ""]
            let entry = TransactionLine(transaction, detail, forms, on: nil, format)
            days[days.count - 1].entries.append(entry)
        }
        return days.map { day, entries in
            Day(name: name(of: day, today: today, format), entries: entries)
        }
    }

    private static func name(of day: CivilDay, today: CivilDay, _ format: PageFormat) -> String {
        if day == today { return "Today" }
        if day == today.adding(days: -1) { return "Yesterday" }
        let isThisYear = day.month.text.prefix(4) == today.month.text.prefix(4)
        return isThisYear ? format.longDay(day) : format.fullDay(day)
    }
}
