public import Kernel
public import Ledger
public import SQL

/// An entry as it is stored.
public struct EntryRecord: Sendable, Equatable {
    /// Its integer id.
    public let number: Serial<Entity.Entry>
    /// The entry.
    public var entry: Entry
    /// The member's notes.
    public let notes: String?
    /// The day the member made it, where a bank tells it.
    public let authorizedDay: CivilDay?
}

/// What lists of transactions show, of all households.
public enum Entries {
    private static let insertion = RowsStatement(
        [.text, .text, .text, .text, .bigint, .bigint, .text, .text, .text, .bigint, .bigint]
    ) { rows in
        """
        INSERT INTO entries
            (id, transfer_id, account_id, member_id, amount_minor, day, name, merchant, category,
             is_pending, changed_at_ms)
        VALUES \(rows)
        """
    }

    /// Records new entries, which are shown.
    public static func insert(_ entries: [Entry], in session: any Session) throws {
        try session.run(
            insertion,
            entries.map { entry in
                [
                    .id(entry.id), .id(entry.transfer), .id(entry.account), .id(entry.member),
                    .integer(entry.amountMinor), .day(entry.day), .text(entry.name),
                    .text(entry.merchant), .text(entry.category), .flag(entry.isPending),
                    .instant(entry.changedAt),
                ]
            }
        )
    }

    private static let update = Statement(
        """
        UPDATE entries SET amount_minor = $2, day = $3, name = $4, merchant = $5, category = $6,
            is_pending = $7, changed_at_ms = $8, removed_at_ms = $9, transfer_id = $10
        WHERE id = $1
        """
    )

    /// Stores what became of an entry.
    public static func save(_ entry: Entry, in session: any Session) throws {
        let changed = try session.run(
            update,
            [
                .id(entry.id), .integer(entry.amountMinor), .day(entry.day), .text(entry.name),
                .text(entry.merchant), .text(entry.category), .flag(entry.isPending),
                .instant(entry.changedAt), .instant(entry.removedAt), .id(entry.transfer),
            ]
        )
        precondition(changed == 1, "an entry that was read is still there")
    }

    /// What a query selects of an entry that it calls `e`, with the annotation it calls `a` and the
    /// bank's record it calls `r`.
    static let columns = """
        SELECT e.number, e.id, e.transfer_id, e.account_id, e.member_id, e.amount_minor, e.day,
            e.name, e.merchant, e.category, e.is_pending, e.changed_at_ms, e.removed_at_ms, a.notes,
            r.authorized_day
        FROM entries e LEFT JOIN annotations a ON a.transfer_id = e.transfer_id
        LEFT JOIN bank_records r ON r.transfer_id = e.transfer_id
        """
    private static let byTransfer = Statement(
        """
        \(columns) WHERE e.transfer_id = (
            SELECT COALESCE(pending_id, id) FROM transfers WHERE id = $1
        ) ORDER BY e.number
        """
    )

    /// The entries of a transfer, at most two, whether it began them or settled what did.
    public static func list(
        of transfer: ID<Entity.Transfer>,
        in session: any Session
    ) throws -> [EntryRecord] {
        try session.rows(byTransfer, [.id(transfer)]) { try decode($0) }
    }

    /// Decodes the columns of ``columns``.
    static func decode(_ row: any Row) throws -> EntryRecord {
        EntryRecord(
            number: row.serial(0),
            entry: Entry(
                id: try row.id(1),
                transfer: try row.id(2),
                account: try row.id(3),
                member: try row.id(4),
                amountMinor: row.integer(5),
                day: row.day(6),
                name: row.text(7),
                merchant: row.optionalText(8),
                category: row.text(9),
                isPending: row.flag(10),
                changedAt: row.instant(11),
                removedAt: row.optionalInstant(12)
            ),
            notes: row.optionalText(13),
            authorizedDay: row.optionalDay(14)
        )
    }
}
