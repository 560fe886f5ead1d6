public import Contract
import Guardian
public import Kernel

/// How the server would decide a purchase, by what this device knows.
///
/// It is advice: the server decides, and may know more. It is as good as the facts are fresh.
public struct PurchaseAdvice: Sendable, Equatable {
    /// Whether the purchase may go ahead.
    public let decision: API.Guardian.AuthorizeDecision
    /// The check that decided.
    public let reason: API.Guardian.AuthorizeReason
    /// A sentence for the member, on a decline and on a warning.
    public let message: String?
    /// The category it counts to.
    public let category: String
    /// The checks that ran, in order.
    public let trace: [API.Guardian.AuthorizeCheck]
    /// When the facts were asked for, by this device's clock.
    public let asOf: Timestamp

    init(_ facts: PurchaseFacts, asOf: Timestamp) {
        let decision = facts.decide()
        self.decision =
            switch decision.answer {
            case .approve: .approve
            case .decline: .decline
            }
        reason =
            switch decision.reason {
            case .override: .override
            case .locationBlock: .locationBlock
            case .risky: .risky
            case .policy: .policy
            case .policyWarn: .policyWarn
            case .locationWarn: .locationWarn
            case .insufficientFunds: .insufficientFunds
            case .ok: .ok
            }
        message = decision.message
        category = facts.category
        trace = decision.trace.map { result in
            API.Guardian.AuthorizeCheck(
                check: result.check.rawValue,
                outcome: result.outcome.rawValue,
                detail: result.detail
            )
        }
        self.asOf = asOf
    }
}
