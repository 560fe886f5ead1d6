public import Kernel
public import SQL

/// What a search reads of an entry.
public struct SearchedEntry: Sendable, Equatable {
    /// The id.
    public let id: ID<Entity.Entry>
    /// The order of posting.
    public let number: Int64
    /// Whose it is.
    public let member: ID<Entity.Member>
    /// The account.
    public let account: ID<Entity.Account>
    /// Minor units of the account's currency; above zero for money that goes out.
    public let amountMinor: Int64
    /// The household's day of it.
    public let day: CivilDay
    /// What it is called.
    public let name: String
    /// The merchant as reported.
    public let merchant: String?
    /// The member's edit, else what was reported.
    public let category: String
    /// Whether the category is the member's edit.
    public let isEdited: Bool
    /// The member's notes.
    public let notes: String?
    /// Whether no list shows it any more.
    public let isRemoved: Bool
}

/// Entries as searches read them.
public enum SearchedEntries {
    private static let columns = """
        SELECT e.number, e.id, e.member_id, e.account_id, e.amount_minor, e.day, e.name,
            e.merchant, e.category, CASE WHEN a.category IS NULL THEN 0 ELSE 1 END, a.notes,
            CASE WHEN e.removed_at_ms IS NULL THEN 0 ELSE 1 END
        """
    private static let restOfDay = Statement(
        """
        \(columns) FROM entries e LEFT JOIN annotations a ON a.transfer_id = e.transfer_id
        WHERE e.member_id = $1 AND e.day = $2 AND e.number > $3 AND e.removed_at_ms IS NULL
        ORDER BY e.number LIMIT $4
        """
    )
    private static let laterDays = Statement(
        """
        \(columns) FROM entries e LEFT JOIN annotations a ON a.transfer_id = e.transfer_id
        WHERE e.member_id = $1 AND e.day > $2 AND e.removed_at_ms IS NULL
        ORDER BY e.day, e.number LIMIT $3
        """
    )

    /// Shows every entry of a member that lists show to `look`, the earliest day first, piece by
    /// piece.
    ///
    /// Two statements for each piece, because SQLite finds a place by day and number in none.
    ///
    /// - Complexity: O(entries of the member); memory for one piece.
    public static func visit(
        of member: ID<Entity.Member>,
        in session: any Session,
        _ look: (SearchedEntry) -> Void
    ) throws {
        guard let window = try EntryCounts.window(of: member, in: session) else { return }
        var day = window.lowerBound.adding(days: -1)
        var number = Int64.max
        let most = Limits.walkRows
        while true {
            var count = 0
            let take = { (row: any Row) throws in
                let entry = try decode(row, of: member)
                (number, day, count) = (entry.number, entry.day, count + 1)
                look(entry)
                return true
            }
            let rest: [Value] = [.id(member), .day(day), .integer(number), .count(most)]
            if number < .max { try session.visit(restOfDay, rest, take) }
            guard count < most else { continue }
            let later: [Value] = [.id(member), .day(day), .count(most - count)]
            try session.visit(laterDays, later, take)
            guard count == most else { return }
        }
    }

    private static let byTransfer = RowsStatement([.text]) { rows in
        """
        \(columns) FROM (VALUES \(rows)) AS v JOIN entries e ON e.transfer_id = v.column1
        LEFT JOIN annotations a ON a.transfer_id = e.transfer_id
        """
    }

    /// The entries of transfers that began them, those that no list shows any more included.
    public static func list(
        of transfers: some Collection<ID<Entity.Transfer>>,
        in session: any Session
    ) throws -> [SearchedEntry] {
        try session.rows(byTransfer, transfers.sorted().map { [.id($0)] }) { row in
            try decode(row, of: try row.id(2))
        }
    }

    private static let instantsByID = RowsStatement([.text]) { rows in
        """
        SELECT e.id,
            CASE WHEN r.transfer_id IS NULL THEN COALESCE(s.occurred_at_ms, t.occurred_at_ms) END
        FROM (VALUES \(rows)) AS v JOIN entries e ON e.id = v.column1
        JOIN transfers t ON t.id = e.transfer_id
        LEFT JOIN transfers s ON s.pending_id = t.id AND s.phase = 'post'
        LEFT JOIN bank_records r ON r.transfer_id = e.transfer_id
        """
    }

    /// The exact instants of entries; of those that are known by their day alone there is none.
    public static func instants(
        of entries: some Collection<ID<Entity.Entry>>,
        in session: any Session
    ) throws -> [ID<Entity.Entry>: Timestamp] {
        var instants: [ID<Entity.Entry>: Timestamp] = [:]
        let found = try session.rows(instantsByID, entries.sorted().map { [.id($0)] }) { row in
            (id: try row.id(0) as ID<Entity.Entry>, instant: row.optionalInstant(1))
        }
        for (id, instant) in found { instants[id] = instant }
        return instants
    }

    private static func decode(
        _ row: any Row,
        of member: ID<Entity.Member>
    ) throws -> SearchedEntry {
        SearchedEntry(
            id: try row.id(1),
            number: row.integer(0),
            member: member,
            account: try row.id(3),
            amountMinor: row.integer(4),
            day: row.day(5),
            name: row.text(6),
            merchant: row.optionalText(7),
            category: row.text(8),
            isEdited: row.flag(9),
            notes: row.optionalText(10),
            isRemoved: row.flag(11)
        )
    }
}
