import Catalogue
public import Guardian
public import Kernel
public import SQL

/// A decision of the past with its place in the household's chain.
public struct DecidedPurchase: Sendable {
    /// The decision.
    public let id: ID<Entity.Decision>
    /// Its place in the chain.
    public let sequence: Int64
    /// What windows count of it.
    public let decision: PastDecision
}

/// Decisions of the past for trials of policies, in the order of the household's chain.
///
/// That is the order of their instants but for calls that ran beside one another.
public enum PastDecisions {
    private static let first = Statement(
        """
        SELECT sequence, decided_at_ms FROM decisions
        WHERE household_id = $1 AND sequence >= $2 ORDER BY sequence LIMIT 1
        """
    )

    /// A place in the chain before which every decision is earlier than an instant, as far as
    /// decisions lie in the order of their instants.
    ///
    /// - Parameters:
    ///   - instant: The instant.
    ///   - household: The household.
    ///   - end: The last place of its chain.
    ///   - session: The transaction.
    /// - Returns: The place, 1 or more.
    /// - Complexity: O(log(links)) statements of one row each.
    /// - Throws: `DatabaseError`.
    public static func place(
        from instant: Timestamp,
        of household: ID<Entity.Household>,
        upTo end: Int64,
        in session: any Session
    ) throws -> Int64 {
        // Those before `low` are earlier; the first from `high` on is not, or there is none.
        var (low, high): (Int64, Int64) = (1, max(1, end + 1))
        while low < high {
            let middle = low + (high - low) / 2
            let found = try session.first(first, [.id(household), .integer(middle)]) { row in
                (sequence: row.integer(0), instant: row.instant(1))
            }
            guard let found, found.instant < instant else {
                high = middle
                continue
            }
            low = found.sequence + 1
        }
        return low
    }

    private static let selection = Statement(
        """
        SELECT id, sequence, member_id, amount_minor, merchant, merchant_key, category, answer,
            decided_at_ms
        FROM decisions WHERE household_id = $1 AND sequence >= $2 ORDER BY sequence LIMIT $3
        """
    )

    /// The decisions of a household from a place in its chain on.
    ///
    /// - Returns: At most ``Limits/walkRows``; fewer when there are no more.
    /// - Throws: `DatabaseError`.
    public static func page(
        of household: ID<Entity.Household>,
        from sequence: Int64,
        in session: any Session
    ) throws -> [DecidedPurchase] {
        let values: [Value] = [.id(household), .integer(sequence), .count(Limits.walkRows)]
        return try session.rows(selection, values, decode)
    }

    private static func decode(_ row: any Row) throws -> DecidedPurchase {
        let answer = try PurchaseDecision.Answer(rawValue: row.text(7))
            .orCorrupt("a decision has an unknown answer")
        return DecidedPurchase(
            id: try row.id(0),
            sequence: row.integer(1),
            decision: PastDecision(
                instant: row.instant(8),
                member: try row.id(2),
                amountMinor: row.integer(3),
                merchantKey: row.optionalText(5) ?? MerchantName.normalised(row.text(4)),
                category: row.text(6),
                answer: answer
            )
        )
    }
}
