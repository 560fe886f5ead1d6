import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Providers
import Web

/// Accounts with their links to banks, and what is told of them.
extension WebRoutes {
    func showAccounts(
        _ visit: Visit,
        _ notices: [Notice],
        outcomes: [Int64: API.Banking.AccountSyncState] = [:],
        _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let desk = try await desk(of: visit)
        let view = AccountsSettingsView(
            AccountsSettingsView.Answers(
                accounts: try await visit.call(API.Banking.listAccounts).accounts,
                overview: desk.accounts.accounts,
                sync: try await visit.call(API.Banking.syncStatus),
                linking: hasOwnBank
                    ? .builtIn(EmbeddedSandboxBank.institutionName, key: FormKey.fresh())
                    : .elsewhere,
                outcomes: outcomes
            ),
            now: services.now(),
            zone: desk.zone,
            notices: notices,
            formToken: visit.formToken,
            desk.format
        )
        return settings(view, SettingsPage.accounts.title, desk, visit, status)
    }

    func settleAccounts(_ form: PageForm, _ visit: Visit) async throws -> Response {
        let job = form["do"]
        return try await settle(job) {
            switch job {
            case "sync": return try await syncAccounts(visit, done: job)
            case "link": return try await linkOwnBank(form, visit)
            case "unlink":
                guard let account = Int64(form["account"]) else { throw Problem(.notFound) }
                _ = try await visit.call(
                    API.Banking.deleteAccount,
                    API.Banking.AccountRequest(id: account)
                )
                return redirect(to: .accounts, done: job)
            default: throw Problem(.notFound)
            }
        } otherwise: { trouble, status in
            try await showAccounts(visit, [trouble.notice], status)
        }
    }

    /// Whether the bank that is read is the built-in one, which has no page of its own.
    private var hasOwnBank: Bool { services.operations.banking.banks.provider.name == .sandbox }

    /// Links the built-in bank, or signs in to it again, and reads it.
    ///
    /// A bank's own page gives a token that is good once; here it comes of the form, so that a form
    /// that is sent twice links once.
    private func linkOwnBank(_ form: PageForm, _ visit: Visit) async throws -> Response {
        guard hasOwnBank else { throw Problem(.notFound) }
        let key = FormKey.key(of: form, saying: ["link"])
        let token = EmbeddedSandboxBank.publicTokenPrefix + (key ?? FormKey.fresh())
        _ = try await visit.call(
            API.Banking.createLinkToken,
            API.Banking.LinkTokenRequest()
        )
        _ = try await visit.call(
            API.Banking.exchangePublicToken,
            API.Banking.PublicTokenExchangeRequest(publicToken: token),
            key: key
        )
        return try await syncAccounts(visit, done: "link")
    }

    /// Reads the banks; what is wrong with one is told by this answer alone.
    private func syncAccounts(_ visit: Visit, done job: String) async throws -> Response {
        let answer = try await visit.call(API.Banking.syncAccounts)
        let broken = answer.accounts.filter { $0.status != .synced }
        guard !broken.isEmpty else { return redirect(to: .accounts, done: job) }
        let notice = Notice(.warn, "Not every account could be read; see below")
        let outcomes = broken.map { ($0.accountID, $0.status) }
        return try await showAccounts(
            visit,
            [notice],
            outcomes: Dictionary(outcomes, uniquingKeysWith: { first, _ in first })
        )
    }

    func showNotifications(_ visit: Visit, _ notices: [Notice]) async throws -> Response {
        let preferences = try await visit.call(API.Banking.getNotificationPreferences)
        return try await notifications(visit, NotificationsView.Typed(preferences), notices)
    }

    func settleNotifications(_ form: PageForm, _ visit: Visit) async throws -> Response {
        let typed = NotificationsView.Typed(
            ticked: Set(NotificationsView.flags.filter { !form[$0].isEmpty }),
            large: form["large_transaction_threshold"],
            low: form["low_balance_threshold"],
            summary: form["spending_summary"],
            quietFrom: form["quiet_from"],
            quietUntil: form["quiet_until"]
        )
        let wanted = WantedNotifications(typed)
        guard wanted.problems.isEmpty else {
            return try await notifications(visit, typed, [], wanted.problems, .badRequest)
        }
        do {
            _ = try await visit.call(API.Banking.setNotificationPreferences, wanted.request)
            return redirect(to: .notifications, done: "notifications")
        } catch let problem as Problem where problem.kind == .invalid {
            let problems = problem.faults.map { ($0.field, $0.rule) }
            return try await notifications(
                visit,
                typed,
                problems.isEmpty ? [Notice(.bad, problem.message)] : [],
                Dictionary(problems, uniquingKeysWith: { first, _ in first }),
                .badRequest
            )
        }
    }

    private func notifications(
        _ visit: Visit,
        _ typed: NotificationsView.Typed,
        _ notices: [Notice],
        _ problems: [String: String] = [:],
        _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let desk = try await desk(of: visit)
        let view = NotificationsView(
            typed,
            problems: problems,
            notices: notices,
            currency: desk.currency.code,
            formToken: visit.formToken
        )
        return settings(view, SettingsPage.notifications.title, desk, visit, status)
    }
}

/// What a form says about notifications, as the endpoint takes it.
private struct WantedNotifications {
    let request: API.Banking.NotificationPreferencesRequest
    let problems: [String: String]

    init(_ typed: NotificationsView.Typed) {
        var problems: [String: String] = [:]
        let amount = { (field: String, text: String) -> DecimalAmount? in
            guard let hundredths = TypedAmount.hundredths(text) else {
                problems[field] = "must be an amount, such as 100"
                return nil
            }
            return DecimalAmount(minor: hundredths)
        }
        let isTicked = { (flag: String) in typed.ticked.contains(flag) }
        request = API.Banking.NotificationPreferencesRequest(
            pushEnabled: isTicked("push_enabled"),
            transactionAlerts: isTicked("transaction_alerts"),
            largeTransactionThreshold: amount("large_transaction_threshold", typed.large),
            lowBalanceAlerts: isTicked("low_balance_alerts"),
            lowBalanceThreshold: amount("low_balance_threshold", typed.low),
            spendingSummary: API.Banking.SummaryFrequency(rawValue: typed.summary),
            syncAlerts: isTicked("sync_alerts"),
            limitAlerts: isTicked("limit_alerts"),
            quietHours: Self.quietHours(typed)
        )
        if request.quietHours == nil {
            problems["quiet_hours"] = "must have two times, such as 22:00 and 07:00, or none"
        }
        self.problems = problems
    }

    /// One time for both ends the hours that stand.
    private static func quietHours(_ typed: NotificationsView.Typed) -> API.Banking.QuietHours? {
        let isNone = typed.quietFrom.isEmpty && typed.quietUntil.isEmpty
        let (from, until) = isNone ? ("00:00", "00:00") : (typed.quietFrom, typed.quietUntil)
        guard let start = LocalTime(from), let end = LocalTime(until) else { return nil }
        return API.Banking.QuietHours(start: WireTime(start), end: WireTime(end))
    }
}
