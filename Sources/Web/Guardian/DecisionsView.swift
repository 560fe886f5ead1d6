public import Contract
public import Kernel

/// The page of decisions: what was asked, what was answered, and why.
public struct DecisionsView: PageView {
    /// The template's name.
    public static let template = "decisions"

    /// Its address.
    public static let path = "\(Frame.Place.rules.path)/decisions"

    /// How many decisions a page shows.
    public static let most = 20

    /// What one member asked and was allowed.
    public struct History: Sendable {
        /// Whose it is.
        public let person: RulesAudience.Person
        /// What was decided, the newest first: more of it than one page shows, where there is more.
        public let decisions: [API.Guardian.DecisionRow]
        /// How often it asked in the time in view; `nil` on a page further back.
        public let summary: API.Guardian.Summary?
        /// What it was allowed once in the time in view.
        public let overrides: [API.Guardian.OverrideRow]

        /// Gathers a member's history.
        public init(
            of person: RulesAudience.Person,
            _ decisions: [API.Guardian.DecisionRow],
            _ summary: API.Guardian.Summary? = nil,
            _ overrides: [API.Guardian.OverrideRow] = []
        ) {
            self.person = person
            self.decisions = decisions
            self.summary = summary
            self.overrides = overrides
        }
    }

    /// Which decisions the address names.
    public struct Window: Sendable {
        /// How far back the sums go.
        public let range: API.Guardian.AnalyticsRange
        /// The decision before which the list begins; the newest when `nil`.
        public let before: ID<Entity.Decision>?

        /// Makes a window.
        public init(
            _ range: API.Guardian.AnalyticsRange,
            before: ID<Entity.Decision>? = nil
        ) {
            self.range = range
            self.before = before
        }
    }

    struct Older: Sendable {
        let olderHref: String
    }

    /// How often it was asked, and what came of it.
    struct Counts: Sendable {
        let ranges: Chips
        let sums: [SumRow]
        let allowed: [AllowedRow]
        let nothingAllowed: String?
    }

    let subtitle: String
    let rules: String
    let people: Chips?
    let notices: [Notice]
    let waiting: [ApprovalView]
    let heading: String
    let lines: [DecisionLine]
    let nothingDecided: String?
    let older: Older?
    /// The way back to the newest decisions; `nil` where these are they.
    let newest: String?
    /// `nil` on a page further back.
    let counts: Counts?

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - histories: What those in view asked and were allowed.
    ///   - approvals: What was asked of a parent, the newest first.
    ///   - audience: Whose history it is.
    ///   - window: Which part of it.
    ///   - notices: What stands above.
    ///   - now: When it is shown.
    ///   - zone: The household's time zone.
    ///   - formToken: What forms carry against those of other sites.
    ///   - format: How figures and days are written.
    public init(
        _ histories: [History],
        _ approvals: [API.Guardian.Approval],
        for audience: RulesAudience,
        in window: Window,
        notices: [Notice] = [],
        now: Timestamp,
        zone: Zone,
        formToken: String,
        _ format: PageFormat
    ) {
        self.notices = notices
        let isParent = audience.isParent
        subtitle =
            isParent
            ? "What was asked, what was answered, and why"
            : "What you asked, what was answered, and why"
        rules = audience.path(Frame.Place.rules.path)
        people = audience.chips("Whose decisions") { Self.address($0, window.range) }
        let isNewest = window.before == nil
        let own = approvals.filter { audience.shown == nil || $0.userID == audience.shown }
        waiting = own.filter { isNewest && $0.state == .pending }.map { approval in
            ApprovalView(
                approval,
                askedBy: audience.otherName(approval.userID),
                isParent: isParent,
                now: now,
                formToken: formToken,
                back: Self.address(audience.shown, window.range),
                format
            )
        }
        heading = isNewest ? "What was decided?" : "What was decided before?"
        let rows = Self.newest(histories)
        let answers = Dictionary(
            approvals.map { ($0.decisionID, $0.state) },
            uniquingKeysWith: { first, _ in first }
        )
        lines = rows.prefix(Self.most).map { row, person in
            let name = audience.label(person)
            return DecisionLine(row, of: name, answers[row.decisionID], zone: zone, format)
        }
        nothingDecided = lines.isEmpty ? Self.nothing(isNewest: isNewest, isParent: isParent) : nil
        older =
            rows.count > Self.most
            ? Older(
                olderHref: Self.address(
                    audience.shown,
                    window.range,
                    before: rows[Self.most - 1].row.decisionID
                )
            ) : nil
        newest = isNewest ? nil : Self.address(audience.shown, window.range)
        counts = isNewest ? Counts(histories, audience, window.range, zone, format) : nil
    }

