public import Contract
public import Kernel

/// A policy's page: what it says, what becomes of it, and the form that makes or changes it.
public struct PolicyView: PageView {
    /// The template's name.
    public static let template = "policy"

    /// What is known of a policy beside what it says.
    public struct Standing: Sendable {
        /// The policy.
        public var policy: API.Guardian.Policy
        /// What it would have answered; `nil` where it is not in shadow.
        public var shadow: API.Guardian.ShadowReport?
        /// How long what loosens waits; `nil` where the reader is not told.
        public var hours: Int64?

        /// Gathers what is known.
        public init(
            _ policy: API.Guardian.Policy,
            shadow: API.Guardian.ShadowReport? = nil,
            waitingHours hours: Int64? = nil
        ) {
            self.policy = policy
            self.shadow = shadow
            self.hours = hours
        }
    }

    /// What the form holds, and what came of it.
    public struct Draft: Sendable {
        /// What was typed.
        public var fields: PolicyFields
        /// What is wrong, by the name of the control.
        public var problems: [String: String] = [:]
        /// What it would have done to the past; `nil` before it is tried.
        public var trial: API.Guardian.BacktestReport?
        /// The first day of the trial.
        public var triedFrom: CivilDay?
        /// Whether the last part was added just now.
        public var isGrown = false

        /// Holds what was typed.
        public init(_ fields: PolicyFields) { self.fields = fields }
    }

    /// The heading, which the browser shows too.
    public let title: String
    let sub: String
    let list = PoliciesView.path
    let listName: String
    let notices: [Notice]
    let pending: PendingPolicyView?
    let says: Says?
    let steps: PolicySteps?
    let shadow: PolicyShadowView?
    let trial: PolicyTrialView?
    let form: PolicyFormView?
    let formTitle: String
    /// Why the reader cannot change it; `nil` where it can.
    let whyNot: String?
    let isNew: Bool

    struct Says: Sendable {
        let state: String
        let stateStyle: String
        let meaning: String
        let sentence: String
        let told: String?
        let made: String
        let since: String?
    }

    /// Makes the page of a policy, or of a new one where there is no standing one.
    ///
    /// - Parameters:
    ///   - standing: The policy as it stands.
    ///   - draft: What its form holds.
    ///   - notices: What stands above.
    ///   - formToken: What forms carry against those of other sites.
    ///   - telling: Who reads.
    public init(
        _ standing: Standing?,
        _ draft: Draft,
        notices: [Notice] = [],
        formToken: String,
        _ telling: PolicyTelling
    ) {
        let policy = standing?.policy
        isNew = policy == nil
        title = policy?.name ?? (telling.isParent ? "New policy" : "New rule for yourself")
        sub = policy.map { "For \(telling.whom($0.userID))" } ?? "Try it before it decides"
        listName = telling.isParent ? "All policies" : "All rules"
        self.notices = notices
        pending = policy.flatMap { policy in
            PendingPolicyView(policy, isNamed: false, formToken: formToken, telling)
        }
        says = policy.map { Says($0, telling) }
        shadow = standing?.shadow.map { PolicyShadowView($0, telling) }
        let mayChange = policy.map { $0.isChangeable(by: telling) } ?? true
        steps = standing.flatMap { standing in
            mayChange ? PolicySteps(standing, formToken: formToken, telling) : nil
        }
        trial = draft.trial.flatMap { report in
            draft.triedFrom.flatMap { day in
                PolicyTrialView(report, of: draft.fields.name, from: day, telling)
            }
        }
        whyNot = mayChange ? nil : Self.reason(policy, telling)
        formTitle = isNew ? "What it says" : "Change it"
        form =
            mayChange
            ? PolicyFormView(
                draft.fields,
                to: policy.map { PoliciesView.path(of: $0.id) } ?? "\(PoliciesView.path)/new",
                saving: isNew ? "Save as a draft" : "Save the change",
                problems: draft.problems,
                isGrown: draft.isGrown,
                formToken: formToken,
                telling
            ) : nil
    }

    private static func reason(
        _ policy: API.Guardian.Policy?,
        _ telling: PolicyTelling
    ) -> String {
        policy?.createdBy == telling.reader && policy?.pending != nil
            ? "A change of this rule waits, so only a parent can change it now."
            : "A parent made this rule, so only a parent can change it."
    }
}

