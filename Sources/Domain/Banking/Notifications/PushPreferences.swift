public import Kernel

/// What a member wants to be notified of, and when.
public struct PushPreferences: Sendable, Hashable {
    /// Whether there are notifications at all (`push_enabled`).
    public var isPushEnabled: Bool
    /// Large transactions and paid allowances (`transaction_alerts`).
    public var hasTransactionAlerts: Bool
    /// From which amount on an expense is large, in minor units (`large_transaction_threshold`).
    public var largeTransactionMinor: Int64
    /// Low balances (`low_balance_alerts`).
    public var hasLowBalanceAlerts: Bool
    /// Below which amount a balance is low, in minor units (`low_balance_threshold`).
    public var lowBalanceMinor: Int64
    /// How often spending is summed up (`spending_summary`).
    public var spendingSummary: SpendingSummary
    /// Banks that do not answer any more (`sync_alerts`).
    public var hasSyncAlerts: Bool
    /// Limits that are reached, and purchases that are declined (`limit_alerts`).
    public var hasLimitAlerts: Bool
    /// When nothing is to be heard that can wait (`quiet_hours`).
    public var quietHours: QuietHours?

    /// The preferences of a member who never set any.
    ///
    /// Source: `contract/banking.md`, section 3.
    public init(currency: Currency) {
        let unit = (0..<currency.exponent).reduce(Int64(1)) { unit, _ in unit * 10 }
        isPushEnabled = true
        hasTransactionAlerts = true
        largeTransactionMinor = 100 * unit
        hasLowBalanceAlerts = true
        lowBalanceMinor = 50 * unit
        spendingSummary = .weekly
        hasSyncAlerts = true
        hasLimitAlerts = true
        quietHours = nil
    }

    /// Whether an expense is one to tell of.
    ///
    /// `expenseMinor`: What left the account, in minor units; what came in is negative, and never
    /// large.
    public func isLarge(expenseMinor: Int64) -> Bool {
        expenseMinor > 0 && expenseMinor >= largeTransactionMinor
    }

    /// Whether a balance fell below what is low, and was not below it before.
    ///
    /// Both are in minor units; an account that is new has no balance before, and is never told.
    public func isLowNow(before: Int64?, after: Int64) -> Bool {
        guard let before else { return false }
        return before >= lowBalanceMinor && after < lowBalanceMinor
    }
}
