public import Contract
public import Kernel

/// The page of one decision: what was asked and answered, every check, and what became of it.
public struct DecisionView: PageView {
    /// The template's name.
    public static let template = "decision"

    /// The address of a decision's page.
    public static func path(of decision: ID<Entity.Decision>) -> String {
        "\(DecisionsView.path)/\(decision.text)"
    }

    /// Something that happened after it, with where that is shown.
    struct Step: Sendable {
        let icon: String
        let style: String
        let sentence: String
        let wayHref: String?
        let wayText: String?
    }

    struct Way: Sendable {
        let changeHref: String
        let change: String
    }

    /// The heading, which the browser shows too.
    public let title: String
    let sub: String
    let decisions: String
    let notices: [Notice]
    let isYes: Bool
    let icon: String
    let headline: String
    let message: String?
    let checks: [PurchaseAnswer.Check]
    let waiting: ApprovalView?
    let steps: [Step]
    /// Where what decided is changed, where the reader may.
    let changing: Way?

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - audience: Who reads, and among whom.
    ///   - notices: What stands above.
    ///   - now: When it is read.
    ///   - zone: The household's time zone.
    ///   - formToken: What forms carry against those of other sites.
    ///   - format: How figures and days are written.
    public init(
        _ decision: API.Guardian.TracedDecision,
        for audience: RulesAudience,
        notices: [Notice] = [],
        now: Timestamp,
        zone: Zone,
        formToken: String,
        _ format: PageFormat
    ) {
        self.notices = notices
        let moments = Moments(zone: zone, format: format)
        let name = audience.otherName(decision.userID)
        title = "\(decision.merchant), \(format.money(minor: decision.amountCents))"
        sub =
            "\(name ?? "You") asked on \(moments.text(decision.decidedAt))"
            + " · \(CategoryName.text(decision.category))"
        decisions = DecisionsView.path
        isYes = decision.decision == .approve
        icon = "\(WebApp.icons.path)#\(isYes ? "check" : "cross")"
        headline = PurchaseAnswer.headline(decision.reason, isYes: isYes)
        message = decision.message
        checks = PurchaseAnswer.checks(decision.trace)
        let isWaiting = decision.approval?.state == .pending
        waiting = decision.approval.flatMap { approval in
            isWaiting
                ? ApprovalView(
                    API.Guardian.Approval(decision, approval),
                    askedBy: name,
                    isParent: audience.isParent,
                    now: now,
                    formToken: formToken,
                    back: Self.path(of: decision.decisionID),
                    format
                ) : nil
        }
        steps = isWaiting ? [] : Self.steps(decision, now: now, moments)
        changing = audience.isParent ? Self.way(decision.reason, of: decision.userID, name) : nil
    }

    // MARK: What became of it

    private static func steps(
        _ decision: API.Guardian.TracedDecision,
        now: Timestamp,
        _ moments: Moments
    ) -> [Step] {
        let answered = decision.approval.map { Step($0, decision.override, moments) }
        let allowed = decision.override.map { override in
            Step(override, of: decision, isAnswered: answered != nil, now: now, moments)
        }
        let steps = [answered, allowed].compactMap(\.self)
        guard steps.isEmpty else { return steps }
        let (icon, sentence) =
            switch (decision.decision, decision.reason) {
            case (.decline, .insufficientFunds):
                ("skip", "Nobody was asked: a permission puts no money into the wallet.")
            case (.decline, _): ("skip", "Nobody was asked to allow it, and nobody did.")
            case (.approve, _): ("check", "Nobody had to be asked.")
            }
        return [Step(icon, "", sentence)]
    }

    private static func way(
        _ reason: API.Guardian.AuthorizeReason,
        of member: ID<Entity.Member>,
        _ name: String?
    ) -> Way? {
        let (path, words): (String, String)
        switch reason {
        case .risky: (path, words) = (Frame.Place.rules.path, "Change the limit")
        case .policy, .policyWarn: (path, words) = (PoliciesView.path, "All policies")
        case .locationBlock, .locationWarn: (path, words) = (PlacesView.path, "Change the place")
        case .insufficientFunds, .override, .ok: return nil
        }
        let isOfMember = path != PoliciesView.path
        return Way(
            changeHref: isOfMember ? RulesAudience.path(path, member) : path,
            change: words
        )
    }

    /// How a day with its hour is written.
    struct Moments {
        let zone: Zone
        let format: PageFormat

        func text(_ moment: GuardianTimestamp) -> String {
            let day = format.longDay(zone.day(of: moment.instant))
            return "\(day) at \(zone.time(of: moment.instant).text)"
        }
    }
}

extension DecisionView.Step {
    fileprivate init(_ icon: String, _ style: String, _ sentence: String, to way: String? = nil) {
        self.init(
            icon: "\(WebApp.icons.path)#\(icon)",
            style: style,
            sentence: sentence,
            wayHref: way,
            wayText: way.map { _ in "See that decision" }
        )
    }

    /// What a parent said.
    fileprivate init(
        _ approval: API.Guardian.DecisionApproval,
        _ override: API.Guardian.DecisionOverride?,
        _ moments: DecisionView.Moments
    ) {
        let day = approval.decidedAt.map { " on \(moments.text($0))" } ?? ""
        switch approval.state {
        case .approved: self.init("check", "passed", "A parent allowed it once\(day).")
        case .refused: self.init("cross", "ended", "A parent said no\(day).")
        case .expired: self.init("skip", "", "A parent was asked, and none answered within a day.")
        case .pending: self.init("skip", "", "A parent was asked, and has not answered yet.")
        }
    }

    /// What came of a permission.
    ///
    /// `isAnswered`: Whether it is said already that somebody was asked.
    fileprivate init(
        _ override: API.Guardian.DecisionOverride,
        of decision: API.Guardian.TracedDecision,
        isAnswered: Bool,
        now: Timestamp,
        _ moments: DecisionView.Moments
    ) {
        let given = moments.text(override.ts)
        if decision.decision == .approve {
            self.init("check", "passed", "It used the permission of \(given).")
            return
        }
        let start = isAnswered ? "" : "A parent allowed it once on \(given). "
        guard !override.used else {
            let way = override.usedBy.map(DecisionView.path)
            self.init("check", "passed", "\(start)The permission was used.", to: way)
            return
        }
        let end = override.ts.instant.adding(milliseconds: Limits.overrideMilliseconds)
        let sentence =
            now < end
            ? "The permission can be used until \(moments.time(end))."
            : "The permission was not used, and is over."
        self.init("skip", "", "\(start)\(sentence)")
    }
}

extension DecisionView.Moments {
    /// The hour of an instant.
    fileprivate func time(_ instant: Timestamp) -> String { zone.time(of: instant).text }
}

extension API.Guardian.Approval {
    /// The request that a decision led to, as lists of requests have it.
    fileprivate init(
        _ decision: API.Guardian.TracedDecision,
        _ approval: API.Guardian.DecisionApproval
    ) {
        self.init(
            id: approval.id,
            userID: decision.userID,
            merchant: decision.merchant,
            amountCents: decision.amountCents,
            category: decision.category,
            reason: decision.reason,
            message: decision.message ?? "",
            state: approval.state,
            createdAt: decision.decidedAt,
            decidedAt: approval.decidedAt,
            decisionID: decision.decisionID
        )
    }
}
