import Contract
import Hummingbird
import Kernel
import Operations
import Web

/// A child's own pages: what it has, what happened, and its chores.
extension WebRoutes {
    func addOwn(to router: Router<PurserContext>) {
        page(
            Frame.Place.past.path,
            on: router,
            post: nil,
            get: { visit, request in
                try await showPast(visit, page: try Self.pageNumber(of: request))
            }
        )
        page(
            Frame.Place.chores.path,
            on: router,
            post: { visit, form, _ in try await changeChores(form, visit) },
            get: { visit, _ in try await showChores(visit) }
        )
    }

    /// Shows a child its own page, which is its first one.
    func showOwn(
        _ visit: Visit,
        _ desk: Desk,
        _ refused: RefusedFamilyForm? = nil
    ) async throws -> Response {
        let child = try await visit.call(API.Allowance.childDashboard)
        let request = API.Allowance.ChildRequest(childID: child.childID)
        let answers = OwnView.Answers(
            child: child,
            chores: try await chores(of: child, visit),
            goals: try await visit.call(API.Allowance.listGoals, request),
            jars: try await visit.call(API.Allowance.getJars, request),
            schedule: try await visit.call(API.Allowance.getSchedule, request),
            requests: try await requests(visit),
            purchases: try await purchases(visit)
        )
        let view = OwnView(
            answers,
            now: services.now(),
            currency: desk.currency,
            notices: refused?.notices ?? [],
            forms(visit, refused, desk.currency),
            FamilyWords(desk.format, zone: desk.zone)
        )
        return show(view, "Mine", at: .family, desk, visit, refused?.status ?? .ok)
    }

    /// What a child asked to buy, with the names of those who answer where somebody is to.
    private func purchases(_ visit: Visit) async throws -> OwnPurchases.Answers {
        let asked = try await allApprovals(visit)
        var parents: [String] = []
        if asked.contains(where: { $0.state == .pending }) {
            parents = try await visit.call(API.Allowance.familyMembers).members
                .filter { $0.role == .parent && !$0.firstName.isEmpty }.map(\.firstName)
        }
        return OwnPurchases.Answers(
            overrides: try await overrides(visit),
            approvals: asked,
            parents: parents
        )
    }

    private func showPast(_ visit: Visit, page: Int64) async throws -> Response {
        let desk = try await desk(of: visit)
        // A parent sees what happened on its page of the child.
        guard desk.reader.role == .child else { return redirect(to: Frame.Place.family.path) }
        let child = try await visit.call(API.Allowance.childDashboard)
        let view = PastView(
            child,
            history: try await history(of: child.childID, visit, page: page),
            approvals: try await allApprovals(visit),
            requests: try await requests(visit),
            FamilyWords(desk.format, zone: desk.zone)
        )
        return show(view, "What happened", at: .past, desk, visit)
    }

    private func showChores(
        _ visit: Visit,
        _ refused: RefusedFamilyForm? = nil
    ) async throws -> Response {
        let desk = try await desk(of: visit)
        guard desk.reader.role == .child else { return redirect(to: Frame.Place.family.path) }
        let child = try await visit.call(API.Allowance.childDashboard)
        let view = ChoresView(
            try await chores(of: child, visit),
            notices: refused?.notices ?? [],
            forms(visit, refused, desk.currency),
            FamilyWords(desk.format, zone: desk.zone)
        )
        return show(view, "Chores", at: .chores, desk, visit, refused?.status ?? .ok)
    }

    /// Says that a chore is done; where that cannot be, the page says why.
    private func changeChores(_ form: PageForm, _ visit: Visit) async throws -> Response {
        var change = FamilyChange(visit: visit, form: form, child: nil)
        change.page = Frame.Place.chores.path
        do {
            return redirect(to: try await change.make())
        } catch let problem as Problem where [.invalid, .conflict].contains(problem.kind) {
            return try await showChores(visit, RefusedFamilyForm(form, problem))
        }
    }

    private func chores(
        of child: API.Allowance.ChildDashboardResponse,
        _ visit: Visit
    ) async throws -> [API.Allowance.ChoreResponse] {
        try await visit.call(
            API.Allowance.listChores,
            API.Allowance.ChoresRequest(childID: child.childID)
        ).chores
    }

    private func requests(_ visit: Visit) async throws -> [API.Allowance.MoneyRequestResponse] {
        try await visit.call(
            API.Allowance.listMoneyRequests,
            API.Allowance.MoneyRequestsRequest()
        ).requests
    }

    private func allApprovals(_ visit: Visit) async throws -> [API.Guardian.Approval] {
        try await visit.call(API.Guardian.listApprovals, API.Guardian.ApprovalsRequest())
    }
}
