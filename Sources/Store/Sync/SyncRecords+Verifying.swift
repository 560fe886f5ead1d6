public import Kernel
public import SQL

extension SyncRecords {
    /// Where values are kept, by kind, and whose they are.
    private static let values = """
        SELECT 'rule' AS kind, id, member_id FROM rules
        UNION ALL SELECT 'geofence', id, member_id FROM geofences
        UNION ALL SELECT 'child', id, member_id FROM children
        UNION ALL SELECT 'chore', v.id, c.member_id
            FROM chores v JOIN children c ON c.id = v.child_id WHERE v.is_unlinked IS NULL
        UNION ALL SELECT 'goal', v.id, c.member_id
            FROM goals v JOIN children c ON c.id = v.child_id WHERE v.is_unlinked IS NULL
        UNION ALL SELECT 'card', id, member_id FROM reward_cards
        UNION ALL SELECT 'preferences', member_id, member_id FROM reward_preferences
        """

    private static let lonely = Statement(
        """
        SELECT v.kind || ' ' || v.id FROM members m JOIN (\(values)) v ON v.member_id = m.id
        WHERE m.household_id = $1 AND m.removed_at_ms IS NULL AND v.kind <> 'child' AND NOT EXISTS (
            SELECT 1 FROM sync_records s WHERE s.household_id = $1
                AND s.kind = v.kind AND s.id = v.id AND s.removed_at_ms IS NULL
        )
        LIMIT 1
        """
    )

    private static let empty = Statement(
        """
        SELECT s.kind || ' ' || s.id FROM sync_records s
        WHERE s.household_id = $1 AND s.removed_at_ms IS NULL
            AND s.kind NOT IN ('policy', 'transactionEdit') AND NOT EXISTS (
                SELECT 1 FROM (\(values)) v
                WHERE v.member_id = s.member_id AND v.kind = s.kind AND v.id = s.id
            )
        LIMIT 1
        """
    )

    private static let lonelyEdit = Statement(
        """
        SELECT 'transactionEdit ' || e.id FROM members m JOIN entries e ON e.member_id = m.id
            JOIN annotations a ON a.transfer_id = e.transfer_id
        WHERE m.household_id = $1 AND m.removed_at_ms IS NULL AND e.removed_at_ms IS NULL
            AND a.is_unlinked IS NULL AND NOT EXISTS (
                SELECT 1 FROM sync_records s WHERE s.household_id = $1
                    AND s.kind = 'transactionEdit' AND s.id = e.id
            )
        LIMIT 1
        """
    )

    private static let emptyEdit = Statement(
        """
        SELECT s.kind || ' ' || s.id FROM sync_records s
            LEFT JOIN entries e ON e.id = s.id AND e.member_id = s.member_id
            LEFT JOIN annotations a ON a.transfer_id = e.transfer_id
        WHERE s.household_id = $1 AND s.kind = 'transactionEdit' AND a.transfer_id IS NULL
        LIMIT 1
        """
    )

    /// A record without a value, or a value of a member of the household that is no record.
    ///
    /// A child is a record from the link on that says that it joined; a chore, a goal or an edit of
    /// a transaction of an earlier version from the one on that it gets when the server starts.
    public static func misfit(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> String? {
        for statement in [lonely, empty, lonelyEdit, emptyEdit] {
            let found = try session.first(statement, [.id(household)]) { $0.text(0) }
            if let found { return found }
        }
        return nil
    }
}
