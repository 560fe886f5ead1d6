public import Kernel
public import SQL

extension Entries {
    private static let moving = RowsStatement([.text, .bigint]) { rows in
        """
        UPDATE entries SET day = v.column2
        FROM (VALUES \(rows)) AS v
        WHERE entries.transfer_id = v.column1
        """
    }
    private static let sumsRemoval = [
        Statement("DELETE FROM entry_days WHERE member_id = $1"),
        Statement("DELETE FROM entry_periods WHERE member_id = $1"),
    ]
    private static let sums = [
        Statement(
            """
            INSERT INTO entry_days
                (member_id, day, account_id, category, entry_count, expense_count, expense_minor)
            SELECT member_id, day, account_id, category, COUNT(*),
                CAST(SUM(CASE WHEN amount_minor > 0 THEN 1 ELSE 0 END) AS BIGINT),
                CAST(SUM(CASE WHEN amount_minor > 0 THEN amount_minor ELSE 0 END) AS BIGINT)
            FROM entries WHERE member_id = $1 AND removed_at_ms IS NULL
            GROUP BY member_id, day, account_id, category
            """
        ),
        Statement(
            """
            INSERT INTO entry_periods (member_id, period, account_id, category, entry_count)
            SELECT member_id, (day + 1048576) / 32, account_id, category,
                CAST(SUM(entry_count) AS BIGINT)
            FROM entry_days WHERE member_id = $1
            GROUP BY member_id, (day + 1048576) / 32, account_id, category
            """
        ),
    ]

    /// Moves entries to other days, because the household has another time zone.
    ///
    /// `days`: The day of what last counted of each, by the transfer that began it.
    public static func move(
        to days: [ID<Entity.Transfer>: CivilDay],
        in session: any Session
    ) throws {
        let rows = days.sorted { $0.key < $1.key }.map { [Value.id($0.key), .day($0.value)] }
        try session.run(moving, rows)
    }

    /// Sums a member's entries anew.
    public static func recount(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws {
        for removal in sumsRemoval { try session.run(removal, [.id(member)]) }
        for insertion in sums { try session.run(insertion, [.id(member)]) }
    }
}
