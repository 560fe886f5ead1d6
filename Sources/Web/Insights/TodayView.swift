public import Contract
public import Kernel

/// What a member sees first: what there is, what is safe to spend, what waits for an answer.
public struct TodayView: PageView {
    /// The template's name.
    public static let template = "today"

    let greeting: String
    let subtitle: String
    let notices: [Notice]
    let waiting: [ApprovalView]
    /// The changes of policies that the reader may let take effect.
    let changes: [PendingPolicyView]
    /// What is said aloud where something new waits for the reader.
    let says: String?
    let safe: SafeToSpendCard?
    /// What stands in its place where nothing is known yet.
    let safeStart: EmptyState?
    let month: MonthCard?
    /// What stands in its place where nothing is known yet.
    let monthStart: EmptyState?
    let categories: Bars?
    let accounts: AccountsCard
    let coming: ComingCard?

    /// What the page is made of.
    public struct Answers: Sendable {
        /// Who looks.
        public var reader: API.Allowance.UserResponse
        /// The reader's accounts.
        public var accounts: API.Insights.AccountsListResponse
        /// When banks were last asked for those that are linked; empty where none is.
        public var readings: [BankReading]
        /// The month so far.
        public var summary: API.Insights.AnalyticsSummaryResponse
        /// What was spent by day, over the last 90 days.
        public var days: [API.Guardian.DaySpend]
        /// The purchases that wait for an answer, with the names of those who asked.
        public var approvals: [API.Guardian.Approval]
        /// The household's members by their ids.
        public var names: [ID<Entity.Member>: String]
        /// What children are paid next.
        public var allowances: [NextAllowance]
        /// What came of what the reader just answered.
        public var answered: [Notice] = []
        /// The changes of policies that wait for another parent's word.
        public var changes: PolicyChanges?

        /// Gathers what the page is made of.
        public init(
            reader: API.Allowance.UserResponse,
            accounts: API.Insights.AccountsListResponse,
            readings: [BankReading] = [],
            summary: API.Insights.AnalyticsSummaryResponse,
            days: [API.Guardian.DaySpend],
            approvals: [API.Guardian.Approval],
            names: [ID<Entity.Member>: String],
            allowances: [NextAllowance] = []
        ) {
            self.reader = reader
            self.accounts = accounts
            self.readings = readings
            self.summary = summary
            self.days = days
            self.approvals = approvals
            self.names = names
            self.allowances = allowances
        }
    }

    /// Makes the page.
    ///
    /// `now`, `zone`: The household's clock. `formToken`: What forms carry against those of other
    /// sites.
    public init(
        _ answers: Answers,
        now: Timestamp,
        zone: Zone,
        formToken: String,
        _ format: PageFormat
    ) {
        let name = answers.reader.firstName
        let hello = Self.greeting(at: zone.hour(of: now))
        let today = zone.day(of: now)
        greeting = name.isEmpty ? hello : "\(hello), \(name)"
        subtitle = "\(format.longDay(today)) · \(answers.reader.familyName)"
        let silent = answers.readings.filter { $0.isSilent(at: now) }
        notices = answers.answered + silent.byInstitution.map { $0.notice(in: zone, format) }
        changes = answers.changes?.views(formToken: formToken) ?? []
        // The newest last, so that it takes no place at which somebody is about to press.
        waiting = answers.approvals.reversed().map { approval in
            ApprovalView(
                approval,
                askedBy: answers.names[approval.userID],
                isParent: answers.reader.role == .parent,
                now: now,
                formToken: formToken,
                format
            )
        }
        says = Self.says(waiting.filter(\.isAnswerable))
        let isBegun = answers.accounts.hasTransactions
        safe = isBegun ? SafeToSpendCard(answers.summary.safeToSpend, format) : nil
        safeStart = isBegun ? nil : SafeToSpendCard.start
        let spending = DailySpending(answers.days, today: today, zone: zone)
        month = isBegun ? MonthCard(spending, answers.summary.totals, format) : nil
        monthStart = isBegun ? nil : MonthCard.start
        let sums = answers.summary.byCategory
            .map { (name: $0.category, hundredths: -$0.amount.minor) }
            .sorted { $0.hundredths > $1.hundredths }
        let search = { (category: String) in
            TransactionSearch(
                category: category,
                from: today.month.firstDay.text,
                to: today.month.lastDay.text
            )
        }
        categories = sums.isEmpty ? nil : Bars(sums, to: { search($0).path }, format)
        accounts = AccountsCard(answers.accounts, silent, today: today, zone: zone, format)
        coming = ComingCard(answers.allowances, zone: zone, format)
    }
}

extension TodayView {
    private static func says(_ waiting: [ApprovalView]) -> String? {
        guard let last = waiting.last else { return nil }
        guard waiting.count == 1 else { return "\(waiting.count) purchases wait for your answer" }
        return "\(last.question) \(last.merchant), \(last.amount)"
    }

    private static func greeting(at hour: Int) -> String {
        switch hour {
        case 5..<12: "Good morning"
        case 12..<18: "Good afternoon"
        default: "Good evening"
        }
    }
}
