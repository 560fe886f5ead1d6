import Kernel

extension API.Banking {
    /// How often spending is summed up.
    public enum SummaryFrequency: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Never.
        case none
        /// Every morning, what was spent the day before.
        case daily
        /// Every Monday morning, what was spent the week before.
        case weekly
    }

    /// The hours in which nothing is told that can wait, by the household's clock.
    public struct QuietHours: Codable, Sendable, Equatable {
        /// When they begin.
        public let start: WireTime
        /// When they are over; the next morning, perhaps.
        public let end: WireTime

        /// Makes quiet hours; with one time for both there are none.
        public init(start: WireTime, end: WireTime) {
            self.start = start
            self.end = end
        }
    }

    /// What the caller wants to be notified of; what is left out stays as it is.
    public struct NotificationPreferencesRequest: WireInput, SnakeCaseKeys, Equatable {
        /// Whether there are notifications at all.
        public let pushEnabled: Bool?
        /// Whether large transactions are told, and allowances that were paid.
        public let transactionAlerts: Bool?
        /// From which amount on an expense is large.
        public let largeTransactionThreshold: DecimalAmount?
        /// Whether low balances are told.
        public let lowBalanceAlerts: Bool?
        /// Below which amount a balance is low.
        public let lowBalanceThreshold: DecimalAmount?
        /// How often spending is summed up.
        public let spendingSummary: SummaryFrequency?
        /// Whether it is told that a bank does not answer any more.
        public let syncAlerts: Bool?
        /// Whether limits that are reached are told, and purchases that were declined.
        public let limitAlerts: Bool?
        /// When nothing is told that can wait; one time for both ends it.
        public let quietHours: QuietHours?

        /// Makes a request.
        public init(
            pushEnabled: Bool? = nil,
            transactionAlerts: Bool? = nil,
            largeTransactionThreshold: DecimalAmount? = nil,
            lowBalanceAlerts: Bool? = nil,
            lowBalanceThreshold: DecimalAmount? = nil,
            spendingSummary: SummaryFrequency? = nil,
            syncAlerts: Bool? = nil,
            limitAlerts: Bool? = nil,
            quietHours: QuietHours? = nil
        ) {
            self.pushEnabled = pushEnabled
            self.transactionAlerts = transactionAlerts
            self.largeTransactionThreshold = largeTransactionThreshold
            self.lowBalanceAlerts = lowBalanceAlerts
            self.lowBalanceThreshold = lowBalanceThreshold
            self.spendingSummary = spendingSummary
            self.syncAlerts = syncAlerts
            self.limitAlerts = limitAlerts
            self.quietHours = quietHours
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .money("large_transaction_threshold", upTo: Limits.amountMinor) {
                $0.largeTransactionThreshold
            },
            .money("low_balance_threshold", upTo: Limits.amountMinor) { $0.lowBalanceThreshold },
        ]
    }

    /// What the caller wants to be notified of.
    public struct NotificationPreferences: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// Whether there are notifications at all.
        public let pushEnabled: Bool
        /// Whether large transactions are told, and allowances that were paid.
        public let transactionAlerts: Bool
        /// From which amount on an expense is large.
        public let largeTransactionThreshold: DecimalAmount
        /// Whether low balances are told.
        public let lowBalanceAlerts: Bool
        /// Below which amount a balance is low.
        public let lowBalanceThreshold: DecimalAmount
        /// How often spending is summed up.
        public let spendingSummary: SummaryFrequency
        /// Whether it is told that a bank does not answer any more.
        public let syncAlerts: Bool
        /// Whether limits that are reached are told, and purchases that were declined.
        public let limitAlerts: Bool
        /// When nothing is told that can wait, where there are such hours.
        public let quietHours: QuietHours?

        /// Makes preferences.
        public init(
            pushEnabled: Bool,
            transactionAlerts: Bool,
            largeTransactionThreshold: DecimalAmount,
            lowBalanceAlerts: Bool,
            lowBalanceThreshold: DecimalAmount,
            spendingSummary: SummaryFrequency,
            syncAlerts: Bool,
            limitAlerts: Bool,
            quietHours: QuietHours? = nil
        ) {
            self.pushEnabled = pushEnabled
            self.transactionAlerts = transactionAlerts
            self.largeTransactionThreshold = largeTransactionThreshold
            self.lowBalanceAlerts = lowBalanceAlerts
            self.lowBalanceThreshold = lowBalanceThreshold
            self.spendingSummary = spendingSummary
            self.syncAlerts = syncAlerts
            self.limitAlerts = limitAlerts
            self.quietHours = quietHours
        }

        static func example(lowBalanceMinor: Int64) -> Self {
            Self(
                pushEnabled: true,
                transactionAlerts: true,
                largeTransactionThreshold: DecimalAmount(minor: 10_000),
                lowBalanceAlerts: true,
                lowBalanceThreshold: DecimalAmount(minor: lowBalanceMinor),
                spendingSummary: .weekly,
                syncAlerts: true,
                limitAlerts: true
            )
        }
    }

    /// Shows what the caller wants to be notified of.
    public static let getNotificationPreferences = Endpoint<Empty, NotificationPreferences>(
        "getNotificationPreferences",
        .get,
        "/api/notifications/preferences",
        "Shows what the caller wants to be notified of.",
        access: .member,
        surface: .banking,
        answers: .example(lowBalanceMinor: 5_000)
    )

    /// Changes what the caller wants to be notified of.
    public static let setNotificationPreferences = Endpoint<
        NotificationPreferencesRequest, NotificationPreferences
    >(
        "setNotificationPreferences",
        .put,
        "/api/notifications/preferences",
        "Changes what the caller wants to be notified of; what is left out stays as it is.",
        access: .member,
        surface: .banking,
        example: NotificationPreferencesRequest(lowBalanceThreshold: DecimalAmount(minor: 2_550)),
        answers: .example(lowBalanceMinor: 2_550),
        outdates: .ownRoom
    )
}
