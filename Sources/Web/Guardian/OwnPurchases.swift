public import Contract
public import Kernel

/// What became of what a member asked to buy: what is allowed once and not bought yet, what waits,
/// and what was refused today.
public struct OwnPurchases: PageView {
    /// The template's name.
    public static let template = "own-purchases"

    /// A purchase that is allowed once, for as long as it is.
    struct Allowed: Sendable {
        let sentence: String
        let until: String
        /// Where it is asked for again, with the form filled in.
        let again: String
        let subject: String
    }

    /// A purchase that waits or was refused, in a sentence with its age in the middle.
    struct Told: Sendable {
        let kind: String
        let icon: String
        let text: String
        let askedAge: String?
        let rest: String?
    }

    /// What it is made of.
    public struct Answers: Sendable {
        /// What the member was allowed once.
        public var overrides: [API.Guardian.OverrideRow]
        /// What it asked for; empty where the page shows that elsewhere.
        public var approvals: [API.Guardian.Approval]
        /// Who answers, by first name; empty where nobody knows.
        public var parents: [String]

        /// Gathers it.
        public init(
            overrides: [API.Guardian.OverrideRow],
            approvals: [API.Guardian.Approval] = [],
            parents: [String] = []
        ) {
            self.overrides = overrides
            self.approvals = approvals
            self.parents = parents
        }
    }

    let allowed: [Allowed]
    let told: [Told]
    let checkIcon = "\(WebApp.icons.path)#check"
    /// What is said aloud where there is something new.
    let ownSays: String?

    /// Makes it.
    ///
    /// `currency`: The household's. `now`, `zone`: Its clock.
    public init(
        _ answers: Answers,
        currency: Currency,
        now: Timestamp,
        zone: Zone,
        _ format: PageFormat
    ) {
        let valid = answers.overrides.filter { $0.isValid(at: now) }
        allowed = valid.map { Allowed($0, currency, zone: zone, format) }
        let today = zone.day(of: now)
        let refused = answers.approvals.newestOfEach.filter { approval in
            approval.state == .refused
                && approval.decidedAt.map { zone.day(of: $0.instant) } == today
        }
        let waiting = answers.approvals.filter { $0.state == .pending }
        told =
            waiting.map { Told(waiting: $0, for: answers.parents, now: now, format) }
            + refused.map { Told(refused: $0, format) }
        ownSays = allowed.first?.sentence ?? refused.first.map { Told(refused: $0, format).text }
    }
}

extension [API.Guardian.Approval] {
    /// Of several questions about the same purchase the last one: what was said before is over.
    fileprivate var newestOfEach: Self {
        var known: Set<String> = []
        return sorted { $0.id > $1.id }
            .filter { known.insert("\($0.amountCents) \($0.merchant.lowercased())").inserted }
    }
}

extension API.Guardian.OverrideRow {
    /// Whether a purchase may still use it.
    fileprivate func isValid(at now: Timestamp) -> Bool {
        !used && end > now
    }

    fileprivate var end: Timestamp { ts.instant.adding(milliseconds: Limits.overrideMilliseconds) }
}

extension OwnPurchases.Allowed {
    fileprivate init(
        _ row: API.Guardian.OverrideRow,
        _ currency: Currency,
        zone: Zone,
        _ format: PageFormat
    ) {
        let sum = format.money(minor: row.amountCents)
        // A form takes two decimals at most.
        let exponent = min(2, currency.exponent)
        let factor: Int64 = currency.exponent == 3 ? 10 : currency.exponent == 4 ? 100 : 1
        let typed = DecimalText.text(minor: row.amountCents / factor, exponent: exponent)
        let merchant = PercentCoding.encoded(row.merchant)
        self.init(
            sentence: "\(sum) at \(row.merchant) is allowed once: ask again now",
            until: "It is allowed until \(zone.time(of: row.end).text).",
            again: "\(Frame.Place.buy.path)?merchant=\(merchant)&amount=\(typed)",
            subject: ": \(row.merchant), \(sum)"
        )
    }
}

extension OwnPurchases.Told {
    fileprivate init(
        waiting approval: API.Guardian.Approval,
        for parents: [String],
        now: Timestamp,
        _ format: PageFormat
    ) {
        let sum = format.money(minor: approval.amountCents)
        let who = parents.isEmpty ? "A parent" : parents.joined(before: "or")
        self.init(
            kind: "",
            icon: "\(WebApp.icons.path)#ask",
            text: "\(approval.merchant) for \(sum): you asked",
            askedAge: format.age(of: approval.createdAt.instant, at: now),
            rest: "\(who) will answer."
        )
    }

    fileprivate init(refused approval: API.Guardian.Approval, _ format: PageFormat) {
        self.init(
            kind: "warn",
            icon: "\(WebApp.icons.path)#cross",
            text: "Not this time: \(approval.merchant) for "
                + "\(format.money(minor: approval.amountCents)).",
            askedAge: nil,
            rest: nil
        )
    }
}

extension [String] {
    /// The words as a sentence lists them: `a`, `a and b`, `a, b and c`.
    ///
    /// `last`: The word before the last one.
    fileprivate func joined(before last: String) -> String {
        guard count > 1, let end = self.last else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) \(last) \(end)"
    }
}
