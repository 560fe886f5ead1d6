public import Kernel
import Ledger
public import SQL

/// What of a household's entries changed since a place in its chain.
///
/// Whatever adds, changes or removes an entry, and whatever edits one, is a link of the chain,
/// written in the same transaction; and a household's links have one order on every engine,
/// whichever process wrote them. So nothing that was committed is missed.
public struct BookChanges: Sendable, Equatable {
    /// The transfers that began the entries which may have changed.
    public private(set) var transfers: Set<ID<Entity.Transfer>> = []
    /// Whether entries moved to other days, because the household has another time zone.
    public private(set) var movedDays = false

    private static let posted = Statement(
        """
        SELECT t.sequence, t.id, t.pending_id, t.reverses_id, t.replaces_id, o.pending_id
        FROM transfers t LEFT JOIN transfers o ON o.id = COALESCE(t.reverses_id, t.replaces_id)
        WHERE t.household_id = $1 AND t.sequence > $2 ORDER BY t.sequence LIMIT $3
        """
    )
    private static let edited = Statement(
        """
        SELECT sequence, kind, subject FROM edits
        WHERE household_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3
        """
    )

    /// Reads what changed after a place.
    ///
    /// - Complexity: O(transfers and edits after it).
    public init(
        of household: ID<Entity.Household>,
        after sequence: Int64,
        in session: any Session
    ) throws {
        try Self.visit(Self.posted, of: household, after: sequence, in: session) { row in
            transfers.insert(try row.id(1))
            for column in 2...5 {
                if let id: ID<Entity.Transfer> = try row.optionalID(column) { transfers.insert(id) }
            }
        }
        try Self.visit(Self.edited, of: household, after: sequence, in: session) { row in
            switch Edit.Kind(rawValue: row.text(1)) {
            case .annotation: transfers.insert(try row.id(2))
            case .householdTimeZone: movedDays = true
            default: break
            }
        }
    }

    /// Shows the links after a place, in their order; their rows begin with their places.
    private static func visit(
        _ statement: Statement,
        of household: ID<Entity.Household>,
        after sequence: Int64,
        in session: any Session,
        _ look: (any Row) throws -> Void
    ) throws {
        var last = sequence
        var count = 0
        repeat {
            count = 0
            let values: [Value] = [.id(household), .integer(last), .count(Limits.walkRows)]
            try session.visit(statement, values) { row in
                (last, count) = (row.integer(0), count + 1)
                try look(row)
                return true
            }
        } while count == Limits.walkRows
    }
}
