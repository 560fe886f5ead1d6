public import Kernel
import Ledger
public import SQL

/// What a comparison of cards reads of a posted entry that money went out by.
public struct PurchasedEntry: Sendable, Equatable {
    /// The id.
    public let id: ID<Entity.Entry>
    /// The account.
    public let account: ID<Entity.Account>
    /// Minor units of the account's currency, above zero.
    public let amountMinor: Int64
    /// The household's day of it.
    public let day: CivilDay
    /// The member's edit, else what was reported.
    public let category: String
    /// Whether a processor took it from a card.
    public let isCharge: Bool
}

/// Purchases, one after the other.
public enum PurchasedEntries {
    // Each entry has a transfer; joined so, entries are read first, in their order.
    private static let columns = """
        SELECT e.number, e.id, e.account_id, e.amount_minor, e.day, e.category, e.is_pending, t.kind
        FROM entries e LEFT JOIN transfers t ON t.id = e.transfer_id
        """
    private static let restOfDay = Statement(
        """
        \(columns) WHERE e.member_id = $1 AND e.day = $2 AND e.number > $3
            AND e.removed_at_ms IS NULL
        ORDER BY e.number LIMIT $4
        """
    )
    private static let laterDays = Statement(
        """
        \(columns) WHERE e.member_id = $1 AND e.day > $2 AND e.day <= $3
            AND e.removed_at_ms IS NULL
        ORDER BY e.day, e.number LIMIT $4
        """
    )

    /// Shows every posted purchase of a member's window to `look`, the earliest day first, piece by
    /// piece; what is pending, withdrawn or no purchase is passed over.
    ///
    /// Two statements for each piece, because SQLite finds a place by day and number in none.
    ///
    /// - Complexity: O(entries of the window), whatever the history's length; memory for one row.
    public static func visit(
        of member: ID<Entity.Member>,
        on window: ClosedRange<CivilDay>,
        in session: any Session,
        _ look: (PurchasedEntry) -> Void
    ) throws {
        var day = window.lowerBound.adding(days: -1)
        var number = Int64.max
        let most = Limits.walkRows
        while true {
            var count = 0
            let take = { (row: any Row) throws in
                (number, day, count) = (row.integer(0), row.day(4), count + 1)
                if let entry = try purchase(row) { look(entry) }
                return true
            }
            let rest: [Value] = [.id(member), .day(day), .integer(number), .count(most)]
            if number < .max { try session.visit(restOfDay, rest, take) }
            guard count < most else { continue }
            let later: [Value] = [
                .id(member), .day(day), .day(window.upperBound), .count(most - count),
            ]
            try session.visit(laterDays, later, take)
            guard count == most else { return }
        }
    }

    private static let namesByID = RowsStatement([.text]) { rows in
        """
        SELECT e.id, COALESCE(e.merchant, e.name) FROM (VALUES \(rows)) AS v
        JOIN entries e ON e.id = v.column1
        """
    }

    /// Who was paid, as reported, else what the entry is called.
    public static func names(
        of entries: some Collection<ID<Entity.Entry>>,
        in session: any Session
    ) throws -> [ID<Entity.Entry>: String] {
        let found = try session.rows(namesByID, entries.sorted().map { [.id($0)] }) { row in
            (id: try row.id(0) as ID<Entity.Entry>, name: row.text(1))
        }
        return Dictionary(found.map { ($0.id, $0.name) }) { first, _ in first }
    }

    /// A row as a purchase; `nil` for what is none.
    private static func purchase(_ row: any Row) throws -> PurchasedEntry? {
        let amount = row.integer(3)
        guard amount > 0, !row.flag(6) else { return nil }
        let kind = Transfer.Kind(rawValue: row.text(7))
        guard kind == .purchase || kind == .charge else { return nil }
        return PurchasedEntry(
            id: try row.id(1),
            account: try row.id(2),
            amountMinor: amount,
            day: row.day(4),
            category: row.text(5),
            isCharge: kind == .charge
        )
    }
}
