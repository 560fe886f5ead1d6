public import Kernel
public import SQL

/// Up to which position of their chains the decisions of all households are counted.
public enum DecisionTallies {
    private static let selection = Statement(
        "SELECT sequence FROM decision_tallies WHERE household_id = $1"
    )

    /// The last position that is counted; 0 where nothing is.
    public static func sequence(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> Int64 {
        try session.first(selection, [.id(household)]) { $0.integer(0) } ?? 0
    }

    private static let upsert = Statement(
        """
        INSERT INTO decision_tallies (household_id, sequence) VALUES ($1, $2)
        ON CONFLICT (household_id) DO UPDATE SET sequence = excluded.sequence
        """
    )

    /// Says that everything up to a position is counted.
    public static func set(
        _ sequence: Int64,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws {
        try session.run(upsert, [.id(household), .integer(sequence)])
    }

    private static let removal = Statement("DELETE FROM decision_tallies WHERE household_id = $1")

    /// Says that nothing is counted.
    public static func remove(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws {
        try session.run(removal, [.id(household)])
    }

    private static let lags = Statement(
        """
        SELECT h.id, h.chain_sequence - COALESCE(t.sequence, 0)
        FROM households h LEFT JOIN decision_tallies t ON t.household_id = h.id
        WHERE h.id > $1 ORDER BY h.id LIMIT $2
        """
    )

    /// How many links of a chain are not counted yet, for the households after one, by id; for
    /// walking all of them.
    public static func lags(
        after household: ID<Entity.Household>?,
        in session: any Session
    ) throws -> [(household: ID<Entity.Household>, links: Int64)] {
        let values: [Value] = [.text(household?.text ?? ""), .count(Limits.walkRows)]
        return try session.rows(lags, values) { row in (try row.id(0), row.integer(1)) }
    }
}
