public import Kernel
public import SQL

/// What is kept about a member beside the books.
///
/// The chain stays whole, and so does what is recomputed from it: transfers, decisions and edits,
/// annotations, sums of spending and of wallets. So do the cards, because a processor may still
/// tell what came of a charge.
public enum PersonalRecords {
    /// Children before parents: an approval names the override that it led to.
    private static let ofMember = [
        Statement(
            """
            DELETE FROM approvals WHERE number IN (
                SELECT number FROM approvals WHERE member_id = $1 LIMIT $2
            )
            """
        ),
        Statement(
            """
            DELETE FROM overrides WHERE number IN (
                SELECT number FROM overrides WHERE member_id = $1 LIMIT $2
            )
            """
        ),
        Statement(
            """
            DELETE FROM pings WHERE number IN (
                SELECT number FROM pings WHERE member_id = $1 LIMIT $2
            )
            """
        ),
        Statement(
            """
            DELETE FROM location_checks WHERE number IN (
                SELECT number FROM location_checks WHERE member_id = $1 LIMIT $2
            )
            """
        ),
        Statement(
            """
            DELETE FROM scores WHERE id IN (
                SELECT id FROM scores WHERE member_id = $1 LIMIT $2
            )
            """
        ),
        Statement(
            """
            DELETE FROM feedback WHERE number IN (
                SELECT number FROM feedback WHERE member_id = $1 LIMIT $2
            )
            """
        ),
        Statement(
            """
            DELETE FROM offsets WHERE (member_id, kind, word) IN (
                SELECT member_id, kind, word FROM offsets WHERE member_id = $1 LIMIT $2
            )
            """
        ),
        Statement(
            """
            DELETE FROM idempotency_keys WHERE (caller, operation, key) IN (
                SELECT caller, operation, key FROM idempotency_keys WHERE caller = $1 LIMIT $2
            )
            """
        ),
        Statement(
            """
            DELETE FROM authorization_codes WHERE hash IN (
                SELECT hash FROM authorization_codes WHERE member_id = $1 LIMIT $2
            )
            """
        ),
        Statement(
            """
            DELETE FROM auth_events WHERE number IN (
                SELECT number FROM auth_events WHERE member_id = $1 LIMIT $2
            )
            """
        ),
        Statement(
            """
            DELETE FROM refresh_tokens WHERE hash IN (
                SELECT r.hash FROM sessions s JOIN refresh_tokens r ON r.session_id = s.id
                WHERE s.member_id = $1 LIMIT $2
            )
            """
        ),
    ]
    /// Of these there are few.
    private static let fewOfMember = [
        Statement("DELETE FROM rules WHERE member_id = $1"),
        Statement("DELETE FROM geofences WHERE member_id = $1"),
        Statement("DELETE FROM profiles WHERE member_id = $1"),
        Statement("DELETE FROM external_identities WHERE member_id = $1"),
        Statement("DELETE FROM totp_factors WHERE member_id = $1"),
        Statement("DELETE FROM recovery_codes WHERE member_id = $1"),
        Statement("DELETE FROM passkeys WHERE member_id = $1"),
    ]
    private static let events = Statement(
        """
        DELETE FROM events WHERE number IN (
            SELECT number FROM events WHERE household_id = $1 AND member_id = $2 LIMIT $3
        )
        """
    )
    private static let ofChild = [
        Statement(
            """
            DELETE FROM chores WHERE number IN (
                SELECT number FROM chores WHERE child_id = $1 LIMIT $2
            )
            """
        ),
        Statement(
            """
            DELETE FROM money_requests WHERE number IN (
                SELECT number FROM money_requests WHERE child_id = $1 LIMIT $2
            )
            """
        ),
    ]
    private static let goals = Statement("DELETE FROM goals WHERE child_id = $1")

    /// Forgets some of what is kept about a child: there may be any number of records, and
    /// everybody else's writes wait for a transaction.
    ///
    /// - Returns: Whether nothing is left.
    /// - Throws: `DatabaseError`.
    public static func delete(
        _ child: FormerChild,
        upTo most: Int,
        in session: any Session
    ) throws -> Bool {
        for statement in fewOfMember { try session.run(statement, [.id(child.member)]) }
        for statement in ofMember {
            let count = try session.run(statement, [.id(child.member), .count(most)])
            // What comes later may be named by what is still there.
            guard count < most else { return false }
        }
        let values: [Value] = [.id(child.household), .id(child.member), .count(most)]
        guard try session.run(events, values) < most else { return false }
        for statement in ofChild {
            let count = try session.run(statement, [.id(child.id), .count(most)])
            guard count < most else { return false }
        }
        try session.run(goals, [.id(child.id)])
        return true
    }

    private static let removed = Statement(
        """
        SELECT c.id, m.id, m.household_id FROM members m JOIN children c ON c.member_id = m.id
        WHERE m.removed_at_ms > $1 ORDER BY m.removed_at_ms LIMIT $2
        """
    )

    /// Children who were taken out of their families lately; of some of them something may be left.
    ///
    /// - Throws: `DatabaseError`.
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
