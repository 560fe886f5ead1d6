import Contract
import Hummingbird
import Kernel
import Operations
import Web

/// The first page.
extension WebRoutes {
    /// Shows a parent the household's day, and a child its own page.
    func showFirst(_ visit: Visit, _ request: Request) async throws -> Response {
        let desk = try await desk(of: visit)
        guard desk.reader.role == .parent else { return try await showOwn(visit, desk) }
        return try await showToday(visit, desk, request)
    }

    private func showToday(
        _ visit: Visit,
        _ desk: Desk,
        _ request: Request
    ) async throws -> Response {
        let now = services.now()
        let today = desk.zone.day(of: now)
        var answers = TodayView.Answers(
            reader: desk.reader,
            accounts: desk.accounts,
            readings: try await readings(of: desk.accounts.accounts, visit),
            summary: try await visit.call(
                API.Insights.monthlySummary,
                API.Insights.AnalyticsSummaryRequest(
                    month: WireMonth(today.month),
                    generateAi: false
                )
            ),
            days: try await visit.call(
                API.Guardian.spendingByDay,
                API.Guardian.AnalyticsRequest(range: .quarter)
            ),
            approvals: try await pending(visit),
            names: try await names(visit),
            allowances: try await allowances(visit)
        )
        answers.answered = try await answered(request, visit, desk)
        answers.changes = try await changes(visit, desk)
        let view = TodayView(
            answers,
            now: now,
            zone: desk.zone,
            formToken: visit.formToken,
            desk.format
        )
        return show(view, "Today", at: .today, desk, visit)
    }

    /// When the banks of those accounts that are linked were last asked for them.
    private func readings(
        of accounts: [API.Insights.Account],
        _ visit: Visit
    ) async throws -> [BankReading] {
        guard accounts.contains(where: { $0.linkedAt != nil }) else { return [] }
        let kept = try await visit.call(API.Banking.listAccounts).accounts
        let times = Dictionary(
            kept.map { ($0.accountID, $0.lastSyncedAt?.instant) },
            uniquingKeysWith: { first, _ in first }
        )
        return accounts.compactMap { BankReading($0, readAt: times[$0.id] ?? nil) }
    }

    /// What the household's children are paid next.
    private func allowances(_ visit: Visit) async throws -> [NextAllowance] {
        try await visit.call(API.Allowance.familyChildren).children.compactMap { child in
            let name = child.firstName.isEmpty ? child.email : child.firstName
            return NextAllowance(child.weeklyAllowance, to: name, at: child.nextAllowanceDate)
        }
    }

    /// The changes of policies that the reader may let take effect; asked for where there are some.
    private func changes(_ visit: Visit, _ desk: Desk) async throws -> PolicyChanges? {
        guard visit.waits.policies > 0 else { return nil }
        let members = try await visit.call(API.Allowance.familyMembers).members
        let list = try await visit.call(API.Guardian.listPolicies, API.Guardian.PoliciesRequest())
        let telling = PolicyTelling(
            to: desk.reader,
            of: members,
            in: desk.zone,
            desk.currency,
            desk.format
        )
        return PolicyChanges(of: list.policies, telling)
    }

    /// What the frame asked for already, or what the reader asked itself.
    private func pending(_ visit: Visit) async throws -> [API.Guardian.Approval] {
        if let approvals = visit.approvals { return approvals }
        return try await visit.call(
            API.Guardian.listApprovals,
            API.Guardian.ApprovalsRequest(state: .pending)
        )
    }
}
