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
    private static let recent = """
        SELECT id, answer, merchant, category FROM (
            SELECT id, answer, merchant, category, amount_minor, merchant_key, decided_at_ms
            FROM decisions WHERE member_id = $1 AND id >= $2 ORDER BY id DESC LIMIT $3
        ) AS recent
        WHERE amount_minor = $4 AND decided_at_ms > $5
        """
    private static let newestOfAmount = Statement("\(recent) ORDER BY id DESC LIMIT 1")
    private static let newestOfPurchase = Statement(
        "\(recent) AND merchant_key = $6 ORDER BY id DESC LIMIT 1"
    )

    /// The newest decision about an amount that a member asked for, recently, and at one merchant
    /// if that is named.
    ///
    /// - Parameters:
    ///   - amountMinor: The exact amount.
    ///   - merchantKey: The merchant's name under which equal merchants meet; any when `nil`.
    ///   - member: Who asked.
    ///   - now: The instant of the charge.
    ///   - session: The transaction.
    /// - Returns: The decision; `nil` when there is none.
    /// - Complexity: A member's decisions of the last ``Limits/matchMilliseconds`` are read, the
    ///   newest ``Limits/matchDecisions`` at most: an id is never older than its decision.
    /// - Throws: `DatabaseError`.
    public static func newest(
        about amountMinor: Int64,
        at merchantKey: String?,
        by member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws -> MatchingDecision? {
        let start = now.adding(milliseconds: -Limits.matchMilliseconds)
        let oldest = ID<Entity.Decision>(RawID(instant: start, counter: 0, random: 0))
        let values: [Value] = [
            .id(member), .id(oldest), .count(Limits.matchDecisions), .integer(amountMinor),
            .instant(start),
        ]
        guard let merchantKey else { return try session.first(newestOfAmount, values, decode) }
        return try session.first(newestOfPurchase, values + [.text(merchantKey)], decode)
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
