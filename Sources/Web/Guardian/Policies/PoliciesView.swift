public import Contract
public import Kernel

extension Frame.Place {
    /// Where the rail stands on the pages of policies.
    public static let policiesPlace = Frame.Place.rules
}

/// The list of a household's policies.
public struct PoliciesView: PageView {
    /// The template's name.
    public static let template = "policies"

    /// The address of the list.
    public static let path = "\(WebApp.home)/rules/policies"

    /// The address of a policy's page.
    public static func path(of policy: ID<Entity.Policy>) -> String { "\(path)/\(policy.text)" }

    /// How long what loosens waits, with the form that changes it.
    struct Friction: Sendable {
        let sentence: String
        /// The fewer hours that wait, and when they hold.
        let laterHours: Notice?
        let setting: ActionForm
    }

    /// What was typed as the hours, and what is wrong with it.
    public struct TypedHours: Sendable {
        let text: String
        let problem: String

        /// Holds what was typed.
        public init(_ text: String, _ problem: String) {
            self.text = text
            self.problem = problem
        }
    }

    struct Group: Sendable {
        let title: String
        let meaning: String
        let policies: [Row]
    }

    struct Row: Sendable {
        let name: String
        let href: String
        let sentence: String
        let whom: String
        let isWaiting: Bool
    }

    /// The heading, which the browser shows too.
    public let title: String
    let sub: String
    let new = "\(path)/new"
    let waiting: [PendingPolicyView]
    let groups: [Group]
    let empty: EmptyState?
    let isChild: Bool
    let notices: [Notice]
    /// How long what loosens waits; only parents are told.
    let friction: Friction?

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - policies: All that the reader may see, the oldest first.
    ///   - standing: How long what loosens waits; `nil` where the reader is not told.
    ///   - typed: What was typed for it and refused.
    ///   - notices: What stands above.
    ///   - formToken: What forms carry against those of other sites.
    ///   - telling: Who reads.
    public init(
        _ policies: [API.Guardian.Policy],
        friction standing: API.Guardian.StandingFriction?,
        typed: TypedHours? = nil,
        notices: [Notice] = [],
        formToken: String,
        _ telling: PolicyTelling
    ) {
        self.notices = notices
        isChild = !telling.isParent
        title = isChild ? "Rules that hold for you" : "Policies"
        sub =
            isChild
            ? "What they say when you want to buy something"
            : "For which purchases the answer is no, “ask a parent” or a warning"
        waiting = policies.compactMap { policy in
            PendingPolicyView(policy, isNamed: true, formToken: formToken, telling)
        }
        let states: [API.Guardian.PolicyState] = [.live, .shadow, .draft, .retired]
        groups = states.compactMap { state in
            let rows = policies.filter { $0.state == state }.map { Row($0, telling) }
            return rows.isEmpty
                ? nil : Group(title: state.title, meaning: state.meaning, policies: rows)
        }
        empty = policies.isEmpty ? Self.empty(isChild: isChild) : nil
        friction = standing.map { standing in
            Friction(
                sentence: telling.friction(standing.looseningHours),
                laterHours: standing.pending.map { Notice(.warn, telling.later($0)) },
                setting: ActionForm(
                    Self.path,
                    formToken: formToken,
                    hidden: [:],
                    fields: [
                        TextField(
                            "hours",
                            "Hours, from 0 to 168",
                            typed?.text ?? String(standing.looseningHours),
                            inputmode: "numeric",
                            problem: typed?.problem
                        )
                    ],
                    button: "Set the hours",
                    isQuiet: true
                )
            )
        }
    }
}

extension PoliciesView {
    private static func empty(isChild: Bool) -> EmptyState {
        EmptyState(
            isChild ? "No rule holds for you" : "There is no policy yet",
            isChild
                ? """
                You can make one for yourself, such as “not more than five dollars a day”. Rules \
                that your parents make are listed here too.
                """
                : """
                A policy says for which purchases the answer is no, ask or beware: by amount, by \
                hour, by merchant, in any combination. You try it on the past before it decides \
                anything.
                """,
            way: ("Make the first one", "\(path)/new")
        )
    }

