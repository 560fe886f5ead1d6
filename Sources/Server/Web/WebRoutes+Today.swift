import Contract
import Hummingbird
import Kernel
import Operations
import Web

/// The first page, and what is answered on it.
extension WebRoutes {
    func showToday(_ visit: Visit) async throws -> Response {
        let now = services.now()
        let zone = try await zone(of: visit)
        let today = zone.day(of: now)
        let reader = try await visit.call(API.Allowance.currentMember)
        let accounts = try await visit.call(API.Insights.accountsOverview)
        let format = visit.format(in: Currency(code: accounts.currency) ?? .usd)
        let answers = TodayView.Answers(
            reader: reader,
            accounts: accounts,
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
            approvals: try await visit.call(
                API.Guardian.listApprovals,
                API.Guardian.ApprovalsRequest(state: .pending)
            ),
            names: try await names(visit)
        )
        let view = TodayView(
            answers,
            today: today,
            hour: zone.hour(of: now),
            zone: zone,
            formToken: visit.formToken,
            format
        )
        return html(
            templates.document(view, in: frame("Today", .today, reader, visit, format))
        )
    }

    /// Answers a purchase that somebody asked about.
    func answerApproval(_ form: PageForm, _ visit: Visit) async throws -> Response {
        guard let id = visit.context.parameters.get("id").flatMap({ Int64($0) }),
            let decision = API.Guardian.ApprovalDecision(rawValue: form["decision"])
        else { throw Problem(.notFound) }
        _ = try await visit.call(
            API.Guardian.decideApproval,
            API.Guardian.ApprovalAnswer(id: id, decision: decision)
        )
        return redirect(to: WebApp.home)
    }

    /// The first names of those in the household but the reader, as far as the reader may know.
    private func names(_ visit: Visit) async throws -> [ID<Entity.Member>: String] {
        guard visit.bearer.role == "Parent" else { return [:] }
        let family = try await visit.call(API.Allowance.familyMembers)
        return Dictionary(
            family.members.filter { $0.userID != visit.bearer.member }.map { member in
                (member.userID, member.firstName.isEmpty ? member.email : member.firstName)
            },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
