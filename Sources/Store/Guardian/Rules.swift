public import Kernel
public import SQL

/// A monthly limit as it is stored.
public struct RuleRecord: Sendable, Equatable {
    /// The integer id.
    public let number: Serial<Entity.Rule>
    /// The normalised category.
    public let category: String
    /// The limit in minor units; 0 blocks the category.
    public let monthlyLimitMinor: Int64
}

/// The monthly limits of all members.
public enum Rules {
    private static let limitSelection = Statement(
        "SELECT monthly_limit_minor FROM rules WHERE member_id = $1 AND category = $2"
    )

    /// The member's limit for a category, in minor units.
    public static func limitMinor(
        of member: ID<Entity.Member>,
        for category: String,
        in session: any Session
    ) throws -> Int64? {
        try session.first(limitSelection, [.id(member), .text(category)]) { $0.integer(0) }
    }

    private static let list = Statement(
        """
        SELECT number, category, monthly_limit_minor FROM rules
        WHERE member_id = $1 ORDER BY number LIMIT $2
        """
    )

    /// The member's limits, ordered by integer id.
    public static func list(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [RuleRecord] {
        try session.rows(list, [.id(member), .count(Limits.rulesPerMember)]) { row in
            RuleRecord(
                number: row.serial(0),
                category: row.text(1),
                monthlyLimitMinor: row.integer(2)
            )
        }
    }

    private static let count = Statement("SELECT COUNT(*) FROM rules WHERE member_id = $1")

    /// How many limits the member has.
    public static func count(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> Int {
        Int(try session.first(count, [.id(member)]) { $0.integer(0) } ?? 0)
    }

    private static let upsert = Statement(
        """
        INSERT INTO rules (member_id, category, monthly_limit_minor, changed_at_ms)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (member_id, category) DO UPDATE SET
            monthly_limit_minor = excluded.monthly_limit_minor,
            changed_at_ms = excluded.changed_at_ms
        RETURNING number
        """
    )

    /// Sets the member's limit for a category.
    ///
    /// - Returns: The integer id, which stays when a limit is set anew.
    public static func set(
        _ monthlyLimitMinor: Int64,
        of member: ID<Entity.Member>,
        for category: String,
        now: Timestamp,
        in session: any Session
    ) throws -> Serial<Entity.Rule> {
        let values: [Value] = [
            .id(member), .text(category), .integer(monthlyLimitMinor), .instant(now),
        ]
        return try session.first(upsert, values) { $0.serial(0) }
            .orCorrupt("a limit was set and not returned")
    }

    private static let deletion = Statement(
        "DELETE FROM rules WHERE number = $1 AND member_id = $2 RETURNING category"
    )

    /// Removes a limit of a member.
    ///
    /// - Returns: Its category; `nil` when there was none.
    public static func delete(
        _ number: Serial<Entity.Rule>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> String? {
        try session.first(deletion, [.integer(number.value), .id(member)]) { $0.text(0) }
    }
}
