public import Kernel
public import SQL

/// What is kept about a member beside the books.
///
/// The chain stays whole, and so does what is recomputed from it: transfers, decisions and edits,
/// annotations, sums of spending and of wallets. So do the cards, because a processor may still
/// tell what came of a charge.
public enum PersonalRecords {
    /// Forgets some of what is kept about a child: there may be any number of records, and
    /// everybody else's writes wait for a transaction.
    ///
    /// - Returns: Whether nothing is left.
    public static func delete(
        _ child: FormerChild,
        upTo most: Int,
        in session: any Session
    ) throws -> Bool {
        let tables = PersonalTable.all
        for table in tables where !table.isHistory {
            _ = try table.delete(child, upTo: most, in: session)
        }
        for table in tables where table.isHistory {
            // What comes later may be named by what is still there.
            guard try table.delete(child, upTo: most, in: session) else { return false }
        }
        return true
    }

    private static let removed = Statement(
        """
        SELECT c.id, m.id, m.household_id FROM members m JOIN children c ON c.member_id = m.id
        WHERE m.removed_at_ms > $1 ORDER BY m.removed_at_ms LIMIT $2
        """
    )

    /// Children who were taken out of their families lately; of some of them something may be left.
    public static func removedChildren(
        now: Timestamp,
        in session: any Session
    ) throws -> [FormerChild] {
        let since = now.adding(milliseconds: -Limits.removalMilliseconds)
        return try session.rows(removed, [.instant(since), .count(Limits.walkRows)]) { row in
            FormerChild(id: try row.id(0), member: try row.id(1), household: try row.id(2))
        }
    }
}