    /// What is said after the hours were set; `nil` for any other deed.
    ///
    /// `deed`: `hours` where they hold now, `later` where they will.
    public static func notice(of deed: String) -> Notice? {
        switch deed {
        case "hours": Notice(.good, "These hours hold from now on.")
        case "later":
            Notice(.warn, "Fewer hours let more through: they hold once those of now have passed.")
        default: nil
        }
    }
}

extension PoliciesView.Row {
    init(_ policy: API.Guardian.Policy, _ telling: PolicyTelling) {
        self.init(
            name: policy.name,
            href: PoliciesView.path(of: policy.id),
            sentence: telling.sentence(policy.then, policy.when),
            whom: "For \(telling.whom(policy.userID))",
            isWaiting: policy.pending != nil
        )
    }
}

extension PolicyTelling {
    /// `1 hour`, `24 hours`.
    func hours(_ hours: Int64) -> String {
        hours == 1 ? "1 hour" : "\(format.number(hours)) hours"
    }

    /// How long what loosens waits.
    fileprivate func friction(_ count: Int64) -> String {
        guard count > 0 else {
            return "A change that lets more purchases through takes effect at once."
        }
        let sooner = hasOtherParent ? ", and another parent may let it take effect earlier" : ""
        return "A change that lets more purchases through waits \(hours(count))\(sooner)."
    }

    /// The fewer hours that wait, and when they hold.
    fileprivate func later(_ pending: API.Guardian.PendingFriction) -> String {
        let author = pending.askedBy == reader ? "You" : name(of: pending.askedBy)
        let count = pending.looseningHours
        let wait = count == 0 ? "it does not wait at all" : "it waits \(hours(count))"
        return "From \(moment(pending.takesEffectAt)) on \(wait). \(author) asked for that;"
            + " more hours, or the same as now, take it back."
    }
}

extension API.Guardian.PolicyState {
    /// The heading above policies of this state.
    var title: String {
        switch self {
        case .live: "Live"
        case .shadow: "In the shadow"
        case .draft: "Drafts"
        case .retired: "Retired"
        }
    }
}

/// A change of a policy that waits, with what a parent may do about it.
struct PendingPolicyView: PageView {
    static let template = "policy-pending"

    let heading: String
    let change: String
    let until: String
    let action: String
    let token: String
    let mayConfirm: Bool
    let mayCancel: Bool
    /// Why the reader cannot let it take effect; `nil` where it can.
    let obstacle: String?

    /// `nil` where nothing waits.
    init?(
        _ policy: API.Guardian.Policy,
        isNamed: Bool,
        formToken: String,
        _ telling: PolicyTelling
    ) {
        guard let pending = policy.pending else { return nil }
        heading = isNamed ? "“\(policy.name)” is to change" : "A change waits"
        change = pending.change.words(telling)
        let author = pending.askedBy == telling.reader ? "You" : telling.name(of: pending.askedBy)
        until =
            "\(author) asked for it. It takes effect on \(telling.moment(pending.takesEffectAt));"
            + " until then the policy decides as before."
        action = "\(PoliciesView.path(of: policy.id))/state"
        token = formToken
        mayConfirm = telling.isParent && pending.askedBy != telling.reader
        mayCancel = telling.isParent
        obstacle = mayConfirm ? nil : Self.obstacle(telling)
    }

    private static func obstacle(_ telling: PolicyTelling) -> String {
        guard telling.isParent else { return "A parent decides about it." }
        return telling.hasOtherParent
            ? "Another parent may let it take effect now."
            : "Only another parent could let it take effect sooner, and you are the only one."
    }
}

extension API.Guardian.PolicyChange {
    /// What will be.
    func words(_ telling: PolicyTelling) -> String {
        var sentences: [String] = []
        if let state { sentences.append("It will be \(state.word). \(state.meaning)") }
        if let policy {
            let whom = telling.whom(policy.userID)
            let sentence = telling.sentence(policy.then, policy.when)
            sentences.append("It will be for \(whom), as “\(policy.name)”: \(sentence)")
        }
        return sentences.joined(separator: " ")
    }
}
