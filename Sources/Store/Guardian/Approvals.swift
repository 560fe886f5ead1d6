import Guardian
public import Kernel
public import SQL

/// A child's request to be allowed a purchase that was declined, with the decision it is about.
public struct ApprovalRecord: Sendable, Equatable {
    /// What became of a request.
    public enum State: String, Sendable, CaseIterable {
        /// No parent decided it yet.
        case pending
        /// A parent allowed the purchase.
        case approved
        /// A parent did not allow it.
        case refused
        /// Nobody decided it in time; never stored.
        case expired
    }

    /// The integer id.
    public let number: Serial<Entity.Approval>
    /// The child.
    public let member: ID<Entity.Member>
    /// The decision that declined the purchase.
    public let decision: ID<Entity.Decision>
    /// The merchant as it was named.
    public let merchant: String
    /// The exact amount, in minor units.
    public let amountMinor: Int64
    /// The category.
    public let category: String
    /// The word for the check that declined.
    public let reason: String
    /// The sentence that the child was told.
    public let message: String
    /// What became of it by now.
    public let state: State
    /// When the purchase was declined.
    public let createdAt: Timestamp
    /// When a parent decided.
    public let decidedAt: Timestamp?
}

/// What children asked their parents to allow.
public enum Approvals {
    /// A request that expired at the instant `$1` or after it is pending in the table for ever.
    private static let state = """
        CASE WHEN a.state = 'pending' AND a.created_at_ms <= $1 THEN 'expired' ELSE a.state END
        """
    private static let columns = """
        SELECT a.number, a.member_id, a.decision_id, d.merchant, d.amount_minor, d.category,
            d.reason, d.message, \(state), a.created_at_ms, a.decided_at_ms
        FROM approvals a JOIN decisions d ON d.id = a.decision_id
        """

    private static let waiting = Statement(
        """
        SELECT number FROM approvals
        WHERE member_id = $2 AND merchant_key = $3 AND amount_minor = $4 AND created_at_ms > $1
            AND state = 'pending'
        LIMIT 1
        """
    )
    private static let insertion = Statement(
        """
        INSERT INTO approvals
            (household_id, member_id, decision_id, merchant_key, amount_minor, state,
             created_at_ms)
        VALUES ($1, $2, $3, $4, $5, 'pending', $6)
        RETURNING number
        """
    )

    /// Asks for a purchase that was declined.
    ///
    /// - Returns: The request's integer id; `nil` when the member waits for an answer about the
    ///   same merchant and amount already, and nothing was added.
    public static func request(
        _ decision: DecisionRecord,
        merchantKey: String,
        in session: any Session
    ) throws -> Serial<Entity.Approval>? {
        let minor = Value.integer(decision.facts.amount.minor)
        let purchase: [Value] = [
            expiry(decision.decidedAt), .id(decision.member), .text(merchantKey), minor,
        ]
        guard try session.first(waiting, purchase, { _ in true }) == nil else { return nil }
        let values: [Value] = [
            .id(decision.household), .id(decision.member), .id(decision.id), .text(merchantKey),
            minor, .instant(decision.decidedAt),
        ]
        return try session.first(insertion, values) { $0.serial(0) }
            .orCorrupt("a request was made and not returned")
    }

    private static let selection = Statement(
        "\(columns) WHERE a.number = $2 AND a.household_id = $3"
    )

    /// A request of a household's child.
    public static func find(
        _ number: Serial<Entity.Approval>,
        of household: ID<Entity.Household>,
        now: Timestamp,
        in session: any Session
    ) throws -> ApprovalRecord? {
        let values: [Value] = [expiry(now), .integer(number.value), .id(household)]
        return try session.first(selection, values, decode)
    }

    private static let selectionByDecision = Statement("\(columns) WHERE a.decision_id = $2")

    /// The request that a decision led to; `nil` where nobody was asked.
    ///
    /// - Throws: `DatabaseError`.
    public static func find(
        about decision: ID<Entity.Decision>,
        now: Timestamp,
        in session: any Session
    ) throws -> ApprovalRecord? {
        try session.first(selectionByDecision, [expiry(now), .id(decision)], decode)
    }

