public import Kernel
public import SQL

/// What is stored of entries, for comparing it with a recomputation.
extension Entries {
    private static let ofAccount = Statement(
        """
        SELECT COUNT(*), CAST(COALESCE(SUM(amount_minor), 0) AS BIGINT)
        FROM entries WHERE member_id = $1 AND account_id = $2 AND removed_at_ms IS NULL
        """
    )

    /// How many entries of an account are shown, and what they come to; above zero went out.
    ///
    /// - Complexity: O(*n*).
    public static func shown(
        in account: ID<Entity.Account>,
        of member: ID<Entity.Member>,
        session: any Session
    ) throws -> (count: Int64, minor: Int64) {
        let values: [Value] = [.id(member), .id(account)]
        return try session.first(ofAccount, values) { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
    }

    private static let edited = RowsStatement([.text]) { rows in
        """
        SELECT e.transfer_id, e.id, e.member_id
        FROM (VALUES \(rows)) AS v JOIN entries e ON e.transfer_id = v.column1
            JOIN annotations a ON a.transfer_id = e.transfer_id
            JOIN members m ON m.id = e.member_id
        WHERE a.is_unlinked IS NULL AND m.removed_at_ms IS NULL
        """
    }

    /// An entry that somebody edited, and whose it is.
    public typealias Edited = (
        transfer: ID<Entity.Transfer>, entry: ID<Entity.Entry>, member: ID<Entity.Member>
    )

    /// The entries of annotated transfers; none of who was taken out of its household, nor of an
    /// annotation that no link tells of yet.
    public static func edited(
        of transfers: some Collection<ID<Entity.Transfer>>,
        in session: any Session
    ) throws -> [Edited] {
        try session.rows(edited, transfers.map { [.id($0)] }) { row in
            (transfer: try row.id(0), entry: try row.id(1), member: try row.id(2))
        }
    }

    private static let differences = [
        Statement(
            """
            SELECT 1 FROM (
                SELECT day, account_id, category, SUM(entries) AS entries,
                    SUM(expenses) AS expenses, SUM(minor) AS minor
                FROM (
                    SELECT day, account_id, category, 1 AS entries,
                        CASE WHEN amount_minor > 0 THEN 1 ELSE 0 END AS expenses,
                        CASE WHEN amount_minor > 0 THEN amount_minor ELSE 0 END AS minor
                    FROM entries WHERE member_id = $1 AND removed_at_ms IS NULL
                    UNION ALL
                    SELECT day, account_id, category, -entry_count, -expense_count, -expense_minor
                    FROM entry_days WHERE member_id = $1
                ) AS parts GROUP BY day, account_id, category
            ) AS sums WHERE entries <> 0 OR expenses <> 0 OR minor <> 0 LIMIT 1
            """
        ),
        Statement(
            """
            SELECT 1 FROM (
                SELECT period, account_id, category, SUM(entries) AS entries
                FROM (
                    SELECT (day + 1048576) / 32 AS period, account_id, category,
                        entry_count AS entries
                    FROM entry_days WHERE member_id = $1
                    UNION ALL
                    SELECT period, account_id, category, -entry_count
                    FROM entry_periods WHERE member_id = $1
                ) AS parts GROUP BY period, account_id, category
            ) AS sums WHERE entries <> 0 LIMIT 1
            """
        ),
    ]

    /// Whether the sums of a member's entries are those of the entries.
    ///
    /// - Complexity: O(*n*).
    public static func sumsHold(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> Bool {
        try differences.allSatisfy { try session.first($0, [.id(member)]) { _ in true } == nil }
    }
}
