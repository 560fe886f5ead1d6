public import SQL

/// What is kept about a member beside the books.
///
/// The chain stays whole, and so does what is recomputed from it: transfers, decisions and edits,
/// annotations, sums of spending and of wallets. So do the cards, because a processor may still
/// tell what came of a charge.
public enum PersonalRecords {
    /// Children before parents: an approval names the override that it led to.
    private static let ofMember = [
        Statement("DELETE FROM approvals WHERE member_id = $1"),
        Statement("DELETE FROM overrides WHERE member_id = $1"),
        Statement("DELETE FROM rules WHERE member_id = $1"),
        Statement("DELETE FROM geofences WHERE member_id = $1"),
        Statement("DELETE FROM pings WHERE member_id = $1"),
        Statement("DELETE FROM location_checks WHERE member_id = $1"),
        Statement("DELETE FROM profiles WHERE member_id = $1"),
        Statement("DELETE FROM scores WHERE member_id = $1"),
        Statement("DELETE FROM feedback WHERE member_id = $1"),
        Statement("DELETE FROM offsets WHERE member_id = $1"),
        Statement("DELETE FROM idempotency_keys WHERE caller = $1"),
        Statement("DELETE FROM authorization_codes WHERE member_id = $1"),
        Statement("DELETE FROM external_identities WHERE member_id = $1"),
        Statement("DELETE FROM totp_factors WHERE member_id = $1"),
        Statement("DELETE FROM recovery_codes WHERE member_id = $1"),
        Statement("DELETE FROM passkeys WHERE member_id = $1"),
        Statement("DELETE FROM auth_events WHERE member_id = $1"),
        Statement(
            """
            DELETE FROM refresh_tokens
            WHERE session_id IN (SELECT id FROM sessions WHERE member_id = $1)
            """
        ),
    ]
    private static let events = Statement(
        "DELETE FROM events WHERE household_id = $1 AND member_id = $2"
    )
    private static let ofChild = [
        Statement("DELETE FROM goals WHERE child_id = $1"),
        Statement("DELETE FROM chores WHERE child_id = $1"),
        Statement("DELETE FROM money_requests WHERE child_id = $1"),
    ]

    /// Forgets what is kept about a child.
    ///
    /// - Throws: `DatabaseError`.
    public static func delete(_ child: ChildProfile, in session: any Session) throws {
        for statement in ofMember { try session.run(statement, [.id(child.member)]) }
        try session.run(events, [.id(child.household), .id(child.member)])
        for statement in ofChild { try session.run(statement, [.id(child.id)]) }
    }
}
