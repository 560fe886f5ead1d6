import Kernel

/// What a notification is about.
public enum NotificationKind: String, Sendable, CaseIterable {
    /// A purchase was declined.
    case purchaseDeclined = "purchase_declined"
    /// A child asks a parent to allow a purchase.
    case approvalWanted = "approval_wanted"
    /// 80 per cent of a monthly limit are spent.
    case budgetNear = "budget_near"
    /// A monthly limit is spent.
    case budgetReached = "budget_reached"
    /// An expense is as large as the member wants to hear of.
    case largeTransaction = "large_transaction"
    /// An account's balance fell below what the member wants to hear of.
    case lowBalance = "low_balance"
    /// What was spent yesterday.
    case dailySummary = "daily_summary"
    /// What was spent last week.
    case weeklySummary = "weekly_summary"
    /// An allowance was paid.
    case allowancePaid = "allowance_paid"
    /// A bank does not tell of new transactions any more.
    case syncBroken = "sync_broken"
    /// What is spent of a reward card's limit comes to where the member wants to be warned.
    case cardLimitNear = "card_limit_near"
    /// A reward card's limit is spent.
    case cardLimitReached = "card_limit_reached"
    /// A parent wants to loosen a policy, or the time for which that waits.
    case policyWaiting = "policy_waiting"
    /// What was to loosen a policy took effect, or was given up.
    case policySettled = "policy_settled"
    /// A policy decides about the member's purchases from now on.
    case policyLive = "policy_live"
    /// The member asked whether notifications arrive.
    case test
}

extension NotificationKind {
    /// Whether a member's preferences let it through, whatever the hour.
    ///
    /// Where nothing else switches a kind, `isPushEnabled` alone does.
    public func isWanted(by preferences: PushPreferences) -> Bool {
        guard preferences.isPushEnabled else { return false }
        return switch self {
        case .purchaseDeclined, .budgetNear, .budgetReached, .cardLimitNear, .cardLimitReached,
            .policyLive:
            preferences.hasLimitAlerts
        case .largeTransaction, .allowancePaid: preferences.hasTransactionAlerts
        case .lowBalance: preferences.hasLowBalanceAlerts
        case .dailySummary: preferences.spendingSummary == .daily
        case .weeklySummary: preferences.spendingSummary == .weekly
        case .syncBroken: preferences.hasSyncAlerts
        case .approvalWanted, .policyWaiting, .policySettled, .test: true
        }
    }

    /// Whether somebody waits for it, so that quiet hours do not hold it back.
    public var isUrgent: Bool {
        switch self {
        case .approvalWanted, .policyWaiting, .test: true
        default: false
        }
    }

    /// How long after the instant of its delivery it is worth being told, in milliseconds.
    public var lifeMilliseconds: Int64 {
        switch self {
        case .approvalWanted: Limits.approvalMilliseconds
        case .test: 3_600_000
        case .dailySummary: 12 * 3_600_000
        default: 48 * 3_600_000
        }
    }
}
