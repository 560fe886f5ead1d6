public import Kernel
public import Ledger
public import SQL

/// A transfer with what lists tell of the movement that it is a part of.
public struct ToldTransfer: Sendable, Equatable {
    /// The transfer.
    public let transfer: Transfer
    /// The position in the household's chain.
    public let sequence: Int64
    /// The transfer that began the movement: the one that this settles or takes back, or itself.
    public let origin: ID<Entity.Transfer>
    /// What the movement is called; `nil` when no list shows it.
    public let name: String?
    /// The member's edit of its category, else what was reported; `nil` when no list shows it.
    public let category: String?
}

extension Transfers {
    // A movement between two listed accounts has two entries of one name; the first one tells it.
    private static let telling = Statement(
        """
        SELECT t.id, t.household_id, t.debit_account_id, t.credit_account_id, t.amount_minor,
            t.currency, t.kind, t.phase, t.pending_id, t.reverses_id, t.member_id, t.merchant,
            t.category, t.description, t.provider, t.provider_record, t.occurred_at_ms, t.day,
            t.recorded_at_ms, t.chained_day, t.replaces_id, t.sequence,
            COALESCE(o.pending_id, o.id), e.name, e.category
        FROM transfers t
        JOIN transfers o ON o.id = COALESCE(t.reverses_id, t.id)
        LEFT JOIN entries e ON e.number = (
            SELECT number FROM entries WHERE transfer_id = COALESCE(o.pending_id, o.id)
            ORDER BY number LIMIT 1
        )
        WHERE t.household_id = $1 AND t.sequence > $2 AND t.sequence <= $3
        ORDER BY t.sequence LIMIT $4
        """
    )

    /// A piece of a household's transfers for walking all of them, in the order of recording: those
    /// after a place in the chain, up to another one.
    public static func told(
        of household: ID<Entity.Household>,
        after sequence: Int64,
        upTo last: Int64,
        in session: any Session
    ) throws -> [ToldTransfer] {
        let values: [Value] = [
            .id(household), .integer(sequence), .integer(last), .count(Limits.walkRows),
        ]
        return try session.rows(telling, values) { row in
            ToldTransfer(
                transfer: try decode(row),
                sequence: row.integer(21),
                origin: try row.id(22),
                name: row.optionalText(23),
                category: row.optionalText(24)
            )
        }
    }
}
