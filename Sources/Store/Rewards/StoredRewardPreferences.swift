public import Kernel
public import Rewards
public import SQL

/// What a member prefers, as it is stored.
public struct RewardPreferencesRecord: Sendable, Equatable {
    /// The preferences.
    public var preferences: RewardPreferences
    /// The place of the last change in the household's chain; 0 before any.
    public var version: Int64
    /// When they were changed last; `nil` before any change.
    public var changedAt: Timestamp?

    /// Makes a record; that of who never changed any, if nothing is said.
    public init(
        preferences: RewardPreferences = .standard,
        version: Int64 = 0,
        changedAt: Timestamp? = nil
    ) {
        self.preferences = preferences
        self.version = version
        self.changedAt = changedAt
    }
}

/// What members prefer of cards and answers.
public enum StoredRewardPreferences {
    private static let selection = Statement(
        """
        SELECT p.version, p.preferred_points, p.alert_threshold, p.language,
            p.notifications_enabled, p.auto_update_spending, p.changed_at_ms, v.program,
            v.hundredths, v.judged_day
        FROM reward_preferences p LEFT JOIN reward_point_values v ON v.member_id = p.member_id
        WHERE p.member_id = $1
        """
    )

    /// What a member prefers.
    public static func find(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> RewardPreferencesRecord {
        // A row for each value of points, one without any.
        let rows = try session.rows(selection, [.id(member)]) { row in
            (record: try decode(row), value: row.optionalText(7).map { value($0, row) })
        }
        guard var record = rows.first?.record else { return RewardPreferencesRecord() }
        record.preferences.take(rows.compactMap(\.value))
        return record
    }

    private static func decode(_ row: any Row) throws -> RewardPreferencesRecord {
        RewardPreferencesRecord(
            preferences: RewardPreferences(
                preferred: try PointType.stored(row.text(1)),
                alertThresholdMillionths: row.integer(2),
                language: try AnswerLanguage.stored(row.text(3)),
                notificationsEnabled: row.flag(4),
                autoUpdateSpending: row.flag(5)
            ),
            version: row.integer(0),
            changedAt: row.instant(6)
        )
    }

    private static func value(_ program: String, _ row: any Row) -> PointValue {
        PointValue(
            program: program,
            hundredths: row.integer(8),
            judgedOn: row.day(9),
            source: PointValue.ownSource
        )
    }

    private static let upsert = Statement(
        """
        INSERT INTO reward_preferences
            (member_id, version, preferred_points, alert_threshold, language,
             notifications_enabled, auto_update_spending, changed_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (member_id) DO UPDATE SET
            version = excluded.version,
            preferred_points = excluded.preferred_points,
            alert_threshold = excluded.alert_threshold,
            language = excluded.language,
            notifications_enabled = excluded.notifications_enabled,
            auto_update_spending = excluded.auto_update_spending,
            changed_at_ms = excluded.changed_at_ms
        """
    )

    /// Sets what a member prefers.
    public static func set(
        _ preferences: RewardPreferences,
        version: Int64,
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(
            upsert,
            [
                .id(member), .integer(version), .text(preferences.preferred.rawValue),
                .integer(preferences.alertThresholdMillionths),
                .text(preferences.language.rawValue), .flag(preferences.notificationsEnabled),
                .flag(preferences.autoUpdateSpending), .instant(now),
            ]
        )
    }

    private static let deletion = Statement(
        "DELETE FROM reward_point_values WHERE member_id = $1"
    )
    private static let insertion = RowsStatement([.text, .text, .bigint, .bigint]) { rows in
        """
        INSERT INTO reward_point_values (member_id, program, hundredths, judged_day) VALUES \(rows)
        """
    }

    /// Sets what a member takes points to be worth, in place of all that was said before.
    public static func set(
        _ values: [PointValue],
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        try session.run(deletion, [.id(member)])
        let rows: [[Value]] = values.map { value in
            [
                .id(member), .text(value.program), .integer(value.hundredths),
                .day(value.judgedOn),
            ]
        }
        try session.run(insertion, rows)
    }
}
