public import Kernel
import Ledger
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
    private struct Candidate {
        let sequence: Int64
        let member: ID<Entity.Member>
        let amountMinor: Int64
        let decidedAt: Timestamp
        let decision: MatchingDecision
    }

    private static let backwards = Statement(
        """
        SELECT sequence, member_id, amount_minor, decided_at_ms, id, answer, merchant, category
        FROM decisions WHERE household_id = $1 AND sequence <= $2
        ORDER BY sequence DESC LIMIT $3
        """
    )

    /// The newest decision about an amount that a member asked for, recently and at a merchant that
    /// fits.
    ///
    /// Read backwards from the end of the chain, because an index by member and amount would cost
    /// every decision something.
    ///
    /// - Parameters:
    ///   - amountMinor: The exact amount.
    ///   - standing: The member, and where the chain ends.
    ///   - now: The instant of the charge.
    ///   - fits: Whether a merchant may be meant.
    ///   - session: The transaction.
    /// - Returns: The decision; `nil` when there is none.
    /// - Complexity: O(decisions of the household in ``Limits/matchMilliseconds``).
    /// - Throws: `DatabaseError`.
    public static func newest(
        about amountMinor: Int64,
        by standing: Standing,
        now: Timestamp,
        where fits: (_ merchant: String) -> Bool,
        in session: any Session
    ) throws -> MatchingDecision? {
        let start = now.adding(milliseconds: -Limits.matchMilliseconds)
        // Calls that run side by side are not recorded in the order of their instants.
        let end = start.adding(seconds: -Int64(Limits.requestSeconds))
        var last = standing.head.sequence
        while true {
            let page: [Value] = [.id(standing.household), .integer(last), .count(Limits.matchRows)]
            let candidates = try session.rows(backwards, page, candidate)
            for candidate in candidates {
                if candidate.decidedAt < end { return nil }
                guard candidate.member == standing.member,
                    candidate.amountMinor == amountMinor, candidate.decidedAt > start,
                    fits(candidate.decision.merchant)
                else { continue }
                return candidate.decision
            }
            guard candidates.count == Limits.matchRows, let first = candidates.last else {
                return nil
            }
            last = first.sequence - 1
        }
    }

    private static func candidate(_ row: any Row) throws -> Candidate {
        Candidate(
            sequence: row.integer(0),
            member: try row.id(1),
            amountMinor: row.integer(2),
            decidedAt: row.instant(3),
            decision: MatchingDecision(
                id: try row.id(4),
                isApproved: row.text(5) == "APPROVE",
                merchant: row.text(6),
                category: row.text(7)
            )
        )
    }
}
