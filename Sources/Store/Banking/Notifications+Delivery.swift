public import Kernel
public import SQL

/// What became of a notification.
public enum NotificationState: String, Sendable, CaseIterable {
    /// It is to be sent.
    case waiting
    /// A service took it.
    case delivered
    /// It is not sent, or not any more.
    case dropped
}

/// A notification that is due, with whom it goes to.
public struct DueNotification: Sendable, Equatable {
    /// The id.
    public let id: ID<Entity.Notification>
    /// Who is told, and what that member wants to hear of by now.
    public let recipient: NoticeRecipient
    /// Whether the member still belongs to its household.
    public let isMemberPresent: Bool
    /// By what a push service finds the member's device.
    public let deviceToken: String?
    /// When that was registered.
    public let registeredAt: Timestamp?
    /// What it is about.
    public let kind: String
    /// What is told, as JSON.
    public let content: String
    /// How often it was claimed before.
    public let attempts: Int
    /// From when on it is not worth being told.
    public let expiresAt: Timestamp
    /// When it happened.
    public let createdAt: Timestamp
}

/// What came of a notification that was claimed.
public struct NotificationOutcome: Sendable, Equatable {
    /// The notification.
    public let id: ID<Entity.Notification>
    /// How often it was claimed, this time included: who claimed it later has the word.
    public let claim: Int
    /// What became of it.
    public let state: NotificationState
    /// How often it counts as tried from now on.
    public let attempts: Int
    /// When it may go out, if it waits.
    public let deliverAfter: Timestamp
    /// From when on it is not worth being told.
    public let expiresAt: Timestamp

    /// Makes an outcome.
    public init(
        of due: DueNotification,
        _ state: NotificationState,
        attempts: Int? = nil,
        deliverAfter: Timestamp,
        expiresAt: Timestamp? = nil
    ) {
        id = due.id
        claim = due.attempts + 1
        self.state = state
        self.attempts = attempts ?? claim
        self.deliverAfter = deliverAfter
        self.expiresAt = expiresAt ?? due.expiresAt
    }
}

extension Notifications {
    private static let anyDue = Statement(
        """
        SELECT id FROM notifications WHERE state = 'waiting' AND deliver_after_ms <= $1
        ORDER BY deliver_after_ms LIMIT 1
        """
    )

    /// Whether anything is due.
    public static func isAnyDue(now: Timestamp, in session: any Session) throws -> Bool {
        try session.first(anyDue, [.instant(now)]) { _ in true } ?? false
    }

    private static let due = Statement(
        """
        SELECT n.id, n.kind, n.content, n.attempts, n.expires_at_ms, n.created_at_ms, m.id,
            CASE WHEN m.removed_at_ms IS NULL AND m.is_active = 1 THEN 1 ELSE 0 END,
            h.time_zone, h.currency, d.token, d.registered_at_ms,
            \(NotificationPreferences.columns)
        FROM notifications n
        JOIN members m ON m.id = n.member_id
        JOIN households h ON h.id = m.household_id
        LEFT JOIN device_tokens d ON d.member_id = n.member_id
        LEFT JOIN notification_preferences p ON p.member_id = n.member_id
        WHERE n.state = 'waiting' AND n.deliver_after_ms <= $1
        ORDER BY n.deliver_after_ms LIMIT $2
        """
    )
    private static let claiming = RowsStatement([.text, .bigint, .bigint]) { rows in
        """
        UPDATE notifications
        SET attempts = notifications.attempts + 1, deliver_after_ms = v.column3
        FROM (VALUES \(rows)) AS v
        WHERE notifications.id = v.column1 AND notifications.attempts = v.column2
        """
    }

    /// Takes the notifications that are due the longest, so that nobody else sends them for a
    /// while.
    ///
    /// - Parameters:
    ///   - now: What is due.
    ///   - lease: Until when they are taken; then they are due again.
    ///   - session: The transaction.
    /// - Returns: At most ``Limits/notificationsAtOnce``.
    /// - Throws: `DatabaseError` `conflict` when another process took some of them meanwhile.
    public static func claim(
        now: Timestamp,
        until lease: Timestamp,
        in session: any Session
    ) throws -> [DueNotification] {
        let values: [Value] = [.instant(now), .count(Limits.notificationsAtOnce)]
        let claimed = try session.rows(due, values, decode)
        let rows: [[Value]] = claimed.map { due in
            [.id(due.id), .count(due.attempts), .instant(lease)]
        }
        guard try session.run(claiming, rows) == claimed.count else {
            throw DatabaseError(.conflict, "another process claimed a notification")
        }
        return claimed
    }

    private static let settling = RowsStatement(
        [.text, .bigint, .text, .bigint, .bigint, .bigint]
    ) { rows in
        """
        UPDATE notifications
        SET state = v.column3, attempts = v.column4, deliver_after_ms = v.column5,
            expires_at_ms = v.column6
        FROM (VALUES \(rows)) AS v
        WHERE notifications.id = v.column1 AND notifications.attempts = v.column2
        """
    }

    /// Records what came of notifications that were claimed; what somebody else claimed since is
    /// left to it.
    public static func settle(
        _ outcomes: [NotificationOutcome],
        in session: any Session
    ) throws {
        try session.run(
            settling,
            outcomes.map { outcome in
                [
                    .id(outcome.id), .count(outcome.claim), .text(outcome.state.rawValue),
                    .count(outcome.attempts), .instant(outcome.deliverAfter),
                    .instant(outcome.expiresAt),
                ]
            }
        )
    }

    private static func decode(_ row: any Row) throws -> DueNotification {
        guard let zone = Zone.named(row.text(8)), let currency = Currency(code: row.text(9)) else {
            throw DatabaseError(.corrupt, "a time zone or currency is unknown")
        }
        return DueNotification(
            id: try row.id(0),
            recipient: NoticeRecipient(
                member: try row.id(6),
                preferences: try NotificationPreferences.decode(row, from: 12, currency),
                zone: zone,
                currency: currency,
                hasDevice: !row.isNull(10)
            ),
            isMemberPresent: row.flag(7),
            deviceToken: row.optionalText(10),
            registeredAt: row.optionalInstant(11),
            kind: row.text(1),
            content: row.text(2),
            attempts: Int(row.integer(3)),
            expiresAt: row.instant(4),
            createdAt: row.instant(5)
        )
    }
}
