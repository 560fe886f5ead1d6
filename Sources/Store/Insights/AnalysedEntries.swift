public import Kernel
public import SQL

/// What the sums of a window read of an entry.
public struct AnalysedEntry: Sendable, Equatable {
    /// The order of posting.
    public let number: Int64
    /// The id.
    public let id: ID<Entity.Entry>
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
    /// Whether it is not final yet.
    public let isPending: Bool
}

/// Entries of a window, one after the other.
public enum AnalysedEntries {
    private static let columns = """
        SELECT e.number, e.id, e.account_id, e.amount_minor, e.day, e.name, e.merchant, e.category,
            CASE WHEN a.category IS NULL THEN 0 ELSE 1 END, e.is_pending
        """
    private static let restOfDay = Statement(
        """
        \(columns) FROM entries e LEFT JOIN annotations a ON a.transfer_id = e.transfer_id
        WHERE e.member_id = $1 AND e.day = $2 AND e.number < $3 AND e.removed_at_ms IS NULL
        ORDER BY e.number DESC LIMIT $4
        """
    )
    private static let earlierDays = Statement(
        """
        \(columns) FROM entries e LEFT JOIN annotations a ON a.transfer_id = e.transfer_id
        WHERE e.member_id = $1 AND e.day < $2 AND e.day >= $3 AND e.removed_at_ms IS NULL
        ORDER BY e.day DESC, e.number DESC LIMIT $4
        """
    )

    /// Shows every entry of a member's window to `look`, the newest day first, piece by piece.
    ///
    /// Two statements for each piece, because SQLite finds a place by day and number in none.
    ///
    /// - Complexity: O(entries of the window), whatever the history's length; memory for one piece.
    public static func visit(
        of member: ID<Entity.Member>,
        on window: ClosedRange<CivilDay>,
        in session: any Session,
        _ look: (AnalysedEntry) -> Void
    ) throws {
        var day = window.upperBound.adding(days: 1)
        var number: Int64 = 0
        let most = Limits.walkRows
        while true {
            var count = 0
            let take = { (row: any Row) throws in
                let entry = try decode(row)
                (number, day, count) = (entry.number, entry.day, count + 1)
                look(entry)
                return true
            }
            let rest: [Value] = [.id(member), .day(day), .integer(number), .count(most)]
            if number > 0 { try session.visit(restOfDay, rest, take) }
            guard count < most else { continue }
            let earlier: [Value] = [
                .id(member), .day(day), .day(window.lowerBound), .count(most - count),
            ]
            try session.visit(earlierDays, earlier, take)
            guard count == most else { return }
        }
    }

    private static let byTransfer = RowsStatement([.text]) { rows in
        """
        \(columns), e.member_id, CASE WHEN e.removed_at_ms IS NULL THEN 0 ELSE 1 END
        FROM (VALUES \(rows)) AS v JOIN entries e ON e.transfer_id = v.column1
        LEFT JOIN annotations a ON a.transfer_id = e.transfer_id
        """
    }

    /// The entries of transfers that began them, whose they are, and whether no list shows them any
    /// more.
    public static func list(
        of transfers: some Collection<ID<Entity.Transfer>>,
        in session: any Session
    ) throws -> [(entry: AnalysedEntry, member: ID<Entity.Member>, isRemoved: Bool)] {
        try session.rows(byTransfer, transfers.sorted().map { [.id($0)] }) { row in
            (entry: try decode(row), member: try row.id(10), isRemoved: row.flag(11))
        }
    }

    private static func decode(_ row: any Row) throws -> AnalysedEntry {
        AnalysedEntry(
            number: row.integer(0),
            id: try row.id(1),
            account: try row.id(2),
            amountMinor: row.integer(3),
            day: row.day(4),
            name: row.text(5),
            merchant: row.optionalText(6),
            category: row.text(7),
            isEdited: row.flag(8),
            isPending: row.flag(9)
        )
    }
}
