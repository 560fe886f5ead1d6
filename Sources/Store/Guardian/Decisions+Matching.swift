public import Kernel
public import SQL

/// What was decided about a purchase that is about to be charged.
public struct MatchingDecision: Sendable, Equatable {
    /// The decision.
    public let id: ID<Entity.Decision>
    /// Whether the purchase may go ahead.
    public let isApproved: Bool
    /// The merchant as it was named.
    public let merchant: String
    /// The category in Guardian's vocabulary.
    public let category: String
}

extension Decisions {
    private static let matching = "SELECT id, answer, merchant, category FROM decisions"
    private static let newestOfAmount = Statement(
        """
        \(matching)
        WHERE member_id = $1 AND amount_minor = $2 AND decided_at_ms > $3
            AND merchant_key IS NOT NULL
        ORDER BY decided_at_ms DESC, sequence DESC LIMIT 1
        """
    )
    private static let newestOfPurchase = Statement(
        """
        \(matching)
        WHERE household_id = $1 AND sequence = (
            SELECT sequence FROM (
                SELECT sequence, decided_at_ms, merchant_key FROM decisions
                WHERE member_id = $2 AND amount_minor = $3 AND decided_at_ms > $4
                    AND merchant_key IS NOT NULL
                ORDER BY decided_at_ms DESC, sequence DESC LIMIT $5
            ) AS recent
            WHERE merchant_key = $6 ORDER BY decided_at_ms DESC, sequence DESC LIMIT 1
        )
        """
    )

    /// The newest decision about an amount that a member asked for, recently, and at one merchant
    /// if that is named.
    ///
    /// - Parameters:
    ///   - amountMinor: The exact amount.
    ///   - merchantKey: The merchant's name under which equal merchants meet; any when `nil`.
    ///   - member: Who asked.
    ///   - household: The member's household.
    ///   - now: The instant of the charge.
    ///   - session: The transaction.
    /// - Returns: The decision; `nil` when there is none.
    /// - Complexity: One row is read and, for a merchant, an index's entries of the newest
    ///   ``Limits/matchDecisions`` about that amount.
    /// - Throws: `DatabaseError`.
    public static func newest(
        about amountMinor: Int64,
        at merchantKey: String?,
        by member: ID<Entity.Member>,
        of household: ID<Entity.Household>,
        now: Timestamp,
        in session: any Session
    ) throws -> MatchingDecision? {
        let start = now.adding(milliseconds: -Limits.matchMilliseconds)
        let values: [Value] = [.id(member), .integer(amountMinor), .instant(start)]
        guard let merchantKey else { return try session.first(newestOfAmount, values, decode) }
        let purchase: [Value] =
            [.id(household)] + values + [.count(Limits.matchDecisions), .text(merchantKey)]
        return try session.first(newestOfPurchase, purchase, decode)
    }

    private static func decode(_ row: any Row) throws -> MatchingDecision {
        MatchingDecision(
            id: try row.id(0),
            isApproved: row.text(1) == "APPROVE",
            merchant: row.text(2),
            category: row.text(3)
        )
    }
}
