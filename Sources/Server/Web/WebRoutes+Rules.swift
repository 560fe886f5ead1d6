import Contract
import Hummingbird
import Kernel
import Operations
import Web

/// The page of rules, with the limits that are set and removed on it.
extension WebRoutes {
    func addRules(to router: Router<PurserContext>) {
        page(
            Frame.Place.rules.path,
            on: router,
            post: { visit, form, _ in try await setLimit(form, visit) },
            get: { visit, request in try await showRules(visit, request) }
        )
        page(
            RulesView.removal,
            on: router,
            post: { visit, form, _ in try await removeLimit(form, visit) },
            get: nil
        )
        page(
            PlacesView.path,
            on: router,
            post: { visit, form, _ in try await setPlace(form, visit) },
            get: { visit, request in try await showPlaces(visit, request) }
        )
        page(
            PlacesView.removal,
            on: router,
            post: { visit, form, _ in try await removePlace(form, visit) },
            get: nil
        )
        addDecisions(to: router)
    }

    private func showRules(_ visit: Visit, _ request: Request) async throws -> Response {
        let shown = try RulesWindow(request).member
        return try await rules(try await RulesVisit(visit, shown))
    }

    private func setLimit(_ form: PageForm, _ visit: Visit) async throws -> Response {
        let shown = try RulesWindow.member(form["view"])
        let draft = RulesView.Draft(
            category: form["category"],
            limit: form["limit"],
            member: try RulesWindow.member(form["for"]),
            rule: Int64(form["rule"])
        )
        let currency = try await currency(of: visit)
        guard let limit = TypedAmount.minor(draft.limit, in: currency) else {
            let problems = ["monthly_limit_cents": "must be an amount, such as 200 or 12.50"]
            return try await rules(
                try await RulesVisit(visit, shown),
                draft,
                RefusedForm(problems: problems)
            )
        }
        do {
            _ = try await visit.call(
                API.Guardian.setRule,
                API.Guardian.RuleRequest(
                    category: draft.category,
                    monthlyLimitCents: limit,
                    userID: draft.member.map { MemberReference($0.text) }
                )
            )
            return redirect(to: RulesAudience.path(Frame.Place.rules.path, shown))
        } catch let problem as Problem {
            let refused = try RefusedForm(problem, ["category", "monthly_limit_cents"])
            return try await rules(try await RulesVisit(visit, shown), draft, refused)
        }
    }

    private func removeLimit(_ form: PageForm, _ visit: Visit) async throws -> Response {
        let shown = try RulesWindow.member(form["view"])
        let member = try RulesWindow.member(form["for"])
        guard let rule = Int64(form["rule"]) else { throw Problem(.notFound) }
        _ = try await visit.call(
            API.Guardian.deleteRule,
            API.Guardian.NumberedRequest(
                id: rule,
                userID: member.map { MemberReference($0.text) }
            )
        )
        return redirect(to: RulesAudience.path(Frame.Place.rules.path, shown))
    }

    private func rules(
        _ reader: RulesVisit,
        _ draft: RulesView.Draft = RulesView.Draft(),
        _ refused: RefusedForm = RefusedForm()
    ) async throws -> Response {
        let visit = reader.visit
        var answers: [RulesView.Limits] = []
        for person in reader.audience.inView {
            let subject = API.Guardian.SubjectRequest(userID: MemberReference(person.id.text))
            answers.append(
                RulesView.Limits(
                    of: person,
                    rules: try await visit.call(API.Guardian.listRules, subject),
                    progress: try await visit.call(API.Guardian.rulesProgress, subject)
                )
            )
        }
        let glance = try await glance(reader)
        var telling = reader.telling
        if glance.namesSomething {
            telling.names = try await PolicyNames(visit, reader.desk.reader)
        }
        let view = RulesView(
            answers,
            beside: glance,
            for: reader.audience,
            draft: draft,
            problems: refused.problems,
            notices: refused.notices,
            changes: visit.waits.policies,
            today: reader.desk.zone.day(of: services.now()),
            formToken: visit.formToken,
            telling
        )
        return show(view, "Rules", at: .rules, reader.desk, visit, refused.status)
    }

    /// What there is beside limits.
    private func glance(_ reader: RulesVisit) async throws -> RulesGlance {
        let (visit, shown) = (reader.visit, reader.audience.shown)
        let policies = try await visit.call(
            API.Guardian.listPolicies,
            API.Guardian.PoliciesRequest(userID: shown.map { MemberReference($0.text) })
        )
        var places: [PlacesView.Places] = []
        var decisions: [DecisionsView.History] = []
        for person in reader.audience.inView {
            let subject = MemberReference(person.id.text)
            let fences = try await visit.call(
                API.Guardian.listGeofences,
                API.Guardian.SubjectRequest(userID: subject)
            )
            places.append(PlacesView.Places(of: person, fences))
            let latest = API.Guardian.DecisionsRequest(
                userID: subject,
                limit: PageNumber(Int64(RulesGlance.most))
            )
            let list = try await visit.call(API.Guardian.listDecisions, latest)
            decisions.append(DecisionsView.History(of: person, list.decisions))
        }
        return RulesGlance(policies: policies.policies, places: places, decisions: decisions)
    }
}

extension TypedAmount {
    /// The amount in the currency's minor unit; `nil` where a text is none, or has decimals that
    /// the currency does not have.
    static func minor(_ text: String, in currency: Currency) -> Int64? {
        hundredths(text).flatMap { PolicyAmount.minor(hundredths: $0, in: currency) }
    }
}
