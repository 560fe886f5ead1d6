import Banking
public import Contract
import Kernel
import SQL
import Store

extension BankingOperations {
    /// Shows what the caller wants to be notified of.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func getNotificationPreferences(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Banking.NotificationPreferences {
        try await reading(call) { session, membership in
            API.Banking.NotificationPreferences(
                try NotificationPreferences.find(
                    of: membership.member,
                    currency: membership.currency,
                    in: session
                )
            )
        }
    }

    /// Changes what the caller wants to be notified of; what waits to be sent is held against it.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func setNotificationPreferences(
        _ input: API.Banking.NotificationPreferencesRequest,
        _ call: Call
    ) async throws -> API.Banking.NotificationPreferences {
        try await writing(call) { session, membership in
            let member = membership.member
            let before = try NotificationPreferences.find(
                of: member,
                currency: membership.currency,
                in: session
            )
            let after = before.changed(by: input)
            if after != before {
                try NotificationPreferences.set(after, of: member, now: call.now, in: session)
            }
            return API.Banking.NotificationPreferences(after)
        }
    }
}

extension PushPreferences {
    fileprivate func changed(by input: API.Banking.NotificationPreferencesRequest) -> Self {
        var preferences = self
        preferences.isPushEnabled = input.pushEnabled ?? isPushEnabled
        preferences.hasTransactionAlerts = input.transactionAlerts ?? hasTransactionAlerts
        preferences.largeTransactionMinor =
            input.largeTransactionThreshold?.minor ?? largeTransactionMinor
        preferences.hasLowBalanceAlerts = input.lowBalanceAlerts ?? hasLowBalanceAlerts
        preferences.lowBalanceMinor = input.lowBalanceThreshold?.minor ?? lowBalanceMinor
        preferences.spendingSummary = input.spendingSummary?.summary ?? spendingSummary
        preferences.hasSyncAlerts = input.syncAlerts ?? hasSyncAlerts
        preferences.hasLimitAlerts = input.limitAlerts ?? hasLimitAlerts
        if let hours = input.quietHours {
            // Hours that end as they begin are none.
            preferences.quietHours = QuietHours(start: hours.start.time, end: hours.end.time)
        }
        return preferences
    }
}

extension API.Banking.NotificationPreferences {
    fileprivate init(_ preferences: PushPreferences) {
        self.init(
            pushEnabled: preferences.isPushEnabled,
            transactionAlerts: preferences.hasTransactionAlerts,
            largeTransactionThreshold: DecimalAmount(minor: preferences.largeTransactionMinor),
            lowBalanceAlerts: preferences.hasLowBalanceAlerts,
            lowBalanceThreshold: DecimalAmount(minor: preferences.lowBalanceMinor),
            spendingSummary: preferences.spendingSummary.wire,
            syncAlerts: preferences.hasSyncAlerts,
            limitAlerts: preferences.hasLimitAlerts,
            quietHours: preferences.quietHours.map { hours in
                API.Banking.QuietHours(start: WireTime(hours.start), end: WireTime(hours.end))
            }
        )
    }
}

extension API.Banking.SummaryFrequency {
    /// The domain's word.
    fileprivate var summary: SpendingSummary {
        switch self {
        case .none: .none
        case .daily: .daily
        case .weekly: .weekly
        }
    }
}

extension SpendingSummary {
    /// The contract's word.
    fileprivate var wire: API.Banking.SummaryFrequency {
        switch self {
        case .none: .none
        case .daily: .daily
        case .weekly: .weekly
        }
    }
}
