public import Kernel
public import SQL

/// What became of a permission.
public struct OverrideOutcome: Sendable, Equatable {
    /// When it was given.
    public let createdAt: Timestamp
    /// Whether a purchase used it up.
    public let isUsed: Bool
    /// The decision that used it up; `nil` where none did.
    public let decision: ID<Entity.Decision>?
}

extension Overrides {
    private static let columns = """
        SELECT created_at_ms,
            CASE WHEN used_by IS NULL AND used_by_charge IS NULL THEN 0 ELSE 1 END, used_by
        """
    private static let outcomeByID = Statement("\(columns) FROM overrides WHERE id = $1")
    private static let firstSince = Statement(
        """
        \(columns) FROM (
            SELECT number, created_at_ms, merchant_key, amount_minor, used_by, used_by_charge
            FROM overrides
            WHERE member_id = $1 AND created_at_ms >= $2 AND created_at_ms <= $3
            ORDER BY created_at_ms, number LIMIT $4
        ) AS given
        WHERE merchant_key = $5 AND amount_minor = $6 ORDER BY created_at_ms, number LIMIT 1
        """
    )

    /// What became of one permission.
    ///
    /// - Throws: `DatabaseError`.
    public static func outcome(
        of id: ID<Entity.Override>,
        in session: any Session
    ) throws -> OverrideOutcome? {
        try session.first(outcomeByID, [.id(id)], decode)
    }

    /// What became of the first permission that a member had for exactly a purchase, in the time
    /// in which a parent answers.
    ///
    /// - Parameters:
    ///   - merchantKey: The merchant's name under which equal merchants meet.
    ///   - amountMinor: The exact amount, in minor units.
    ///   - member: Who was to buy.
    ///   - start: When it asked.
    ///   - session: The transaction.
    /// - Returns: What became of it; `nil` where there was none.
    /// - Complexity: At most ``Limits/overridesListed`` entries of one index are read.
    /// - Throws: `DatabaseError`.
    public static func outcome(
        at merchantKey: String,
        about amountMinor: Int64,
        for member: ID<Entity.Member>,
        since start: Timestamp,
        in session: any Session
    ) throws -> OverrideOutcome? {
        let end = start.adding(milliseconds: Limits.approvalMilliseconds)
        let values: [Value] = [
            .id(member), .instant(start), .instant(end), .count(Limits.overridesListed),
            .text(merchantKey), .integer(amountMinor),
        ]
        return try session.first(firstSince, values, decode)
    }

    private static func decode(_ row: any Row) throws -> OverrideOutcome {
        OverrideOutcome(
            createdAt: row.instant(0),
            isUsed: row.flag(1),
            decision: try row.optionalID(2)
        )
    }
}
