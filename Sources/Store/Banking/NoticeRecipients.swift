public import Banking
public import Kernel
public import SQL

/// A member who may be told something, with what decides whether and when.
public struct NoticeRecipient: Sendable, Equatable {
    /// The member.
    public let member: ID<Entity.Member>
    /// What the member wants to hear of.
    public let preferences: PushPreferences
    /// The household's clock, by which hours are quiet.
    public let zone: Zone
    /// The household's currency.
    public let currency: Currency
    /// Whether a push service finds a device of the member.
    public let hasDevice: Bool
}

/// Some of those who may be told something.
public struct NoticePage: Sendable, Equatable {
    /// Those who still belong to their households.
    public let recipients: [NoticeRecipient]
    /// Whom the next page follows; `nil` when there is none.
    public let last: ID<Entity.Member>?
}

/// Who may be told what.
public enum NoticeRecipients {
    /// The columns that ``decode(_:)`` reads.
    private static let columns = """
        m.id, h.time_zone, h.currency, CASE WHEN d.member_id IS NULL THEN 0 ELSE 1 END,
            \(NotificationPreferences.columns)
        """
    private static let joins = """
        JOIN households h ON h.id = m.household_id
        LEFT JOIN device_tokens d ON d.member_id = m.id
        LEFT JOIN notification_preferences p ON p.member_id = m.id
        """

    private static let named = RowsStatement([.text]) { rows in
        """
        SELECT \(columns) FROM (VALUES \(rows)) AS v
        JOIN members m ON m.id = v.column1
        \(joins)
        WHERE m.removed_at_ms IS NULL AND m.is_active = 1
        """
    }

    /// Members who still belong to their households; each of those named appears once.
    public static func list(
        _ members: Set<ID<Entity.Member>>,
        in session: any Session
    ) throws -> [NoticeRecipient] {
        try session.rows(named, members.sorted().map { [.id($0)] }, decode)
    }

    private static let withDevices = Statement(
        """
        SELECT \(columns), \(presence)
        FROM (
            SELECT member_id FROM device_tokens WHERE member_id > $1 ORDER BY member_id LIMIT $2
        ) AS d
        JOIN members m ON m.id = d.member_id
        JOIN households h ON h.id = m.household_id
        LEFT JOIN notification_preferences p ON p.member_id = m.id
        """
    )
    private static let everybody = Statement(
        """
        SELECT \(columns), \(presence)
        FROM (
            SELECT id, household_id, removed_at_ms, is_active FROM members
            WHERE id > $1 ORDER BY id LIMIT $2
        ) AS m
        \(joins)
        """
    )
    private static let presence = """
        CASE WHEN m.removed_at_ms IS NULL AND m.is_active = 1 THEN 1 ELSE 0 END
        """

    /// The members after one, by id; for walking all of them, or all who have a device.
    public static func page(
        after member: ID<Entity.Member>?,
        withDevices isDeviceNeeded: Bool,
        in session: any Session
    ) throws -> NoticePage {
        let values: [Value] = [.text(member?.text ?? ""), .count(Limits.walkRows)]
        let statement = isDeviceNeeded ? withDevices : everybody
        let rows = try session.rows(statement, values) { row in
            (recipient: try decode(row), isPresent: row.flag(14))
        }
        return NoticePage(
            recipients: rows.filter(\.isPresent).map(\.recipient),
            last: rows.count < Limits.walkRows ? nil : rows.map(\.recipient.member).max()
        )
    }

    private static let ofChildren = RowsStatement([.text]) { rows in
        """
        SELECT c.id, c.member_id FROM (VALUES \(rows)) AS v JOIN children c ON c.id = v.column1
        """
    }

    /// The members who are some children.
    public static func members(
        of children: Set<ID<Entity.Child>>,
        in session: any Session
    ) throws -> [ID<Entity.Child>: ID<Entity.Member>] {
        let rows: [[Value]] = children.sorted().map { [.id($0)] }
        let pairs = try session.rows(ofChildren, rows) { row in
            (try row.id(0, Entity.Child.self), try row.id(1, Entity.Member.self))
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    private static func decode(_ row: any Row) throws -> NoticeRecipient {
        guard let zone = Zone.named(row.text(1)), let currency = Currency(code: row.text(2)) else {
            throw DatabaseError(.corrupt, "a time zone or currency is unknown")
        }
        return NoticeRecipient(
            member: try row.id(0),
            preferences: try NotificationPreferences.decode(row, from: 4, currency),
            zone: zone,
            currency: currency,
            hasDevice: row.flag(3)
        )
    }
}
