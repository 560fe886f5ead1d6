public import Contract
public import Kernel

/// The page of rules: monthly limits with how far they are used, and ways to the other rules.
public struct RulesView: PageView {
    /// The template's name.
    public static let template = "rules"

    /// Where a limit is removed.
    public static let removal = "\(Frame.Place.rules.path)/remove"

    /// The limits of one member.
    public struct Limits: Sendable {
        /// Whose they are.
        public let person: RulesAudience.Person
        /// The limits.
        public let rules: [API.Guardian.Rule]
        /// How far they are used.
        public let progress: [API.Guardian.RuleProgress]

        /// Gathers a member's limits.
        public init(
            of person: RulesAudience.Person,
            rules: [API.Guardian.Rule],
            progress: [API.Guardian.RuleProgress]
        ) {
            self.person = person
            self.rules = rules
            self.progress = progress
        }
    }

    /// A limit as it was typed.
    public struct Draft: Sendable, Equatable {
        /// The category.
        public var category: String
        /// The amount.
        public var limit: String
        /// Whom it is for; the reader when `nil`.
        public var member: ID<Entity.Member>?
        /// The limit that it changes; `nil` for a new one.
        public var rule: Int64?

        /// Makes a draft.
        public init(
            category: String = "",
            limit: String = "",
            member: ID<Entity.Member>? = nil,
            rule: Int64? = nil
        ) {
            self.category = category
            self.limit = limit
            self.member = member
            self.rule = rule
        }
    }

    let subtitle: String
    let notices: [Notice]
    let people: Chips?
    let heading: String
    let daysLeft: String
    let limits: [LimitView]
    let emptiness: String?
    let form: ActionForm?
    let kinds: [String]
    let others: [OtherRulesCard]
    /// What was decided lately.
    let lines: [DecisionLine]
    let noneDecided: String?
    let decisions: String

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - answers: The limits of those in view.
    ///   - glance: What there is besides.
    ///   - audience: Whose they are.
    ///   - draft: What was typed and refused.
    ///   - problems: What is wrong with it, by the endpoint's names of fields.
    ///   - notices: What stands above.
    ///   - changes: How many changes of policies wait for the reader's word.
    ///   - today: The household's day.
    ///   - formToken: What forms carry against those of other sites.
    ///   - telling: Who reads, and how policies are told.
    public init(
        _ answers: [Limits],
        beside glance: RulesGlance,
        for audience: RulesAudience,
        draft: Draft = Draft(),
        problems: [String: String] = [:],
        notices: [Notice] = [],
        changes: Int = 0,
        today: CivilDay,
        formToken: String,
        _ telling: PolicyTelling
    ) {
        let isParent = audience.isParent
        let format = telling.format
        subtitle =
            isParent
            ? "What may be bought, by whom, when and where"
            : "What you may buy, when and where. A parent sets these rules."
        self.notices = notices
        people = audience.chips("Whose rules") {
            RulesAudience.path(Frame.Place.rules.path, $0)
        }
        heading = isParent ? "Limits this month" : "What you may spend this month"
        let days = today.month.lastDay.dayNumber - today.dayNumber + 1
        daysLeft = days == 1 ? "the last day" : "\(format.number(Int64(days))) days left"
        let maker = LimitMaker(audience, draft, problems, telling.currency, formToken, format)
        limits = answers.flatMap { maker.rows($0) }
        let ask = isParent ? "Set the first one with the form." : "Ask a parent, if you want one."
        emptiness = limits.isEmpty ? "No monthly limit is set. \(ask)" : nil
        // What was typed into a row is shown in it, as long as the row is there.
        let isInRow = answers.contains { $0.rules.contains { $0.id == draft.rule } }
        form = isParent ? maker.form(isInRow ? Draft() : draft, isInRow ? [:] : problems) : nil
        kinds = isParent ? CategoryName.known.map(\.name) : []
        others = [.policies(glance, changes, telling), .places(glance, audience, format)]
        lines = DecisionsView.newest(glance.decisions).prefix(RulesGlance.most).map { row, person in
            DecisionLine(row, of: audience.label(person), zone: telling.zone, format)
        }
        noneDecided =
            lines.isEmpty ? "Nothing yet. What is asked under “May I buy this?” is here." : nil
        decisions = audience.path(DecisionsView.path)
    }
}

