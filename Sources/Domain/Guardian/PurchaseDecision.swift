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
    /// The checks that ran, in order; the last one decided, unless the reason is `ok` or the last
    /// one is a wallet that holds enough.
    public let trace: [CheckResult]

    init(
        _ answer: Answer,
        _ reason: Reason,
        message: String? = nil,
        usedOverride: ID<Entity.Override>? = nil,
        trace: [CheckResult]
    ) {
        precondition(answer == .approve || message != nil, "a decline tells why")
        self.answer = answer
        self.reason = reason
        self.message = message
        self.usedOverride = usedOverride
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