    private static let ofHousehold = Statement(
        "\(columns) WHERE a.household_id = $2 ORDER BY a.number DESC LIMIT $3"
    )
    private static let ofHouseholdInState = Statement(
        """
        \(columns) WHERE a.household_id = $2 AND a.state = $4 AND a.created_at_ms > $5
            AND a.created_at_ms <= $6
        ORDER BY a.created_at_ms DESC, a.number DESC LIMIT $3
        """
    )
    private static let ofMember = Statement(
        "\(columns) WHERE a.member_id = $2 ORDER BY a.number DESC LIMIT $3"
    )
    private static let ofMemberInState = Statement(
        """
        \(columns) WHERE a.member_id = $2 AND a.state = $4 AND a.created_at_ms > $5
            AND a.created_at_ms <= $6
        ORDER BY a.created_at_ms DESC, a.number DESC LIMIT $3
        """
    )

    /// The newest requests of a household's children, or of one of them, newest first.
    ///
    /// - Parameters:
    ///   - household: Whose children.
    ///   - member: The only child to list; all when `nil`.
    ///   - state: The only state to list; all when `nil`.
    ///   - now: When requests are expired or not.
    ///   - session: The transaction.
    /// - Returns: At most ``Limits/approvalsListed``.
    /// - Throws: `DatabaseError`.
    public static func newest(
        of household: ID<Entity.Household>,
        member: ID<Entity.Member>?,
        state: ApprovalRecord.State?,
        now: Timestamp,
        in session: any Session
    ) throws -> [ApprovalRecord] {
        let whose: Value = member.map { .id($0) } ?? .id(household)
        let values = [expiry(now), whose, .count(Limits.approvalsListed)]
        guard let state else {
            return try session.rows(member == nil ? ofHousehold : ofMember, values, decode)
        }
        return try session.rows(
            member == nil ? ofHouseholdInState : ofMemberInState,
            values + stored(state, now),
            decode
        )
    }

    /// The word for a state in the table, and between which instants its requests were made.
    private static func stored(_ state: ApprovalRecord.State, _ now: Timestamp) -> [Value] {
        let pending: Value = .text(ApprovalRecord.State.pending.rawValue)
        return switch state {
        case .pending: [pending, expiry(now), .integer(.max)]
        case .expired: [pending, .integer(.min), expiry(now)]
        case .approved, .refused: [.text(state.rawValue), .integer(.min), .integer(.max)]
        }
    }

    private static let decision = Statement(
        """
        UPDATE approvals SET state = $2, decided_by = $3, decided_at_ms = $4, override_id = $5
        WHERE number = $1 AND state = 'pending'
        """
    )

    /// Records what a parent decided.
    ///
    /// - Parameters:
    ///   - number: The request.
    ///   - override: What allows the purchase; the request is refused without one.
    ///   - parent: Who decided.
    ///   - now: When.
    ///   - session: The transaction.
    /// - Throws: `DatabaseError` `conflict` when it was decided before.
    public static func decide(
        _ number: Serial<Entity.Approval>,
        override: ID<Entity.Override>?,
        by parent: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws {
        let state: ApprovalRecord.State = override == nil ? .refused : .approved
        let values: [Value] = [
            .integer(number.value), .text(state.rawValue), .id(parent), .instant(now),
            .id(override),
        ]
        let reason = "a request was decided by somebody else"
        try session.changeOne(decision, values, orConflict: reason)
    }

    /// The instant until which requests were made that are expired now.
    private static func expiry(_ now: Timestamp) -> Value {
        .instant(now.adding(milliseconds: -Limits.approvalMilliseconds))
    }

    private static func decode(_ row: any Row) throws -> ApprovalRecord {
        ApprovalRecord(
            number: row.serial(0),
            member: try row.id(1),
            decision: try row.id(2),
            merchant: row.text(3),
            amountMinor: row.integer(4),
            category: row.text(5),
            reason: row.text(6),
            message: row.text(7),
            state: try ApprovalRecord.State(rawValue: row.text(8))
                .orCorrupt("a request has an unknown state"),
            createdAt: row.instant(9),
            decidedAt: row.optionalInstant(10)
        )
    }
}
