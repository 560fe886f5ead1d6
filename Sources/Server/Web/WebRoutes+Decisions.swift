import Contract
import Hummingbird
import Kernel
import Operations
import Web

/// The pages of decisions.
extension WebRoutes {
    func addDecisions(to router: Router<PurserContext>) {
        page(
            DecisionsView.path,
            on: router,
            post: nil,
            get: { visit, request in try await showDecisions(visit, request) }
        )
        page(
            "\(DecisionsView.path)/{id}",
            on: router,
            post: nil,
            get: { visit, request in try await showDecision(visit, request) }
        )
    }

    private func showDecisions(_ visit: Visit, _ request: Request) async throws -> Response {
        let window = try RulesWindow(request)
        let reader = try await RulesVisit(visit, window.member)
        var histories: [DecisionsView.History] = []
        for person in reader.audience.inView {
            histories.append(try await history(of: person, window, visit))
        }
        let view = DecisionsView(
            histories,
            try await visit.call(API.Guardian.listApprovals, API.Guardian.ApprovalsRequest()),
            for: reader.audience,
            in: DecisionsView.Window(window.range, before: window.before),
            notices: try await answered(request, visit, reader.desk),
            now: services.now(),
            zone: reader.desk.zone,
            formToken: visit.formToken,
            reader.desk.format
        )
        return show(view, "Decisions", at: .rules, reader.desk, visit)
    }

    /// What one member asked; on the first page with what its sums are made of.
    private func history(
        of person: RulesAudience.Person,
        _ window: RulesWindow,
        _ visit: Visit
    ) async throws -> DecisionsView.History {
        let subject = MemberReference(person.id.text)
        let isNewest = window.before == nil
        // One more than is shown says that there are more.
        let limit = isNewest ? Limits.pageRowsMost : Int64(DecisionsView.most + 1)
        let list = try await visit.call(
            API.Guardian.listDecisions,
            API.Guardian.DecisionsRequest(
                userID: subject,
                before: window.before,
                limit: PageNumber(limit)
            )
        )
        guard isNewest else { return DecisionsView.History(of: person, list.decisions) }
        let asked = API.Guardian.AnalyticsRequest(range: window.range, userID: subject)
        return DecisionsView.History(
            of: person,
            list.decisions,
            try await visit.call(API.Guardian.spendingSummary, asked),
            try await visit.call(API.Guardian.listOverrides, asked)
        )
    }

    private func showDecision(_ visit: Visit, _ request: Request) async throws -> Response {
        let parameter = visit.context.parameters.get("id")
        guard let id = parameter.flatMap({ ID<Entity.Decision>($0) }) else {
            throw Problem(.notFound)
        }
        let decision = try await visit.call(
            API.Guardian.getDecision,
            API.Guardian.DecisionReference(id)
        )
        let reader = try await RulesVisit(visit, nil)
        let view = DecisionView(
            decision,
            for: reader.audience,
            notices: try await answered(request, visit, reader.desk),
            now: services.now(),
            zone: reader.desk.zone,
            formToken: visit.formToken,
            reader.desk.format
        )
        return show(view, view.title, at: .rules, reader.desk, visit)
    }
}
