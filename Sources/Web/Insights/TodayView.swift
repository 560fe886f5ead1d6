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
    let safe: SafeToSpendCard?
    let month: MonthCard
    let categories: Bars?
    let accounts: AccountsCard

    /// What the page is made of.
    public struct Answers: Sendable {
        /// Who looks.
        public var reader: API.Allowance.UserResponse
        /// The reader's accounts.
        public var accounts: API.Insights.AccountsListResponse
        /// The month so far.
        public var summary: API.Insights.AnalyticsSummaryResponse
        /// What was spent by day, over the last 90 days.
        public var days: [API.Guardian.DaySpend]
        /// The purchases that wait for an answer, with the names of those who asked.
        public var approvals: [API.Guardian.Approval]
        /// The household's members by their ids.
        public var names: [ID<Entity.Member>: String]

        /// Gathers what the page is made of.
        public init(
            reader: API.Allowance.UserResponse,
            accounts: API.Insights.AccountsListResponse,
            summary: API.Insights.AnalyticsSummaryResponse,
            days: [API.Guardian.DaySpend],
            approvals: [API.Guardian.Approval],
            names: [ID<Entity.Member>: String]
        ) {
            self.reader = reader
            self.accounts = accounts
            self.summary = summary
            self.days = days
            self.approvals = approvals
            self.names = names
        }
    }

    /// Makes the page.
    ///
    /// `today`, `hour`: By the household's clock. `formToken`: What forms carry against those of
    /// other sites.
    public init(
        _ answers: Answers,
        today: CivilDay,
        hour: Int,
        zone: Zone,
        notices: [Notice] = [],
        formToken: String,
        _ format: PageFormat
    ) {
        let name = answers.reader.firstName
        let hello = Self.greeting(at: hour)
        greeting = name.isEmpty ? hello : "\(hello), \(name)"
        subtitle = "\(format.longDay(today)) · \(answers.reader.familyName)"
        self.notices = notices
        waiting = answers.approvals.map { approval in
            ApprovalView(
                approval,
                askedBy: answers.names[approval.userID],
                isParent: answers.reader.role == .parent,
                formToken: formToken,
                format
            )
        }
        safe = SafeToSpendCard(answers.summary.safeToSpend, format)
        let spending = DailySpending(answers.days, today: today, zone: zone)
        month = MonthCard(spending, answers.summary.totals, format)
        let sums = answers.summary.byCategory
            .map { (name: $0.category, hundredths: -$0.amount.minor) }
            .filter { $0.hundredths > 0 }.sorted { $0.hundredths > $1.hundredths }
        categories = sums.isEmpty ? nil : Bars(sums, format)
        accounts = AccountsCard(answers.accounts, format)
    }
}

extension TodayView {
    private static func greeting(at hour: Int) -> String {
        switch hour {
        case 5..<12: "Good morning"
        case 12..<18: "Good afternoon"
        default: "Good evening"
        }
    }
}

/// What may be spent today, with the reasons.
struct SafeToSpendCard: Sendable {
    let amount: String
    let reason: String
    let isLow: Bool
    let notes: [String]

    init?(_ safe: API.Insights.SafeToSpend, _ format: PageFormat) {
        // Without a budget there is nothing to say.
        guard safe.variableBudget.minor > 0 else { return nil }
        amount = format.money(hundredths: max(0, safe.safeToSpendToday.minor))
        let left = format.money(hundredths: safe.remainingVariableBudget.minor)
        let days = safe.daysRemaining == 1 ? "1 day" : "\(format.number(safe.daysRemaining)) days"
        let end = format.longDay(safe.cycleEnd.day)
        reason = "\(left) is left for \(days) until \(end), what is fixed already set aside."
        isLow = safe.danger
        notes = safe.notes
    }
}

/// What was spent on each day of this month and of those before.
struct DailySpending: Sendable {
    let month: CivilMonth
    let days: [Int64]
    /// What is usually spent up to the end of each day; empty where no month before is whole.
    let usual: [Int64]

    init(_ spending: [API.Guardian.DaySpend], today: CivilDay, zone: Zone) {
        month = today.month
        let sums = Dictionary(
            spending.map { (zone.day(of: $0.day.instant), $0.spendCents) },
            uniquingKeysWith: +
        )
        let first = month.firstDay
        days = (0...(today.dayNumber - first.dayNumber)).map { sums[first.adding(days: $0)] ?? 0 }
        let oldest = today.adding(days: -89)
        let earliest = sums.keys.min()
        let whole = (1...2).map { today.month.adding(months: -$0) }
            .filter { month in
                month.firstDay >= oldest && earliest.map { month >= $0.month } ?? false
            }
        usual = Self.course(of: whole, sums, days: month.dayCount)
    }

    private static func course(
        of months: [CivilMonth],
        _ sums: [CivilDay: Int64],
        days: Int
    ) -> [Int64] {
        guard !months.isEmpty else { return [] }
        var total: Int64 = 0
        return (0..<days).map { day in
            for month in months where day < month.dayCount {
                total += sums[month.firstDay.adding(days: day)] ?? 0
            }
            return total / Int64(months.count)
        }
    }
}

/// The month so far.
struct MonthCard: Sendable {
    let name: String
    let chart: CourseChart
    let income: String

    init(
        _ spending: DailySpending,
        _ totals: API.Insights.AnalyticsTotals,
        _ format: PageFormat
    ) {
        name = format.month(spending.month)
        chart = CourseChart(spending.days, usual: spending.usual, in: spending.month, format)
        income = format.money(hundredths: totals.income.minor)
    }
}

/// The accounts with what they hold together.
struct AccountsCard: Sendable {
    struct Row: Sendable {
        let name: String
        let amount: Amount
        let detail: String
    }

    let total: Amount
    let rows: [Row]
    let isEmpty: Bool

    init(_ answer: API.Insights.AccountsListResponse, _ format: PageFormat) {
        total = .held(hundredths: answer.totalBalance.minor, format)
        rows = answer.accounts.map { account in
            Row(
                name: account.name,
                amount: .held(hundredths: account.balance.minor, format),
                detail: account.institution
            )
        }
        isEmpty = rows.isEmpty
    }
}
