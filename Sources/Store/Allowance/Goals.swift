public import Kernel
public import SQL

/// Something a child saves for.
public struct GoalRecord: Sendable, Equatable {
    /// The id.
    public let id: ID<Entity.Goal>
    /// The child.
    public let child: ID<Entity.Child>
    /// What it is.
    public var name: String
    /// What it costs, in minor units.
    public var targetMinor: Int64
    /// When it was set.
    public let createdAt: Timestamp

    /// Makes a record.
    public init(
        id: ID<Entity.Goal>,
        child: ID<Entity.Child>,
        name: String,
        targetMinor: Int64,
        createdAt: Timestamp
    ) {
        self.id = id
        self.child = child
        self.name = name
        self.targetMinor = targetMinor
        self.createdAt = createdAt
    }
}

/// What children save for.
public enum Goals {
    private static let insertion = Statement(
        """
        INSERT INTO goals (id, child_id, name, target_minor, created_by, created_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6)
        """
    )

    /// Adds a goal as the last of its child.
    public static func insert(
        _ goal: GoalRecord,
        by author: ID<Entity.Member>,
        in session: any Session
    ) throws {
        try session.run(
            insertion,
            [
                .id(goal.id), .id(goal.child), .text(goal.name), .integer(goal.targetMinor),
                .id(author), .instant(goal.createdAt),
            ]
        )
    }

    private static let fields = "SELECT g.id, g.child_id, g.name, g.target_minor, g.created_at_ms"
    private static let columns = "\(fields) FROM goals g"
    private static let byID = Statement(
        """
        \(columns) JOIN children c ON c.id = g.child_id JOIN members m ON m.id = c.member_id
        WHERE m.removed_at_ms IS NULL AND g.id = $1 AND m.household_id = $2
        """
    )
    private static let byChild = Statement(
        "\(columns) WHERE g.child_id = $1 ORDER BY g.number LIMIT $2"
    )

    /// Finds a goal of a household's child.
    public static func find(
        _ id: ID<Entity.Goal>,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> GoalRecord? {
        try session.first(byID, [.id(id), .id(household)], decode)
    }

    private static let byIDs = RowsStatement([.text], after: 1) { rows in
        """
        \(fields) FROM (VALUES \(rows)) AS v JOIN goals g ON g.id = v.column1
            JOIN children c ON c.id = g.child_id JOIN members m ON m.id = c.member_id
        WHERE m.removed_at_ms IS NULL AND m.household_id = $1
        """
    }

    /// Goals of a household's children by their ids, in any order.
    public static func list(
        _ ids: [ID<Entity.Goal>],
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> [GoalRecord] {
        try session.rows(byIDs, after: [.id(household)], ids.map { [.id($0)] }, decode)
    }

    /// The goals of a child in the order in which they were set.
    public static func list(
        of child: ID<Entity.Child>,
        in session: any Session
    ) throws -> [GoalRecord] {
        try session.rows(byChild, [.id(child), .count(Limits.goalsPerChild)], decode)
    }

    private static let presence = Statement("SELECT 1 FROM goals WHERE id = $1")

    /// Whether any household has a goal of an id.
    public static func isThere(_ id: ID<Entity.Goal>, in session: any Session) throws -> Bool {
        try session.first(presence, [.id(id)]) { _ in true } ?? false
    }

    private static let update = Statement(
        "UPDATE goals SET name = $2, target_minor = $3, is_unlinked = NULL WHERE id = $1"
    )

    /// Changes what a goal is and what it costs, in minor units.
    public static func update(_ goal: GoalRecord, in session: any Session) throws {
        let values: [Value] = [.id(goal.id), .text(goal.name), .integer(goal.targetMinor)]
        let changed = try session.run(update, values)
        precondition(changed == 1, "a goal that was read is still there")
    }

    private static let deletion = Statement("DELETE FROM goals WHERE id = $1")

    /// Removes a goal.
    public static func delete(_ id: ID<Entity.Goal>, in session: any Session) throws {
        let changed = try session.run(deletion, [.id(id)])
        precondition(changed == 1, "a goal that was read is still there")
    }

    private static let withoutLink = Statement(
        """
        SELECT x.*, m.id, m.household_id
        FROM (\(columns) WHERE is_unlinked = 1 ORDER BY id LIMIT $1) AS x
            JOIN children c ON c.id = x.child_id JOIN members m ON m.id = c.member_id
        """
    )

    /// Some goals of earlier versions that no link of a chain tells of, and whose they are.
    public static func unlinked(
        in session: any Session
    ) throws -> [(record: GoalRecord, owner: RecordOwner)] {
        try session.rows(withoutLink, [.count(Limits.walkRows)]) { row in
            let owner = RecordOwner(member: try row.id(5), household: try row.id(6))
            return (record: try decode(row), owner: owner)
        }
    }

    private static let linking = Statement("UPDATE goals SET is_unlinked = NULL WHERE id = $1")

    /// Notes that a link of a chain tells of a goal.
    public static func noteLinked(_ id: ID<Entity.Goal>, in session: any Session) throws {
        try session.run(linking, [.id(id)])
    }

    private static func decode(_ row: any Row) throws -> GoalRecord {
        GoalRecord(
            id: try row.id(0),
            child: try row.id(1),
            name: row.text(2),
            targetMinor: row.integer(3),
            createdAt: row.instant(4)
        )
    }
}
