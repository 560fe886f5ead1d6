import Banking
import Kernel
import Testing

@Suite("Whether and when a member is notified")
struct NotificationPolicyTests {
    private static let noon = Timestamp(seconds: 1_736_942_400)

    @Test(
        "each kind is switched by its own preference, and by none beside the one for all",
        arguments: NotificationKind.allCases
    )
    func switches(kind: NotificationKind) {
        let switches: [(WritableKeyPath<PushPreferences, Bool>, Set<NotificationKind>)] = [
            (\.hasTransactionAlerts, [.largeTransaction, .allowancePaid]),
            (\.hasLowBalanceAlerts, [.lowBalance]), (\.hasSyncAlerts, [.syncBroken]),
            (
                \.hasLimitAlerts,
                [
                    .purchaseDeclined, .budgetNear, .budgetReached, .cardLimitNear,
                    .cardLimitReached, .policyLive,
                ]
            ),
        ]
        var all = PushPreferences(currency: .usd)
        all.spendingSummary = kind == .dailySummary ? .daily : .weekly
        #expect(Self.delivery(kind, all) == .now)
        for (path, kinds) in switches {
            var preferences = all
            preferences[keyPath: path] = false
            let expected: DeliveryTime = kinds.contains(kind) ? .drop(.kindDisabled) : .now
            #expect(Self.delivery(kind, preferences) == expected)
        }
        var none = all
        none.isPushEnabled = false
        #expect(Self.delivery(kind, none) == .drop(.allDisabled))
    }

    @Test(
        "a summary is sent as often as it is wanted",
        arguments: [
            (.none, [.drop(.kindDisabled), .drop(.kindDisabled)]),
            (.daily, [.now, .drop(.kindDisabled)]), (.weekly, [.drop(.kindDisabled), .now]),
        ] as [(SpendingSummary, [DeliveryTime])]
    )
    func summaries(wanted: SpendingSummary, expected: [DeliveryTime]) {
        var preferences = PushPreferences(currency: .usd)
        preferences.spendingSummary = wanted
        let kinds = [NotificationKind.dailySummary, .weeklySummary]
        #expect(kinds.map { Self.delivery($0, preferences) } == expected)
    }

    @Test("preferences that nobody set are the contract's", arguments: ["USD", "JPY", "KWD"])
    func defaults(code: String) throws {
        let currency = try #require(Currency(code: code))
        let preferences = PushPreferences(currency: currency)
        let amounts = [preferences.largeTransactionMinor, preferences.lowBalanceMinor]
            .map { Money(minor: $0, currency: currency).decimalText }
        #expect(amounts == ["100", "50"])
        #expect(preferences.isPushEnabled && preferences.hasTransactionAlerts)
        #expect(preferences.hasLowBalanceAlerts && preferences.hasSyncAlerts)
        #expect(preferences.hasLimitAlerts && preferences.spendingSummary == .weekly)
        #expect(preferences.quietHours == nil)
    }

    @Test(
        "in quiet hours everything waits for their end but what somebody waits for",
        arguments: NotificationKind.allCases
    )
    func quiet(kind: NotificationKind) throws {
        var preferences = PushPreferences(currency: .usd)
        preferences.spendingSummary = kind == .dailySummary ? .daily : .weekly
        preferences.quietHours = try quietHours("11:30-12:30")
        let end = try instant("2025-01-15T12:30:00Z")
        let isUrgent = [.approvalWanted, .policyWaiting, .test].contains(kind)
        #expect(Self.delivery(kind, preferences) == (isUrgent ? .now : .hold(until: end)))
        let after = NotificationPolicy.delivery(of: kind, by: preferences, now: end, in: .utc)
        #expect(after == .now)
        // What is not wanted does not wait first.
        preferences.isPushEnabled = false
        #expect(Self.delivery(kind, preferences) == .drop(.allDisabled))
    }

    @Test("what is told late expires late, and nothing lasts longer than two days")
    func expiry() throws {
        for kind in NotificationKind.allCases {
            let expiry = NotificationPolicy.expiry(of: kind, deliveredAt: Self.noon)
            let hours = (expiry.seconds - Self.noon.seconds) / 3_600
            #expect((1...48).contains(hours), "\(kind)")
        }
        let request = NotificationPolicy.expiry(of: .approvalWanted, deliveredAt: Self.noon)
        #expect(request == Self.noon.adding(milliseconds: Limits.approvalMilliseconds))
    }

    private static func delivery(
        _ kind: NotificationKind,
        _ preferences: PushPreferences
    ) -> DeliveryTime {
        NotificationPolicy.delivery(of: kind, by: preferences, now: noon, in: .utc)
    }
}
