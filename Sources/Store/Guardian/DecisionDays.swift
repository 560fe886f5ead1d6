public import Guardian
public import Kernel
public import SQL

/// The decisions of one member on one day, counted.
public struct DecisionDay: Sendable, Equatable {
    /// How many, and how they ended.
    public var counts: DecisionCounts
    /// The positions of the first and the last of them in the household's chain; others may lie
    /// between them.
    public var positions: ClosedRange<Int64>

    /// Makes the counts of a day.
    public init(counts: DecisionCounts, positions: ClosedRange<Int64>) {
        self.counts = counts
        self.positions = positions
    }
}

/// Counts of decisions by member and day, as far as the household's tally goes.
public enum DecisionDays {
    private static let addition = Statement(
        """
        INSERT INTO decision_days
            (member_id, day, authorized, risky, overridden, first_sequence, last_sequence)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (member_id, day) DO UPDATE SET
            authorized = decision_days.authorized + excluded.authorized,
            risky = decision_days.risky + excluded.risky,
            overridden = decision_days.overridden + excluded.overridden,
            last_sequence = excluded.last_sequence
        """
    )

    /// Adds decisions that follow, in the chain, on all that were added before.
    public static func add(
        _ decisions: DecisionDay,
        of member: ID<Entity.Member>,
        on day: CivilDay,
        in session: any Session
    ) throws {
        try session.run(
            addition,
            [
                .id(member), .day(day), .integer(decisions.counts.authorized),
                .integer(decisions.counts.risky), .integer(decisions.counts.overridden),
                .integer(decisions.positions.lowerBound),
                .integer(decisions.positions.upperBound),
            ]
        )
    }

    private static let sum = Statement(
        """
        SELECT CAST(COALESCE(SUM(authorized), 0) AS BIGINT),
            CAST(COALESCE(SUM(risky), 0) AS BIGINT), CAST(COALESCE(SUM(overridden), 0) AS BIGINT)
        FROM decision_days WHERE member_id = $1 AND day >= $2 AND day <= $3
        """
    )

    /// A member's decisions over days, both ends included.
    ///
    /// - Complexity: O(days), whatever the history's length.
    public static func counts(
        of member: ID<Entity.Member>,
        on days: ClosedRange<CivilDay>,
        in session: any Session
    ) throws -> DecisionCounts {
        let values: [Value] = [.id(member), .day(days.lowerBound), .day(days.upperBound)]
        return try session.first(sum, values, counts) ?? DecisionCounts()
    }

    private static let selection = Statement(
        """
        SELECT authorized, risky, overridden, first_sequence, last_sequence FROM decision_days
        WHERE member_id = $1 AND day = $2
        """
    )

    /// A member's decisions of one day; `nil` when none is counted.
    public static func find(
        of member: ID<Entity.Member>,
        on day: CivilDay,
        in session: any Session
    ) throws -> DecisionDay? {
        try session.first(selection, [.id(member), .day(day)]) { row in
            DecisionDay(counts: counts(row), positions: row.integer(3)...row.integer(4))
        }
    }

    private static func counts(_ row: any Row) -> DecisionCounts {
        DecisionCounts(
            authorized: row.integer(0),
            risky: row.integer(1),
            overridden: row.integer(2)
        )
    }
}
