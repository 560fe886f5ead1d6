public import Kernel
public import SQL

/// A decision as its list shows it.
public struct ListedDecision: Sendable, Equatable {
    /// The decision.
    public let id: ID<Entity.Decision>
    /// The member who asked.
    public let member: ID<Entity.Member>
    /// The exact amount, in minor units.
    public let amountMinor: Int64
    /// The merchant as it was named.
    public let merchant: String
    /// The category in Guardian's vocabulary.
    public let category: String
    /// `APPROVE` or `DECLINE`.
    public let answer: String
    /// The word for the check that decided.
    public let reason: String
    /// The sentence for the member.
    public let message: String?
    /// When it was decided.
    public let decidedAt: Timestamp
}

/// A decision with why it came to its answer.
public struct DecisionWithTrace: Sendable, Equatable {
    /// The decision as its list shows it.
    public let decision: ListedDecision
    /// The trace, as the JSON that was answered.
    public let trace: String
    /// The permission that it used.
    public let override: ID<Entity.Override>?
}

extension Decisions {
    private static let listed = """
        SELECT id, member_id, amount_minor, merchant, category, answer, reason, message,
            decided_at_ms
        """
    private static let newestOfMember = Statement(
        """
        \(listed) FROM decisions WHERE member_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3
        """
    )
    /// No decision has it, and all that there are come before it.
    private static let end = ID<Entity.Decision>(RawID(high: .max, low: .max))

    /// A page of a member's decisions, newest first.
    ///
    /// - Parameters:
    ///   - member: Who asked.
    ///   - before: Only those that were made before this one, which need not be there; the newest
    ///     when `nil`.
    ///   - limit: How many at most.
    ///   - session: The transaction.
    /// - Returns: At most so many.
    /// - Complexity: O(limit), whatever the history's length.
    /// - Throws: `DatabaseError`.
    public static func newest(
        of member: ID<Entity.Member>,
        before: ID<Entity.Decision>?,
        limit: Int,
        in session: any Session
    ) throws -> [ListedDecision] {
        let values: [Value] = [.id(member), .id(before ?? end), .count(limit)]
        return try session.rows(newestOfMember, values, list)
    }

    private static let traced = Statement(
        "\(listed), trace, override_id FROM decisions WHERE id = $1 AND household_id = $2"
    )

    /// A decision of a household, with its trace.
    ///
    /// - Throws: `DatabaseError`.
    public static func traced(
        _ id: ID<Entity.Decision>,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> DecisionWithTrace? {
        try session.first(traced, [.id(id), .id(household)]) { row in
            DecisionWithTrace(
                decision: try list(row),
                trace: row.text(9),
                override: try row.optionalID(10)
            )
        }
    }

    private static func list(_ row: any Row) throws -> ListedDecision {
        ListedDecision(
            id: try row.id(0),
            member: try row.id(1),
            amountMinor: row.integer(2),
            merchant: row.text(3),
            category: row.text(4),
            answer: row.text(5),
            reason: row.text(6),
            message: row.optionalText(7),
            decidedAt: row.instant(8)
        )
    }
}
