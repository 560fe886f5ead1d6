public import Kernel
public import SQL

/// A monthly limit as it is stored.
public struct RuleRecord: Sendable, Equatable {
    /// The integer id.
    public let number: Serial<Entity.Rule>
    /// The id under which devices copy it.
    public let id: ID<Entity.Rule>
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
        SELECT number, id, category, monthly_limit_minor FROM rules
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
                id: try row.id(1),
                category: row.text(2),
                monthlyLimitMinor: row.integer(3)
            )
        }
    }

    private static let copied = RowsStatement([.text], after: 1) { rows in
        """
        SELECT r.number, r.id, r.category, r.monthly_limit_minor, r.member_id
        FROM (VALUES \(rows)) AS v JOIN rules r ON r.id = v.column1
            JOIN members m ON m.id = r.member_id
        WHERE m.household_id = $1 AND m.removed_at_ms IS NULL
        """
    }

    /// Limits of a household by the ids that they are copied under, in any order, and whose they
    /// are.
    public static func list(
        _ ids: [ID<Entity.Rule>],
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> [(rule: RuleRecord, member: ID<Entity.Member>)] {
        try session.rows(copied, after: [.id(household)], ids.map { [.id($0)] }) { row in
            let rule = RuleRecord(
                number: row.serial(0),
                id: try row.id(1),
                category: row.text(2),
                monthlyLimitMinor: row.integer(3)
            )
            return (rule: rule, member: try row.id(4))
        }
    }

    private static let idSelection = Statement(
        "SELECT id FROM rules WHERE member_id = $1 AND category = $2"
    )

    /// The id that the member's limit for a category is copied under.
    public static func id(
        of member: ID<Entity.Member>,
        for category: String,
        in session: any Session
    ) throws -> ID<Entity.Rule>? {
        try session.first(idSelection, [.id(member), .text(category)]) { try $0.id(0) }
    }

    private static let presence = Statement("SELECT 1 FROM rules WHERE id = $1")

    /// Whether any household has a limit of an id.
    public static func isThere(_ id: ID<Entity.Rule>, in session: any Session) throws -> Bool {
        try session.first(presence, [.id(id)]) { _ in true } ?? false
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
        INSERT INTO rules (id, member_id, category, monthly_limit_minor, changed_at_ms)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (member_id, category) DO UPDATE SET
            monthly_limit_minor = excluded.monthly_limit_minor,
            changed_at_ms = excluded.changed_at_ms
        RETURNING number, id
        """
    )

    /// Sets the member's limit for a category.
    ///
    /// `id`: What it is copied under where it is new.
    ///
    /// - Returns: The limit, whose ids stay when it is set anew.
    public static func set(
        _ monthlyLimitMinor: Int64,
        of member: ID<Entity.Member>,
        for category: String,
        id: ID<Entity.Rule>,
        now: Timestamp,
        in session: any Session
    ) throws -> RuleRecord {
        let values: [Value] = [
            .id(id), .id(member), .text(category), .integer(monthlyLimitMinor), .instant(now),
        ]
        return try session.first(upsert, values) { row in
            RuleRecord(
                number: row.serial(0),
                id: try row.id(1),
                category: category,
                monthlyLimitMinor: monthlyLimitMinor
            )
        }.orCorrupt("a limit was set and not returned")
    }

    private static let deletion = Statement(
        "DELETE FROM rules WHERE number = $1 AND member_id = $2 RETURNING id, category"
    )

    /// Removes a limit of a member.
    ///
    /// - Returns: Its id and its category; `nil` when there was none.
    public static func delete(
        _ number: Serial<Entity.Rule>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> (id: ID<Entity.Rule>, category: String)? {
        try session.first(deletion, [.integer(number.value), .id(member)]) { row in
            (id: try row.id(0), category: row.text(1))
        }
    }
}
