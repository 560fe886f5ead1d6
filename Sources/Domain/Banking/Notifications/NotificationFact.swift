public import Kernel

/// Something that happened and is told, with what its sentence needs.
///
/// A name is `nil` where the member who is told is the one it is about.
public enum NotificationFact: Sendable, Hashable {
    /// A purchase was declined; `why` is a sentence of ours, where there is one.
    case purchaseDeclined(name: String?, merchant: String, amount: Money, why: String?)
    /// A child asks to be allowed a purchase.
    case approvalWanted(name: String, merchant: String, amount: Money)
    /// A part of a monthly limit is spent.
    case budget(BudgetMark, name: String?, category: String, spent: Money, limit: Money)
    /// An expense is large.
    case largeTransaction(name: String?, merchant: String?, amount: Money)
    /// An account's balance fell below a threshold.
    case lowBalance(account: String, balance: Money, threshold: Money)
    /// What was spent in a period.
    case summary(SpendingSummary.Period, spent: Money, count: Int, most: SummaryCategory?)
    /// An allowance was paid.
    case allowancePaid(name: String?, amount: Money)
    /// A bank does not tell of new transactions any more.
    case syncBroken(institution: String, needsSignIn: Bool)
    /// A part of a reward card's limit is spent, or all of it.
    case cardLimit(isReached: Bool, card: String, category: String, spent: Money, limit: Money)
    /// Somebody wants to loosen a policy, which waits some hours.
    case policyWaiting(name: String, policy: String, hours: Int64)
    /// Somebody wants what loosens to wait less, which waits itself.
    case frictionWaiting(name: String, lessHours: Int64, hours: Int64)
    /// What was to loosen a policy took effect or was given up; `nil` is the time it waits.
    case policySettled(policy: String?, isGivenUp: Bool)
    /// A policy decides about the member's purchases from now on.
    case policyLive(policy: String)
    /// The member asked whether notifications arrive.
    case test

    /// A category of a summary with what was spent on it.
    public struct SummaryCategory: Sendable, Hashable {
        /// The category, in the words of the surface.
        public let name: String
        /// What was spent on it.
        public let spent: Money

        /// Names a category.
        public init(name: String, spent: Money) {
            self.name = name
            self.spent = spent
        }
    }

    /// What it is about.
    public var kind: NotificationKind {
        switch self {
        case .purchaseDeclined: .purchaseDeclined
        case .approvalWanted: .approvalWanted
        case .budget(let mark, _, _, _, _): mark.kind
        case .largeTransaction: .largeTransaction
        case .lowBalance: .lowBalance
        case .summary(let period, _, _, _):
            period.summary == .daily ? .dailySummary : .weeklySummary
        case .allowancePaid: .allowancePaid
        case .syncBroken: .syncBroken
        case .cardLimit(let isReached, _, _, _, _):
            isReached ? .cardLimitReached : .cardLimitNear
        case .policyWaiting, .frictionWaiting: .policyWaiting
        case .policySettled: .policySettled
        case .policyLive: .policyLive
        case .test: .test
        }
    }
}
