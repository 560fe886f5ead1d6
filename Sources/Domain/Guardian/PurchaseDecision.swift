public import Kernel

/// Whether a purchase may go ahead, why, and how that was found.
public struct PurchaseDecision: Sendable, Equatable {
    /// The two answers.
    public enum Answer: String, Sendable, CaseIterable {
        /// It may go ahead.
        case approve = "APPROVE"
        /// It may not.
        case decline = "DECLINE"
    }

    /// The check that decided.
    public enum Reason: String, Sendable, CaseIterable {
        /// A parent allowed exactly this.
        case override
        /// The member is where purchases are blocked.
        case locationBlock = "location_block"
        /// A monthly limit speaks against it.
        case risky
        /// A policy speaks against it.
        case policy
        /// A policy warns about it.
        case policyWarn = "policy_warn"
        /// The member is where purchases are warned about.
        case locationWarn = "location_warn"
        /// The wallet that is to pay holds less.
        case insufficientFunds = "insufficient_funds"
        /// Nothing speaks against it.
        case ok
    }

    /// The answer.
    public let answer: Answer
    /// The check that decided.
    public let reason: Reason
    /// A sentence for the member, on a decline and on a warning.
    public let message: String?
    /// The override that is used up by this.
    public let usedOverride: ID<Entity.Override>?
    /// The policy that decided.
    public let policy: ID<Entity.Policy>?
    /// Whether a parent is asked to allow what was declined, also where the member is one.
    public let asksEvenParents: Bool
    /// The checks that ran, in order, of which policies have an entry each that is true; the last
    /// one decided, unless the reason is `ok` or the last one is a wallet that holds enough.
    public let trace: [CheckResult]

    init(
        _ answer: Answer,
        _ reason: Reason,
        message: String? = nil,
        usedOverride: ID<Entity.Override>? = nil,
        policy: Policy? = nil,
        trace: [CheckResult]
    ) {
        precondition(answer == .approve || message != nil, "a decline tells why")
        self.answer = answer
        self.reason = reason
        self.message = message
        self.usedOverride = usedOverride
        self.policy = policy?.id
        asksEvenParents = policy?.action == .ask
        self.trace = trace
    }

    /// The same decision with another trace.
    init(_ decision: PurchaseDecision, trace: [CheckResult]) {
        answer = decision.answer
        reason = decision.reason
        message = decision.message
        usedOverride = decision.usedOverride
        policy = decision.policy
        asksEvenParents = decision.asksEvenParents
        self.trace = trace
    }
}

/// What one check of a purchase found.
public struct CheckResult: Sendable, Equatable {
    /// The checks, in the order in which they run.
    public enum Check: String, Sendable, CaseIterable {
        /// Did a parent allow exactly this?
        case override
        /// Is the member inside a fence that blocks?
        case geofenceBlock = "geofence_block"
        /// Does a monthly limit speak against it?
        case ruleLimit = "rule_limit"
        /// What do policies say? Asked where there is a live one, and nowhere else.
        case policy
        /// Is the member inside a fence that warns?
        case geofenceWarn = "geofence_warn"
        /// Does the wallet hold that much? Asked where a wallet is to pay, and nowhere else.
        case wallet
    }

    /// What a check says.
    public enum Outcome: String, Sendable, CaseIterable {
        /// It decides: approve.
        case approve
        /// It decides: decline.
        case decline
        /// It was looked at and decides nothing.
        case pass
        /// There was nothing to look at.
        case skip
    }

    /// Which check.
    public let check: Check
    /// What it says.
    public let outcome: Outcome
    /// One sentence with the figures used.
    public let detail: String
}
