public import Kernel
public import SQL

/// Something a child saves for.
public struct GoalRecord: Sendable, Equatable {
    /// The id.
    public let id: ID<Entity.Goal>
    /// The child.
    public let child: ID<Entity.Child>
    /// What it is.
    public let name: String
    /// What it costs, in minor units.
    public let targetMinor: Int64
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

    private static let columns = """
        SELECT g.id, g.child_id, g.name, g.target_minor, g.created_at_ms FROM goals g
        """
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

    /// The goals of a child in the order in which they were set.
    public static func list(
        of child: ID<Entity.Child>,
        in session: any Session
    ) throws -> [GoalRecord] {
        try session.rows(byChild, [.id(child), .count(Limits.goalsPerChild)], decode)
    }

    private static let update = Statement(
        "UPDATE goals SET name = $2, target_minor = $3 WHERE id = $1"
    )

    /// Changes what a goal is and what it costs, in minor units.
    public static func update(
        _ id: ID<Entity.Goal>,
        name: String,
        targetMinor: Int64,
        in session: any Session
    ) throws {
        let changed = try session.run(update, [.id(id), .text(name), .integer(targetMinor)])
        precondition(changed == 1, "a goal that was read is still there")
    }

    private static let deletion = Statement("DELETE FROM goals WHERE id = $1")

    /// Removes a goal.
    public static func delete(_ id: ID<Entity.Goal>, in session: any Session) throws {
        let changed = try session.run(deletion, [.id(id)])
        precondition(changed == 1, "a goal that was read is still there")
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
