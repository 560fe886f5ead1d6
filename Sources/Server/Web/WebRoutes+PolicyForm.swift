import Contract
import Hummingbird
import Kernel
import Operations
import Web

/// The form that makes and changes a policy, one button at a time.
extension WebRoutes {
    /// Does what the pressed button says, and shows the form again with what was typed.
    ///
    /// `id`: The policy that is changed; `nil` for a new one.
    func submitPolicy(
        _ form: PageForm,
        _ id: ID<Entity.Policy>?,
        _ visit: Visit
    ) async throws -> Response {
        let household = try await PolicyHousehold(visit)
        var submission = PolicySubmission(PolicyFields(form), household, visit)
        if let id { submission.standing = try await standing(id, visit, household) }
        switch form["do"] {
        case "save": return try await save(submission)
        case "try": return try await tryOnPast(submission)
        case "json": submission.writeJSON()
        case "parts": submission.buildFromParts()
        case "add": submission.add(form["kind"])
        case let button: submission.press(button)
        }
        return policyPage(submission)
    }

    private func save(_ submission: PolicySubmission) async throws -> Response {
        var submission = submission
        guard let policy = submission.policy() else { return policyPage(submission) }
        do {
            let saved: API.Guardian.Policy
            if let standing = submission.standing {
                let version = Int64(submission.draft.fields.version).map { VersionTag($0) }
                saved = try await submission.visit.call(
                    API.Guardian.updatePolicy,
                    API.Guardian.PolicyUpdate(standing.policy.id, policy, ifMatch: version)
                )
            } else {
                saved = try await submission.visit.call(API.Guardian.createPolicy, policy)
            }
            return redirect(to: "\(PoliciesView.path(of: saved.id))?done=saved")
        } catch {
            try submission.refuse(error)
            return policyPage(submission)
        }
    }

    /// Tries what was typed on the past, whatever it is called.
    private func tryOnPast(_ submission: PolicySubmission) async throws -> Response {
        var submission = submission
        let fields = submission.draft.fields
        // A policy that stands is not beside its own trial: that goes by the name.
        let typed = fields.name.isEmpty ? "New policy" : fields.name
        let name = submission.standing?.policy.name ?? typed
        guard let policy = submission.policy(named: name) else { return policyPage(submission) }
        let household = submission.household
        let today = household.telling.zone.day(of: services.now())
        let months = Int(fields.months).map { min(max($0, 1), 12) } ?? 3
        let first = today.month.adding(months: 1 - months).firstDay
        let isSpokenFor = ([household.telling.reader] + household.children)
            .contains { $0.text == fields.member }
        do {
            submission.draft.trial = try await submission.visit.call(
                API.Guardian.backtestPolicies,
                API.Guardian.BacktestRequest(
                    policies: [API.Guardian.BacktestPolicy(policy)],
                    from: WireDay(first),
                    to: WireDay(today),
                    userID: isSpokenFor ? policy.userID : nil
                )
            )
            submission.draft.triedFrom = first
        } catch {
            try submission.refuse(error)
        }
        return policyPage(submission)
    }

    private func policyPage(_ submission: PolicySubmission) -> Response {
        policyPage(
            submission.standing,
            submission.draft,
            submission.notices,
            submission.household,
            submission.visit,
            submission.refusal
        )
    }
}

/// A form of a policy that was sent, and what came of it so far.
private struct PolicySubmission {
    let household: PolicyHousehold
    let visit: Visit
    var standing: PolicyView.Standing?
    var draft: PolicyView.Draft
    private(set) var notices: [Notice] = []
    private(set) var refusal: Problem.Kind?

    init(_ fields: PolicyFields, _ household: PolicyHousehold, _ visit: Visit) {
        self.household = household
        self.visit = visit
        draft = PolicyView.Draft(fields)
    }

    private var currency: Currency { household.telling.currency }

    /// What was typed as a policy; `nil` where something is wrong, which is told then.
    mutating func policy(named name: String? = nil) -> API.Guardian.PolicyInput? {
        var reading = PolicyReading(in: currency)
        let policy = reading.policy(draft.fields, named: name)
        tell(reading.problems)
        return policy
    }

    /// Adds a part of a kind, empty.
    mutating func add(_ kind: String) {
        guard let kind = PolicyPart.Kind(rawValue: kind), draft.fields.json == nil,
            draft.fields.parts.count < PolicyPart.most
        else { return }
        draft.fields.parts.append(PolicyPart(kind))
        draft.isGrown = true
    }

    /// Takes a part away, where the button is one for that.
    mutating func press(_ button: String) {
        let removing = "remove-"
        guard button.hasPrefix(removing), let index = Int(button.dropFirst(removing.count)),
            draft.fields.parts.indices.contains(index)
        else { return }
        draft.fields.parts.remove(at: index)
    }

    /// Shows the parts as JSON.
    mutating func writeJSON() {
        guard draft.fields.json == nil else { return }
        guard !draft.fields.parts.isEmpty else {
            draft.fields.json = ""
            return
        }
        var reading = PolicyReading(in: currency)
        draft.fields.json = reading.condition(draft.fields)?.text
        tell(reading.problems)
    }

    /// Shows JSON as parts, where the form has such parts.
    mutating func buildFromParts() {
        guard let json = draft.fields.json else { return }
        guard json.contains(where: { !$0.isWhitespace }) else {
            draft.fields.json = nil
            return
        }
        var reading = PolicyReading(in: currency)
        guard let condition = reading.condition(draft.fields) else {
            tell(reading.problems)
            return
        }
        if !draft.fields.show(condition, in: currency) {
            tell(["json": "has something that the parts of this form cannot show"])
        }
    }

    /// Shows what the API says is wrong, beside what it is about.
    ///
    /// - Throws: What is no fault of what was typed.
    mutating func refuse(_ error: any Error) throws {
        guard let problem = error as? Problem else {
            // A condition alone may be as deep as JSON may be, but not within a request.
            guard error is JSONSyntaxError else { throw error }
            tell(["json": "is too deep"])
            return
        }
        switch problem.kind {
        case .invalid where !problem.faults.isEmpty:
            var reading = PolicyReading(in: currency)
            reading.add(problem.faults, draft.fields)
            tell(reading.problems)
        case .conflict where problem.message.hasPrefix("name "):
            draft.problems["name"] = String(problem.message.dropFirst("name ".count))
        case .stale:
            if let version = standing?.policy.version { draft.fields.version = String(version) }
            notices = [
                Notice(
                    .warn,
                    "It was changed meanwhile. Look at what it says now, and save yours again."
                )
            ]
        case .invalid, .conflict, .forbidden, .rateLimited, .payloadTooLarge:
            notices = [Notice(.bad, problem.message)]
        default: throw problem
        }
        refusal = problem.kind
    }

    private mutating func tell(_ problems: [String: String]) {
        guard !problems.isEmpty else { return }
        draft.problems = problems
        refusal = .invalid
    }
}
