public import Contract
public import Kernel

/// A month's transactions over all accounts, one of which may be open.
public struct TransactionsView: PageView {
    /// The template's name.
    public static let template = "transactions"

    /// What of the transactions is shown, as the address bar has it.
    public struct Window: Sendable, Equatable {
        /// The month.
        public var month: CivilMonth
        /// The only account; all when `nil`.
        public var account: ID<Entity.Account>?
        /// The page, from 1.
        public var page: Int64
        /// The transaction that is open.
        public var open: ID<Entity.Entry>?

        /// Names what is shown.
        public init(
            month: CivilMonth,
            account: ID<Entity.Account>? = nil,
            page: Int64 = 1,
            open: ID<Entity.Entry>? = nil
        ) {
            self.month = month
            self.account = account
            self.page = page
            self.open = open
        }

        /// The address that shows it.
        public var path: String {
            var pairs = ["month=\(month.text)"]
            if let account { pairs.append("account=\(account.text)") }
            if page > 1 { pairs.append("page=\(page)") }
            if let open { pairs.append("open=\(open.text)") }
            return "\(Frame.Place.transactions.path)?\(pairs.joined(separator: "&"))"
        }

        func with(_ change: (inout Window) -> Void) -> Window {
            var window = self
            change(&window)
            return window
        }
    }

    struct Chip: Sendable {
        let name: String
        let href: String
        let isCurrent: Bool
    }

    struct Day: Sendable {
        let name: String
        let entries: [Entry]
    }

    struct Entry: Sendable {
        let name: String
        let amount: Amount
        let detail: String
        let isPending: Bool
        let isUnusual: Bool
        let href: String
    }

    let month: String
    let summary: String
    let before: Chip
    let after: Chip?
    let accounts: [Chip]
    let days: [Day]
    let isEmpty: Bool
    let older: String?
    let newer: String?
    let notices: [Notice]
    let open: OpenTransaction?

    /// What the page is made of.
    public struct Answers: Sendable {
        /// The page of transactions.
        public var list: API.Insights.TransactionsListResponse
        /// The reader's accounts.
        public var accounts: [API.Insights.Account]

        /// Gathers what the page is made of.
        public init(
            list: API.Insights.TransactionsListResponse,
            accounts: [API.Insights.Account]
        ) {
            self.list = list
            self.accounts = accounts
        }
    }

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - answers: What was answered.
    ///   - window: What was asked for.
    ///   - today: The household's day.
    ///   - zone: The household's time zone.
    ///   - notices: What stands above.
    ///   - formToken: What forms carry against those of other sites.
    ///   - format: How figures and days are written.
    public init(
        _ answers: Answers,
        _ window: Window,
        today: CivilDay,
        zone: Zone,
        notices: [Notice] = [],
        formToken: String,
        _ format: PageFormat
    ) {
        let (list, names) = (answers.list, Self.names(of: answers.accounts))
        month = format.month(window.month)
        summary = Self.summary(list, format)
        before = Chip(window.with { $0.page(in: $0.month.adding(months: -1)) }, format)
        after =
            window.month < today.month
            ? Chip(window.with { $0.page(in: $0.month.adding(months: 1)) }, format) : nil
        accounts = Self.chips(answers.accounts, window)
        days = Self.days(list.transactions, names, window, today: today, zone: zone, format)
        isEmpty = list.transactions.isEmpty
        let isMore = (list.page + 1) * list.pageSize < list.total
        older = isMore ? window.with { $0.turn(to: $0.page + 1) }.path : nil
        newer = window.page > 1 ? window.with { $0.turn(to: $0.page - 1) }.path : nil
        self.notices = notices
        open = list.transactions.first { $0.id == window.open }.map { transaction in
            OpenTransaction(
                transaction,
                account: names[transaction.accountID],
                window,
                zone: zone,
                formToken: formToken,
                format
            )
        }
    }

    private static func names(of accounts: [API.Insights.Account]) -> [ID<Entity.Account>: String] {
        Dictionary(accounts.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    private static func summary(
        _ list: API.Insights.TransactionsListResponse,
        _ format: PageFormat
    ) -> String {
        let sums = list.aggregates
        let spent = format.money(hundredths: abs(sums.expenseTotal.minor))
        let received = format.money(hundredths: sums.incomeTotal.minor)
        let count = list.total == 1 ? "1 transaction" : "\(format.number(list.total)) transactions"
        return "\(count) · spent \(spent), received \(received)"
    }

    private static func chips(_ accounts: [API.Insights.Account], _ window: Window) -> [Chip] {
        guard accounts.count > 1 else { return [] }
        let all = window.with { $0.show(nil) }
        return [Chip(name: "All accounts", href: all.path, isCurrent: window.account == nil)]
            + accounts.map { account in
                Chip(
                    name: account.name,
                    href: window.with { $0.show(account.id) }.path,
                    isCurrent: window.account == account.id
                )
            }
    }

    private static func days(
        _ transactions: [API.Insights.Transaction],
        _ accounts: [ID<Entity.Account>: String],
        _ window: Window,
        today: CivilDay,
        zone: Zone,
        _ format: PageFormat
    ) -> [Day] {
        var days: [(day: CivilDay, entries: [Entry])] = []
        for transaction in transactions {
            let day = zone.day(of: transaction.occurredAt.instant)
            if days.last?.day != day { days.append((day, [])) }
            let detail = [transaction.category, accounts[transaction.accountID] ?? ""]
            days[days.count - 1].entries.append(
                Entry(
                    name: transaction.merchantName,
                    amount: .moved(hundredths: transaction.amount.minor, format),
                    detail: detail.filter { !$0.isEmpty }.joined(separator: " · "),
                    isPending: transaction.pending,
                    isUnusual: transaction.anomalyScore != nil,
                    href: window.with { $0.open = transaction.id }.path
                )
            )
        }
        return days.map { day, entries in
            let name =
                day == today
                ? "Today"
                : day == today.adding(days: -1) ? "Yesterday" : format.longDay(day)
            return Day(name: name, entries: entries)
        }
    }
}

extension TransactionsView.Window {
    fileprivate mutating func page(in month: CivilMonth) {
        self.month = month
        turn(to: 1)
    }

    fileprivate mutating func turn(to page: Int64) {
        self.page = page
        open = nil
    }

    fileprivate mutating func show(_ account: ID<Entity.Account>?) {
        self.account = account
        turn(to: 1)
    }
}

extension TransactionsView.Chip {
    fileprivate init(_ window: TransactionsView.Window, _ format: PageFormat) {
        self.init(name: format.month(window.month), href: window.path, isCurrent: false)
    }
}

/// One transaction, with what its owner may write about it.
struct OpenTransaction: Sendable {
    let name: String
    let amount: Amount
    let detail: String
    let bankName: String?
    let category: String
    let notes: String
    let action: String
    let back: String
    let formToken: String

    init(
        _ transaction: API.Insights.Transaction,
        account: String?,
        _ window: TransactionsView.Window,
        zone: Zone,
        formToken: String,
        _ format: PageFormat
    ) {
        name = transaction.merchantName
        amount = .moved(hundredths: transaction.amount.minor, format)
        let day = format.longDay(zone.day(of: transaction.occurredAt.instant))
        detail = [day, account].compactMap(\.self).joined(separator: " · ")
        bankName = transaction.description
        category = transaction.category
        notes = transaction.notes ?? ""
        action = window.path
        back = window.with { $0.open = nil }.path
        self.formToken = formToken
    }
}
