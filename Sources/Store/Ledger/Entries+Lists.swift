public import Kernel
public import SQL

/// What lists of a member's transactions read.
extension Entries {
    private static let dayPage = Statement(
        """
        \(columns) WHERE e.member_id = $1 AND e.day = $2 AND e.removed_at_ms IS NULL
        ORDER BY e.number DESC LIMIT $3 OFFSET $4
        """
    )

    /// Entries of a member on one day, the newest first.
    public static func list(
        of member: ID<Entity.Member>,
        on day: CivilDay,
        limit: Int,
        offset: Int64,
        in session: any Session
    ) throws -> [EntryRecord] {
        let values: [Value] = [.id(member), .day(day), .count(limit), .integer(offset)]
        return try session.rows(dayPage, values) { try decode($0) }
    }

    private static let day = Statement(
        """
        \(columns) WHERE e.member_id = $1 AND e.day = $2 AND e.removed_at_ms IS NULL
        ORDER BY e.number DESC
        """
    )

    /// Shows every entry of a member on one day to `look`, the newest first, until it has enough.
    ///
    /// - Complexity: O(entries of the day), whatever the history's length.
    public static func visit(
        of member: ID<Entity.Member>,
        on day: CivilDay,
        in session: any Session,
        _ look: (EntryRecord) -> Bool
    ) throws {
        try session.visit(self.day, [.id(member), .day(day)]) { row in look(try decode(row)) }
    }

    private static let restOfDay = Statement(
        """
        \(columns) WHERE e.member_id = $1 AND e.day = $2 AND e.number < $3
            AND e.removed_at_ms IS NULL
        ORDER BY e.number DESC LIMIT $4
        """
    )
    private static let earlierDays = Statement(
        """
        \(columns) WHERE e.member_id = $1 AND e.day < $2 AND e.removed_at_ms IS NULL
        ORDER BY e.day DESC, e.number DESC LIMIT $3
        """
    )

    /// A piece of a member's entries for walking all of them, the newest day first, and on a day
    /// the newest entry first: those on a day with a lower number, and those of earlier days.
    ///
    /// In two statements, because SQLite finds a place by day and number in none.
    public static func list(
        of member: ID<Entity.Member>,
        before day: CivilDay,
        _ number: Int64 = 0,
        in session: any Session
    ) throws -> [EntryRecord] {
        let most = Limits.walkRows
        var values: [Value] = [.id(member), .day(day), .integer(number), .count(most)]
        let rest = try session.rows(restOfDay, values) { try decode($0) }
        guard rest.count < most else { return rest }
        values = [.id(member), .day(day), .count(most - rest.count)]
        return rest + (try session.rows(earlierDays, values) { try decode($0) })
    }

    private static let changes = Statement(
        """
        \(columns) WHERE e.member_id = $1 AND e.removed_at_ms IS NULL
            AND (e.changed_at_ms, e.number) > ($2, $3)
        ORDER BY e.changed_at_ms, e.number LIMIT $4
        """
    )

    /// Entries of a member that changed after an instant, or at it and have a higher number; the
    /// earliest changed first.
    public static func changed(
        of member: ID<Entity.Member>,
        after instant: Timestamp,
        _ number: Int64 = .max,
        limit: Int,
        in session: any Session
    ) throws -> [EntryRecord] {
        let values: [Value] = [
            .id(member), .instant(instant), .integer(number), .count(limit),
        ]
        return try session.rows(changes, values) { try decode($0) }
    }
}