    /// All decisions, the newest first: their ids ascend with their time.
    static func newest(
        _ histories: [History]
    ) -> [(row: API.Guardian.DecisionRow, person: RulesAudience.Person)] {
        histories.flatMap { history in history.decisions.map { ($0, history.person) } }
            .sorted { $0.0.decisionID > $1.0.decisionID }
    }

    private static func nothing(isNewest: Bool, isParent: Bool) -> String {
        guard isNewest else { return "Nothing was decided before that." }
        return isParent
            ? "Nothing yet. Every purchase that is asked about is listed here, allowed or not."
            : "Nothing yet. Ask before you buy: what was answered is listed here, and why."
    }

    static func address(
        _ member: ID<Entity.Member>?,
        _ range: API.Guardian.AnalyticsRange,
        before: ID<Entity.Decision>? = nil
    ) -> String {
        let member = member.map { "for=\($0.text)&" } ?? ""
        let before = before.map { "&before=\($0.text)" } ?? ""
        return "\(path)?\(member)range=\(range.rawValue)\(before)"
    }
}

extension DecisionsView.Counts {
    fileprivate init(
        _ histories: [DecisionsView.History],
        _ audience: RulesAudience,
        _ range: API.Guardian.AnalyticsRange,
        _ zone: Zone,
        _ format: PageFormat
    ) {
        ranges = Chips(
            "How far back",
            API.Guardian.AnalyticsRange.allCases.map { other in
                Chips.Chip(
                    Self.name(of: other),
                    to: DecisionsView.address(audience.shown, other),
                    isCurrent: other == range
                )
            }
        )
        sums = histories.map { SumRow($0, isAlone: histories.count == 1, format) }
        let all = histories.flatMap { history in
            history.overrides.map { (row: $0, name: audience.label(history.person)) }
        }
        allowed = all.sorted { $0.row.ts.instant > $1.row.ts.instant }
            .map { AllowedRow($0.row, of: $0.name, zone: zone, format) }
        nothingAllowed =
            allowed.isEmpty
            ? "Nothing in this time. A purchase that a parent allows once is listed here." : nil
    }

    private static func name(of range: API.Guardian.AnalyticsRange) -> String {
        switch range {
        case .week: "7 days"
        case .month: "30 days"
        case .quarter: "90 days"
        case .monthToDate: "This month"
        }
    }
}

/// How often somebody asked, and what came of it.
struct SumRow: Sendable {
    let name: String
    let count: String
    let detail: String

    init(_ history: DecisionsView.History, isAlone: Bool, _ format: PageFormat) {
        let asked = history.summary?.authEvents ?? 0
        name = isAlone ? "Asked" : history.person.name
        count = asked == 1 ? "once" : "\(format.number(asked)) times"
        // The newest of all are those of a time that ends now.
        let counted = history.decisions.prefix(Int(clamping: asked))
        guard !counted.isEmpty else {
            detail = "Nothing was asked in this time."
            return
        }
        let isPart = counted.count < asked
        let start = isPart ? "Of the newest \(format.number(Int64(counted.count))): " : ""
        detail = "\(start)\(Self.words(counted.map { ($0.decision, $0.reason) }, format))"
    }

    /// How many were allowed, and how many stopped by what.
    private static func words(
        _ decisions: [(API.Guardian.AuthorizeDecision, API.Guardian.AuthorizeReason)],
        _ format: PageFormat
    ) -> String {
        let number = { (count: Int) in format.number(Int64(count)) }
        let stopped = decisions.filter { $0.0 == .decline }
        let known = ["by a limit", "by a policy", "by a place", "by the wallet"]
        let causes = known.map { cause in
            (words: cause, count: stopped.count { DecisionWords.cause($0.1) == cause })
        }
        let once = decisions.count { $0.0 == .approve && $0.1 == .override }
        let allowed = decisions.count - stopped.count
        let parts =
            ["\(number(allowed)) allowed\(once > 0 ? ", \(number(once)) of them by a parent" : "")"]
            + causes.filter { $0.count > 0 }.map { "\(number($0.count)) stopped \($0.words)" }
        return parts.joined(separator: " · ")
    }
}

/// A purchase that a parent allowed once.
struct AllowedRow: Sendable {
    let merchant: String
    let amount: String
    let tag: Tag
    let day: String

    init(
        _ row: API.Guardian.OverrideRow,
        of name: String?,
        zone: Zone,
        _ format: PageFormat
    ) {
        merchant = name.map { "\(row.merchant), \($0)" } ?? row.merchant
        amount = format.money(minor: row.amountCents)
        tag =
            row.used
            ? Tag(.good, "bought", icon: "check") : Tag(.plain, "not bought", icon: "skip")
        day = format.longDay(zone.day(of: row.ts.instant))
    }
}
