public import Kernel
public import SQL

/// What became of a purchase that was asked about: of a decision, what is counted.
public struct DecisionOutcome: Sendable, Equatable {
    /// The position in the household's chain.
    public let sequence: Int64
    /// The member who asked.
    public let member: ID<Entity.Member>
    /// The word for the check that decided.
    public let reason: String
    /// When it was decided.
    public let decidedAt: Timestamp
}

extension Decisions {
    private static let outcomes = Statement(
        """
        SELECT sequence, member_id, reason, decided_at_ms FROM decisions
        WHERE household_id = $1 AND sequence >= $2 AND sequence <= $3 ORDER BY sequence LIMIT $4
        """
    )

    /// A page of what became of a household's purchases, in the order of its chain.
    ///
    /// - Parameters:
    ///   - household: The household.
    ///   - positions: From which position to which; both are included.
    ///   - session: The transaction.
    /// - Returns: At most ``Limits/walkRows``.
    /// - Throws: `DatabaseError`.
    public static func outcomes(
        of household: ID<Entity.Household>,
        at positions: ClosedRange<Int64>,
        in session: any Session
    ) throws -> [DecisionOutcome] {
        let values: [Value] = [
            .id(household), .integer(positions.lowerBound), .integer(positions.upperBound),
            .count(Limits.walkRows),
        ]
        return try session.rows(outcomes, values) { row in
            DecisionOutcome(
                sequence: row.integer(0),
                member: try row.id(1),
                reason: row.text(2),
                decidedAt: row.instant(3)
            )
        }
    }
}
