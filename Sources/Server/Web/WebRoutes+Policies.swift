import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Web

/// The pages of policies.
extension WebRoutes {
    func addPolicies(to router: Router<PurserContext>) {
        let path = PoliciesView.path
        page(
            path,
            on: router,
            post: { visit, form, _ in try await setWaitingHours(form, visit) },
            get: { visit, request in
                try await policies(visit, PoliciesView.notice(of: Self.deed(request)))
            }
        )
        page(
            "\(path)/new",
            on: router,
            post: { visit, form, _ in try await submitPolicy(form, nil, visit) },
            get: { visit, _ in
                try await policyPage(nil, PolicyView.Draft(PolicyFields()), visit)
            }
        )
        page(
            "\(path)/{id}",
            on: router,
            post: { visit, form, _ in try await submitPolicy(form, policyID(visit), visit) },
            get: { visit, request in try await showPolicy(visit, request) }
        )
        page(
            "\(path)/{id}/state",
            on: router,
            post: { visit, form, _ in try await stepPolicy(form, visit) },
            get: nil
        )
    }

    private func policies(
        _ visit: Visit,
        _ notice: Notice? = nil,
        typed: PoliciesView.TypedHours? = nil
    ) async throws -> Response {
        var household = try await PolicyHousehold(visit, isNaming: false)
        let list = try await visit.call(
            API.Guardian.listPolicies,
            API.Guardian.PoliciesRequest()
        )
        if list.policies.contains(where: \.namesSomething) {
            household.telling.names = try await PolicyNames(visit, household.reader)
        }
        let view = PoliciesView(
            list.policies,
            friction: try await friction(visit, household),
            typed: typed,
            notices: [notice].compactMap(\.self),
            formToken: visit.formToken,
            household.telling
        )
        let status: HTTPResponse.Status = typed == nil ? .ok : .badRequest
        return show(view, view.title, at: .policiesPlace, household.desk, visit, status)
    }

    /// Sets how long what loosens waits.
    private func setWaitingHours(_ form: PageForm, _ visit: Visit) async throws -> Response {
        let text = form["hours"]
        guard let hours = Int64(text.filter { !$0.isWhitespace }) else {
            return try await policies(visit, typed: .init(text, "must be a whole number"))
        }
        do {
            let friction = try await visit.call(
                API.Guardian.setFriction,
                API.Guardian.Friction(looseningHours: hours)
            )
            let deed = friction.looseningHours == hours ? "hours" : "later"
            return redirect(to: "\(PoliciesView.path)?done=\(deed)")
        } catch let problem as Problem where problem.kind == .invalid {
            let words = problem.faults.first?.rule ?? problem.message
            return try await policies(visit, typed: .init(text, words))
        }
    }

    /// What the page before says was done.
    private static func deed(_ request: Request) throws -> String {
        try request.queryPairs().first { $0.key == "done" }?.value ?? ""
    }

    private func showPolicy(_ visit: Visit, _ request: Request) async throws -> Response {
        let household = try await PolicyHousehold(visit)
        let standing = try await standing(policyID(visit), visit, household)
        let deed = try Self.deed(request)
        let notice = PolicyView.notice(of: deed, standing.policy, household.telling)
        return policyPage(
            standing,
            PolicyView.Draft(PolicyFields(standing.policy, in: household.telling.currency)),
            [notice].compactMap(\.self),
            household,
            visit
        )
    }

    /// Gives a policy another state, or decides about what waits.
    private func stepPolicy(_ form: PageForm, _ visit: Visit) async throws -> Response {
        guard let step = API.Guardian.PolicyStep(rawValue: form["state"]) else {
            throw Problem(.notFound)
        }
        let id = try policyID(visit)
        do {
            let request = API.Guardian.PolicyStepRequest(id, state: step)
            _ = try await visit.call(API.Guardian.setPolicyState, request)
            let deed =
                switch step {
                case .confirm: "confirmed"
                case .cancel: "cancelled"
                case .draft, .shadow, .live, .retired: step.rawValue
                }
            return redirect(to: "\(PoliciesView.path(of: id))?done=\(deed)")
        } catch let problem as Problem where [.conflict, .forbidden].contains(problem.kind) {
            let household = try await PolicyHousehold(visit)
            let standing = try await standing(id, visit, household)
            let draft = PolicyView.Draft(
                PolicyFields(standing.policy, in: household.telling.currency)
            )
            let notices = [Notice(.bad, problem.message)]
            return policyPage(standing, draft, notices, household, visit, problem.kind)
        }
    }

    /// - Throws: ``Problem`` `notFound` for an address that no page leads to.
    private func policyID(_ visit: Visit) throws -> ID<Entity.Policy> {
        guard let id = visit.context.parameters.get("id").flatMap({ ID<Entity.Policy>($0) }) else {
            throw Problem(.notFound)
        }
        return id
    }
}

// MARK: What pages are made of

/// Who reads a page of policies, and in which household.
struct PolicyHousehold: Sendable {
    let desk: WebRoutes.Desk
    /// The children that the reader knows of, who may be spoken for.
    let children: [ID<Entity.Member>]
    var telling: PolicyTelling

    var reader: API.Allowance.UserResponse { desk.reader }

    /// `isNaming`: Whether its page may name any place or goal, as a form does.
    ///
    /// - Throws: ``Problem``.
    init(_ visit: Visit, isNaming: Bool = true) async throws {
        desk = try await WebRoutes.Desk(visit)
        let members = try await visit.call(API.Allowance.familyMembers).members
        children = members.filter { $0.role == .child }.map(\.userID)
        telling = PolicyTelling(
            to: desk.reader,
            of: members,
            in: desk.zone,
            desk.currency,
            desk.format
        )
        if isNaming { telling.names = try await PolicyNames(visit, desk.reader) }
    }
}

extension WebRoutes {
    private func friction(
        _ visit: Visit,
        _ household: PolicyHousehold
    ) async throws -> API.Guardian.StandingFriction? {
        guard household.telling.isParent else { return nil }
        return try await visit.call(API.Guardian.getFriction)
    }

    /// A policy as it stands, with what it would have answered while it is in shadow.
    func standing(
        _ id: ID<Entity.Policy>,
        _ visit: Visit,
        _ household: PolicyHousehold
    ) async throws -> PolicyView.Standing {
        let policy = try await visit.call(
            API.Guardian.getPolicy,
            API.Guardian.PolicyReference(id)
        )
        var standing = PolicyView.Standing(policy)
        if policy.state == .shadow {
            standing.shadow = try await visit.call(
                API.Guardian.getPolicyShadow,
                API.Guardian.ShadowRequest(id)
            )
        }
        standing.hours = try await friction(visit, household)?.looseningHours
        return standing
    }

    private func policyPage(
        _ standing: PolicyView.Standing?,
        _ draft: PolicyView.Draft,
        _ visit: Visit
    ) async throws -> Response {
        policyPage(standing, draft, [], try await PolicyHousehold(visit), visit)
    }

    /// `refusal`: Why what was sent was not done; `nil` where it was.
    func policyPage(
        _ standing: PolicyView.Standing?,
        _ draft: PolicyView.Draft,
        _ notices: [Notice],
        _ household: PolicyHousehold,
        _ visit: Visit,
        _ refusal: Problem.Kind? = nil
    ) -> Response {
        let view = PolicyView(
            standing,
            draft,
            notices: notices,
            formToken: visit.formToken,
            household.telling
        )
        let status = refusal.map { HTTPResponse.Status(code: $0.status) } ?? .ok
        return show(view, view.title, at: .policiesPlace, household.desk, visit, status)
    }
}
