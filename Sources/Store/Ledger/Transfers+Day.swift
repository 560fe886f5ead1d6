public import Kernel
public import Ledger
public import SQL

/// A transfer that was not taken back, with what its member made of it.
public struct AnnotatedTransfer: Sendable, Equatable {
    /// The transfer; whether it is a final purchase is for the caller to see.
    public let transfer: Transfer
    /// The member's edit.
    public let annotation: AnnotationRecord?
}

extension Transfers {
    private static let selectionOfDay = Statement(
        """
        SELECT t.id, t.household_id, t.debit_account_id, t.credit_account_id, t.amount_minor,
            t.currency, t.kind, t.phase, t.pending_id, t.reverses_id, t.member_id, t.merchant,
            t.category, t.description, t.provider, t.provider_record, t.occurred_at_ms, t.day,
            t.recorded_at_ms, t.chained_day, t.replaces_id, t.number, a.transfer_id,
            a.category, a.notes
        FROM transfers t
        LEFT JOIN annotations a ON a.transfer_id = COALESCE(t.pending_id, t.id)
        WHERE t.member_id = $1 AND t.day = $2 AND t.number > $3 AND t.occurred_at_ms >= $4
            AND NOT EXISTS (SELECT 1 FROM transfers r WHERE r.reverses_id = t.id)
        ORDER BY t.number LIMIT $5
        """
    )

    /// A member's transfers of one day from an instant on, without those that were taken back, in
    /// the order of recording.
    ///
    /// - Complexity: O(transfers of the day), whatever the history's length.
    public static func list(
        of member: ID<Entity.Member>,
        on day: CivilDay,
        from start: Timestamp,
        in session: any Session
    ) throws -> [AnnotatedTransfer] {
        var transfers: [AnnotatedTransfer] = []
        var last: Int64 = 0
        while true {
            let page: [Value] = [
                .id(member), .day(day), .integer(last), .instant(start), .count(Limits.walkRows),
            ]
            let rows = try session.rows(selectionOfDay, page) { row in
                last = row.integer(21)
                return AnnotatedTransfer(transfer: try decode(row), annotation: annotation(row))
            }
            transfers += rows
            guard rows.count == Limits.walkRows else { return transfers }
        }
    }

    private static func annotation(_ row: any Row) -> AnnotationRecord? {
        guard !row.isNull(22) else { return nil }
        return AnnotationRecord(category: row.optionalText(23), notes: row.optionalText(24))
    }
}
