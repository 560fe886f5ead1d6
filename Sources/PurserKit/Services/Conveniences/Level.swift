public import Contract

/// How good something stands, in the three colours of the documents.
public enum Level: String, Sendable, Hashable, CaseIterable {
    /// Good: less than 70 per cent of a limit are spent.
    case green
    /// Take care: 70 to 90 per cent are.
    case yellow
    /// Bad: more than 90 per cent are, or nothing may be spent at all.
    case red

    /// The level of a budget.
    ///
    /// It is judged by whole cents, so that no rounding moves its borders. A limit of 0 is red:
    /// nothing may be spent.
    public init(spentCents: Int64, ofLimitCents limit: Int64) {
        let (spent, limit) = (Int128(spentCents) * 100, Int128(limit))
        switch true {
        case limit == 0, spent > limit * 90: self = .red
        case spent >= limit * 70 && spent > 0: self = .yellow
        default: self = .green
        }
    }
}

extension API.Guardian.RuleProgress {
    /// How the budget stands.
    public var level: Level { Level(spentCents: spentMTDCents, ofLimitCents: limitCents) }
}

extension API.Guardian.AuthorizeResponse {
    /// Green for an approval, yellow for one with a warning, red for a refusal.
    public var level: Level {
        guard isApproved else { return .red }
        return [.locationWarn, .policyWarn].contains(reason) ? .yellow : .green
    }
}

extension API.Guardian.ScoreResponse {
    /// Green for a purchase that is all right, red for one that is better avoided.
    public var level: Level { isAllowed ? .green : .red }
}

extension API.Guardian.CoachAnswer {
    /// Green for encouragement, red for a warning.
    public var level: Level { shouldProceed ? .green : .red }
}
