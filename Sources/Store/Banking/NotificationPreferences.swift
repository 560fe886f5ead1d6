public import Banking
public import Kernel
public import SQL

/// What members want to be notified of; there is a row for those who changed anything.
public enum NotificationPreferences {
    /// The columns of a row that may be missing, by the name `p`.
    static let columns = """
        p.push_enabled, p.transaction_alerts, p.large_transaction_minor, p.low_balance_alerts,
        p.low_balance_minor, p.spending_summary, p.sync_alerts, p.limit_alerts, p.quiet_start,
        p.quiet_end
        """

    private static let selection = Statement(
        "SELECT \(columns) FROM notification_preferences p WHERE p.member_id = $1"
    )

    /// The member's preferences, or those that count for everybody.
    ///
    /// `currency`: The household's, in whose units the usual amounts are.
    public static func find(
        of member: ID<Entity.Member>,
        currency: Currency,
        in session: any Session
    ) throws -> PushPreferences {
        try session.first(selection, [.id(member)]) { row in
            try decode(row, from: 0, currency)
        } ?? PushPreferences(currency: currency)
    }

    private static let upsert = Statement(
        """
        INSERT INTO notification_preferences
            (member_id, push_enabled, transaction_alerts, large_transaction_minor,
             low_balance_alerts, low_balance_minor, spending_summary, sync_alerts, limit_alerts,
             quiet_start, quiet_end, changed_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        ON CONFLICT (member_id) DO UPDATE SET
            push_enabled = excluded.push_enabled,
            transaction_alerts = excluded.transaction_alerts,
            large_transaction_minor = excluded.large_transaction_minor,
            low_balance_alerts = excluded.low_balance_alerts,
            low_balance_minor = excluded.low_balance_minor,
            spending_summary = excluded.spending_summary,
            sync_alerts = excluded.sync_alerts,
            limit_alerts = excluded.limit_alerts,
            quiet_start = excluded.quiet_start,
            quiet_end = excluded.quiet_end,
            changed_at_ms = excluded.changed_at_ms
        """
    )

    /// Sets the member's preferences.
    public static func set(
        _ preferences: PushPreferences,
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(
            upsert,
            [
                .id(member), .flag(preferences.isPushEnabled),
                .flag(preferences.hasTransactionAlerts),
                .integer(preferences.largeTransactionMinor),
                .flag(preferences.hasLowBalanceAlerts), .integer(preferences.lowBalanceMinor),
                .text(preferences.spendingSummary.rawValue), .flag(preferences.hasSyncAlerts),
                .flag(preferences.hasLimitAlerts), .text(preferences.quietHours?.start.text),
                .text(preferences.quietHours?.end.text), .instant(now),
            ]
        )
    }

    /// Reads ``columns`` from a column on; where the row is missing, the usual preferences.
    static func decode(
        _ row: any Row,
        from first: Int,
        _ currency: Currency
    ) throws -> PushPreferences {
        var preferences = PushPreferences(currency: currency)
        guard !row.isNull(first) else { return preferences }
        preferences.isPushEnabled = row.flag(first)
        preferences.hasTransactionAlerts = row.flag(first + 1)
        preferences.largeTransactionMinor = row.integer(first + 2)
        preferences.hasLowBalanceAlerts = row.flag(first + 3)
        preferences.lowBalanceMinor = row.integer(first + 4)
        preferences.spendingSummary = try SpendingSummary(rawValue: row.text(first + 5))
            .orCorrupt("preferences have an unknown summary")
        preferences.hasSyncAlerts = row.flag(first + 6)
        preferences.hasLimitAlerts = row.flag(first + 7)
        if let start = row.optionalText(first + 8), let end = row.optionalText(first + 9) {
            guard let start = LocalTime(start), let end = LocalTime(end) else {
                throw DatabaseError(.corrupt, "quiet hours are no times of a clock")
            }
            preferences.quietHours = QuietHours(start: start, end: end)
        }
        return preferences
    }
}