extension API.Guardian.Policy {
    /// Whether a reader may change it at all; a child only what it made for itself.
    fileprivate func isChangeable(by telling: PolicyTelling) -> Bool {
        telling.isParent
            || createdBy == telling.reader && userID == telling.reader && pending == nil
    }
}

extension PolicyView.Says {
    init(_ policy: API.Guardian.Policy, _ telling: PolicyTelling) {
        let author = telling.name(of: policy.createdBy)
        self.init(
            state: policy.state.word,
            stateStyle: policy.state == .live ? "good" : "",
            meaning: policy.state.meaning,
            sentence: telling.sentence(policy.then, policy.when),
            told: policy.message,
            made: "Made by \(author) on \(telling.moment(policy.createdAt)).",
            since: policy.liveSince.map { "Live since \(telling.moment($0))." }
        )
    }
}

/// What may become of a policy now, each with what happens then.
struct PolicySteps: Sendable {
    struct Step: Sendable {
        let step: String
        let button: String
        let happens: String
    }

    let stateAction: String
    let stateToken: String
    let choices: [Step]
    /// Ending it, which is asked once more; `nil` where the reader may not.
    let ending: Step?

    /// `nil` where the reader may do nothing.
    init?(_ standing: PolicyView.Standing, formToken: String, _ telling: PolicyTelling) {
        let policy = standing.policy
        let isLive = policy.state == .live
        // Leaving what decides is a parent's.
        guard telling.isParent || !isLive else { return nil }
        stateAction = "\(PoliciesView.path(of: policy.id))/state"
        stateToken = formToken
        let wait = standing.hours.map { hours in
            hours == 0 ? "At once." : "Waits \(telling.hours(hours)); it decides until then."
        }
        let later = isLive ? wait ?? "Waits; it decides until then." : "At once."
        let whom = telling.whom(policy.userID)
        let known: [(API.Guardian.PolicyState, String, String)] = [
            (
                .shadow, "Put it in the shadow",
                "\(later) It is asked beside the others, and decides nothing."
            ),
            (.live, "Make it live", "At once. It decides from the next purchase on, for \(whom)."),
            (.draft, "Make it a draft again", "\(later) It is not asked."),
        ]
        choices = known.filter { $0.0 != policy.state }.map { state, button, happens in
            Step(step: state.rawValue, button: button, happens: happens)
        }
        let isEnding = policy.pending?.change.state == .retired
        let mayEnd = telling.isParent && policy.state != .retired && !isEnding
        ending =
            mayEnd
            ? Step(
                step: API.Guardian.PolicyState.retired.rawValue,
                button: "Retire it",
                happens: "\(later) It is not asked any more; it can be made live again."
            ) : nil
    }
}

extension PolicyView {
    /// What is said after something was done; `nil` where the policy does not look like it.
    ///
    /// `deed`: `saved`, `confirmed`, `cancelled`, or the state that was asked for.
    public static func notice(
        of deed: String,
        _ policy: API.Guardian.Policy,
        _ telling: PolicyTelling
    ) -> Notice? {
        let pending = policy.pending
        let until = pending.map { telling.moment($0.takesEffectAt) } ?? ""
        switch deed {
        case "saved" where pending != nil:
            return Notice(
                .warn,
                "Saved. It may let more purchases through, so it waits until \(until)."
            )
        case "saved" where policy.state == .draft:
            return Notice(.good, "Saved as a draft. It is not asked before you say so.")
        case "saved": return Notice(.good, "Saved. It holds at once.")
        case "confirmed" where pending == nil:
            return Notice(.good, "The change has taken effect.")
        case "cancelled" where pending == nil:
            return Notice(.good, "The change was given up. The policy stays as it is.")
        default: break
        }
        guard let state = API.Guardian.PolicyState(rawValue: deed) else { return nil }
        if policy.state == state {
            return Notice(.good, "It is \(state.word) from now on. \(state.meaning)")
        }
        guard pending?.change.state == state else { return nil }
        return Notice(
            .warn,
            "It will be \(state.word) from \(until) on. Until then it decides as before."
        )
    }
}