/// Makes the rows of limits, and the form of a new one.
private struct LimitMaker {
    let audience: RulesAudience
    let draft: RulesView.Draft
    let problems: [String: String]
    let currency: Currency
    let formToken: String
    let format: PageFormat

    init(
        _ audience: RulesAudience,
        _ draft: RulesView.Draft,
        _ problems: [String: String],
        _ currency: Currency,
        _ formToken: String,
        _ format: PageFormat
    ) {
        self.audience = audience
        self.draft = draft
        self.problems = problems
        self.currency = currency
        self.formToken = formToken
        self.format = format
    }

    func rows(_ limits: RulesView.Limits) -> [LimitView] {
        let progress = Dictionary(
            limits.progress.map { ($0.category, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return limits.rules.map { rule in
            // A limit that was set between the two answers has no progress yet.
            let own =
                progress[rule.category]
                ?? API.Guardian.RuleProgress(
                    category: rule.category,
                    limitCents: rule.monthlyLimitCents,
                    spentMTDCents: 0,
                    remainingCents: rule.monthlyLimitCents,
                    utilization: Ratio(0, of: 1)
                )
            return LimitView(
                own,
                of: audience.label(limits.person),
                forms: audience.isParent ? forms(rule, limits.person) : [],
                format
            )
        }
    }

    /// The form of a new limit, for somebody that is chosen where there is a choice.
    func form(_ draft: RulesView.Draft, _ problems: [String: String]) -> ActionForm {
        let category = TextField(
            "category",
            "Kind of purchase",
            draft.category,
            id: "category-new",
            list: "kinds",
            hint: "such as fun or groceries, or a word of your own",
            problem: problems["category"]
        )
        let limit = limitField(draft.limit, in: "new", problems["monthly_limit_cents"])
        return ActionForm(
            Frame.Place.rules.path,
            formToken: formToken,
            hidden: ["view": audience.shown?.text ?? ""],
            fields: [audience.field(choosing: draft.member), category, limit].compactMap(\.self),
            button: "Set the limit"
        )
    }

    private func limitField(_ typed: String, in form: String, _ problem: String?) -> TextField {
        TextField(
            "limit",
            "At most in a month",
            typed,
            id: "limit-\(form)",
            inputmode: "decimal",
            unit: currency.code,
            hint: "0 blocks the kind",
            problem: problem
        )
    }

    private func forms(
        _ rule: API.Guardian.Rule,
        _ person: RulesAudience.Person
    ) -> [ActionForm] {
        let isDrafted = draft.rule == rule.id
        let problem =
            isDrafted ? problems["monthly_limit_cents"] ?? problems["category"] : nil
        let typed = isDrafted ? draft.limit : text(rule.monthlyLimitCents)
        let owner = audience.label(person).map { ", \($0)" } ?? ""
        let label = "\(CategoryName.text(rule.category))\(owner)"
        let view = audience.shown?.text ?? ""
        let (member, number) = (person.id.text, String(rule.id))
        return [
            ActionForm(
                Frame.Place.rules.path,
                formToken: formToken,
                hidden: [
                    "view": view, "for": member, "rule": number, "category": rule.category,
                ],
                fields: [limitField(typed, in: number, problem)],
                buttons: [Button("Keep", about: " \(label)")],
                asking: ActionForm.Question("Change", about: " \(label)", isOpen: isDrafted)
            ),
            ActionForm(
                RulesView.removal,
                formToken: formToken,
                hidden: ["view": view, "for": member, "rule": number],
                buttons: [Button("Yes, remove it", .quiet, about: ": \(label)")],
                asking: ActionForm.Question(
                    "Remove",
                    "Without the limit, as much as one likes may be spent on this.",
                    about: " \(label)"
                )
            ),
        ]
    }

    /// An amount as one would type it: with two decimals or none.
    private func text(_ minor: Int64) -> String {
        let cents: Int64
        switch currency.exponent {
        case 0: return String(minor)
        case 2: cents = minor
        case 3: cents = minor / 10
        default: cents = minor / 100
        }
        let fraction = cents % 100
        return "\(cents / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
