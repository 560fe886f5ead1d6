import Contract
import Kernel

/// What pages say of a decision: whether the purchase was allowed, by a shape and a word, and what
/// decided.
enum DecisionWords {
    /// Whether it was allowed.
    static func tag(
        _ decision: API.Guardian.AuthorizeDecision,
        _ reason: API.Guardian.AuthorizeReason
    ) -> Tag {
        switch (decision, reason) {
        case (.decline, _): Tag(.bad, "stopped", icon: "cross")
        case (.approve, .policyWarn), (.approve, .locationWarn):
            Tag(.warn, "allowed, with a warning", icon: "alert")
        case (.approve, _): Tag(.good, "allowed", icon: "check")
        }
    }

    /// What decided, for a line of a list; `nil` where nothing spoke against it.
    static func cause(_ reason: API.Guardian.AuthorizeReason) -> String? {
        switch reason {
        case .risky: "by a limit"
        case .policy, .policyWarn: "by a policy"
        case .locationBlock, .locationWarn: "by a place"
        case .insufficientFunds: "by the wallet"
        case .override: "a parent had allowed it"
        case .ok: nil
        }
    }

    /// What a parent said to it, for a line of a list.
    static func answer(_ state: API.Guardian.ApprovalState) -> String {
        switch state {
        case .pending: "a parent was asked"
        case .approved: "a parent allowed it once"
        case .refused: "a parent said no"
        case .expired: "no parent answered"
        }
    }
}

/// A decision in a list.
struct DecisionLine: Sendable {
    let decided: String
    let decisionHref: String
    let decidedSum: String
    let decidedTag: Tag
    let decidedHow: String

    /// Shows a decision.
    ///
    /// `person`: Whose it is, where that is not said elsewhere. `answer`: What a parent said to it.
    init(
        _ row: API.Guardian.DecisionRow,
        of person: String?,
        _ answer: API.Guardian.ApprovalState? = nil,
        zone: Zone,
        _ format: PageFormat
    ) {
        decided = person.map { "\(row.merchant), \($0)" } ?? row.merchant
        decisionHref = DecisionView.path(of: row.decisionID)
        decidedSum = format.money(minor: row.amountCents)
        decidedTag = DecisionWords.tag(row.decision, row.reason)
        let day = format.longDay(zone.day(of: row.decidedAt.instant))
        decidedHow = [
            DecisionWords.cause(row.reason), CategoryName.text(row.category), day,
            answer.map(DecisionWords.answer),
        ].compactMap(\.self).joined(separator: " · ")
    }
}
