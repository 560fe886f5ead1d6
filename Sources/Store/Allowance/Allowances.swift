public import Allowance
public import Kernel
public import SQL

/// A child whose allowance may be due.
public struct DueChild: Sendable, Equatable {
    /// From which day on.
    public let from: CivilDay
    /// The household.
    public let household: ID<Entity.Household>
    /// The child.
    public let child: ID<Entity.Child>
}

/// When children are paid.
public enum Allowances {
    private static let insertion = Statement(
        """
        INSERT INTO allowances
            (child_id, frequency, weekday, month_day, next_due_day, last_due_day, household_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """
    )

    /// Adds a child's schedule.
    public static func insert(
        _ schedule: Schedule,
        of child: ID<Entity.Child>,
        in household: ID<Entity.Household>,
        session: any Session
    ) throws {
        try session.run(insertion, values(of: schedule, child) + [.id(household)])
    }

    private static let update = Statement(
        """
        UPDATE allowances SET frequency = $2, weekday = $3, month_day = $4, next_due_day = $5,
            last_due_day = $6
        WHERE child_id = $1
        """
    )

    /// Stores a child's rhythm and days; its amount is stored by ``setAmount(_:of:in:)``, whether
    /// it is paused by ``pause(_:because:at:in:)``.
    public static func save(
        _ schedule: Schedule,
        of child: ID<Entity.Child>,
        in session: any Session
    ) throws {
        let changed = try session.run(update, values(of: schedule, child))
        precondition(changed == 1, "a child that was read is still there")
    }

    private static func values(of schedule: Schedule, _ child: ID<Entity.Child>) -> [Value] {
        [
            .id(child), .text(schedule.rhythm.frequency.rawValue),
            .integer(schedule.rhythm.weekday.map(Int64.init)),
            .integer(schedule.rhythm.monthDay.map(Int64.init)), .day(schedule.nextDue),
            .day(schedule.lastDue),
        ]
    }

    private static let amount = Statement(
        "UPDATE children SET weekly_allowance_minor = $2 WHERE id = $1"
    )

    /// Stores how much a child is paid on each due day.
    public static func setAmount(
        _ minor: Int64,
        of child: ID<Entity.Child>,
        in session: any Session
    ) throws {
        try session.run(amount, [.id(child), .integer(minor)])
    }

    private static let pausing = Statement(
        """
        UPDATE allowances SET next_due_day = NULL, paused_at_ms = $2, pause_reason = $3
        WHERE child_id = $1
        """
    )

    /// Stores that a child's allowance is paused, or is not any more when there is no reason.
    ///
    /// What it is due when is stored by ``save(_:of:in:)``, after this.
    public static func pause(
        _ child: ID<Entity.Child>,
        because reason: String?,
        at now: Timestamp,
        in session: any Session
    ) throws {
        let pausedAt = reason == nil ? nil : now
        try session.run(pausing, [.id(child), .instant(pausedAt), .text(reason)])
    }

    private static let moving = RowsStatement([.text, .bigint, .bigint]) { rows in
        """
        UPDATE allowances SET next_due_day = v.column2, last_due_day = v.column3
        FROM (VALUES \(rows)) AS v WHERE allowances.child_id = v.column1
        """
    }

    /// Stores the next and the last due day of children's schedules.
    public static func move(
        _ schedules: [(child: ID<Entity.Child>, schedule: Schedule)],
        in session: any Session
    ) throws {
        let changed = try session.run(
            moving,
            schedules.map { [.id($0.child), .day($0.schedule.nextDue), .day($0.schedule.lastDue)] }
        )
        precondition(changed == schedules.count, "children that were read are still there")
    }

    private static let paying = RowsStatement([.text, .bigint]) { rows in
        """
        UPDATE allowances SET last_paid_day = v.column2
        FROM (VALUES \(rows)) AS v
        WHERE child_id = v.column1 AND (last_paid_day IS NULL OR last_paid_day < v.column2)
        """
    }

    /// Stores up to which due day children were paid, each given once.
    public static func notePaid(
        _ days: [(child: ID<Entity.Child>, day: CivilDay)],
        in session: any Session
    ) throws {
        try session.run(paying, days.map { [.id($0.child), .day($0.day)] })
    }

    private static let page = Statement(
        """
        SELECT next_due_day, household_id, child_id FROM allowances
        WHERE next_due_day <= $1 AND (next_due_day, household_id, child_id) > ($2, $3, $4)
        ORDER BY next_due_day, household_id, child_id LIMIT $5
        """
    )

    /// Children whose next due day is that day or earlier, after one, in a fixed order.
    ///
    /// - Complexity: O(children returned), whatever the number of children that are not due.
    public static func due(
        through day: CivilDay,
        after last: DueChild?,
        most: Int,
        in session: any Session
    ) throws -> [DueChild] {
        let values: [Value] = [
            .day(day), .integer(last.map { Int64($0.from.dayNumber) } ?? Int64.min),
            .text(last?.household.text ?? ""), .text(last?.child.text ?? ""),
            .count(most),
        ]
        return try session.rows(page, values) { row in
            DueChild(from: row.day(0), household: try row.id(1), child: try row.id(2))
        }
    }
}
