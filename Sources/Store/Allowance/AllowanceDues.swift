public import Allowance
public import Kernel
public import SQL

/// A due day of a child's allowance.
public struct AllowanceDue: Sendable, Equatable {
    /// The child.
    public let child: ID<Entity.Child>
    /// The day.
    public let day: CivilDay
    /// How much, in minor units.
    public let amountMinor: Int64
    /// In which rhythm it was due.
    public let frequency: Frequency

    /// Makes a due day.
    public init(
        child: ID<Entity.Child>,
        day: CivilDay,
        amountMinor: Int64,
        frequency: Frequency
    ) {
        self.child = child
        self.day = day
        self.amountMinor = amountMinor
        self.frequency = frequency
    }
}

/// A due day that is to be recorded.
public struct NewDue: Sendable, Equatable {
    /// The due day.
    public let due: AllowanceDue
    /// The household.
    public let household: ID<Entity.Household>

    /// Makes a due day that is to be recorded.
    public init(_ due: AllowanceDue, of household: ID<Entity.Household>) {
        self.due = due
        self.household = household
    }
}

/// What a household owes and could not pay yet.
public struct OwedTotal: Sendable, Equatable {
    /// How many due days.
    public let count: Int64
    /// Their sum, in minor units.
    public let amountMinor: Int64
}

/// The due days of all children, each recorded once.
public enum AllowanceDues {
    private static let insertion = RowsStatement(
        [.text, .bigint, .text, .bigint, .text, .bigint]
    ) { rows in
        """
        INSERT INTO allowance_dues
            (child_id, due_day, household_id, amount_minor, frequency, recorded_at_ms)
        VALUES \(rows)
        """
    }

    /// Records due days as owed.
    ///
    /// - Throws: `DatabaseError` `unique` when one was recorded before.
    public static func insert(_ dues: [NewDue], now: Timestamp, in session: any Session) throws {
        try session.run(
            insertion,
            dues.map { new in
                [
                    .id(new.due.child), .day(new.due.day), .id(new.household),
                    .integer(new.due.amountMinor), .text(new.due.frequency.rawValue),
                    .instant(now),
                ]
            }
        )
    }

    private static let payment = RowsStatement([.text, .bigint, .text]) { rows in
        """
        UPDATE allowance_dues SET transfer_id = v.column3
        FROM (VALUES \(rows)) AS v
        WHERE child_id = v.column1 AND due_day = v.column2 AND transfer_id IS NULL
        """
    }

    /// Records by which transfers due days were paid.
    public static func pay(
        _ payments: [(due: AllowanceDue, transfer: ID<Entity.Transfer>)],
        in session: any Session
    ) throws {
        let changed = try session.run(
            payment,
            payments.map { [.id($0.due.child), .day($0.due.day), .id($0.transfer)] }
        )
        guard changed == payments.count else {
            throw DatabaseError(.corrupt, "a due day is not owed that is to be paid")
        }
    }

    // With `transfer_id IS NULL` SQLite would look through what all households owe.
    private static let selection = Statement(
        """
        SELECT d.child_id, d.due_day, d.amount_minor, d.frequency
        FROM allowance_dues d JOIN children c ON c.id = d.child_id
        WHERE d.household_id = $1 AND COALESCE(d.transfer_id, '') = ''
        ORDER BY d.due_day, c.created_at_ms, d.child_id LIMIT $2 OFFSET $3
        """
    )

    /// What a household owes, in the order in which it is paid.
    public static func owed(
        by household: ID<Entity.Household>,
        skipping skipped: Int = 0,
        most: Int,
        in session: any Session
    ) throws -> [AllowanceDue] {
        let values: [Value] = [.id(household), .count(most), .count(skipped)]
        return try session.rows(selection, values) { row in
            AllowanceDue(
                child: try row.id(0),
                day: row.day(1),
                amountMinor: row.integer(2),
                frequency: try Frequency(rawValue: row.text(3))
                    .orCorrupt("a due day has an unknown frequency")
            )
        }
    }

    private static let total = Statement(
        """
        SELECT COUNT(*), CAST(COALESCE(SUM(amount_minor), 0) AS BIGINT) FROM allowance_dues
        WHERE household_id = $1 AND COALESCE(transfer_id, '') = ''
        """
    )

    /// What a household owes to all its children.
    public static func total(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> OwedTotal {
        try session.first(total, [.id(household)]) { row in
            OwedTotal(count: row.integer(0), amountMinor: row.integer(1))
        } ?? OwedTotal(count: 0, amountMinor: 0)
    }

    private static let dropping = Statement(
        """
        DELETE FROM allowance_dues
        WHERE household_id = $1 AND child_id = $2 AND COALESCE(transfer_id, '') = ''
        """
    )

    /// Forgets what a household owes to a child.
    public static func drop(
        _ child: ID<Entity.Child>,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws {
        try session.run(dropping, [.id(household), .id(child)])
    }
}
