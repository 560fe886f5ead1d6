public import Kernel
public import SQL

/// What is kept about a member beside the books.
///
/// The chain stays whole, and so does what is recomputed from it: transfers, decisions and edits,
/// annotations, sums of spending and of wallets. So do the cards, because a processor may still
/// tell what came of a charge.
public enum PersonalRecords {
    /// Forgets some of what is kept about a member: there may be any number of records, and
    /// everybody else's writes wait for a transaction.
    ///
    /// - Returns: Whether nothing is left.
    public static func delete(
        _ member: FormerMember,
        upTo most: Int,
        in session: any Session
    ) throws -> Bool {
        let tables = PersonalTable.all
        for table in tables where !table.isHistory {
            _ = try table.delete(member, upTo: most, in: session)
        }
        for table in tables where table.isHistory {
            // What comes later may be named by what is still there.
            guard try table.delete(member, upTo: most, in: session) else { return false }
        }
        return true
    }

    /// Where the address of who is forgotten is, once its own is free.
    public static let forgottenDomain = "deleted.invalid"

    private static let removed = Statement(
        """
        SELECT c.id, m.id, m.household_id
        FROM members m LEFT JOIN children c ON c.member_id = m.id
        WHERE m.removed_at_ms > $1 AND (c.id IS NOT NULL OR m.email LIKE $2)
        ORDER BY m.removed_at_ms LIMIT $3
        """
    )

    /// Children who were taken out of their families lately, and members who were deleted.
    ///
    /// Of some of them something may be left.
    public static func removedMembers(
        now: Timestamp,
        in session: any Session
    ) throws -> [FormerMember] {
        let since = now.adding(milliseconds: -Limits.removalMilliseconds)
        let values: [Value] = [
            .instant(since), .text("%@\(forgottenDomain)"), .count(Limits.walkRows),
        ]
        return try session.rows(removed, values) { row in
            FormerMember(
                id: try row.id(1),
                household: try row.id(2),
                child: try row.optionalID(0)
            )
        }
    }
}
