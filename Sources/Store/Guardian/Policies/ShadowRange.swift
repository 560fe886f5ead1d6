public import Guardian
public import Kernel
public import SQL

/// The decisions beside which one policy was asked in shadow: of everybody in the household or of
/// one member, between two instants that both count.
public struct ShadowRange: Sendable {
    private let policy: ID<Entity.Policy>
    private let household: ID<Entity.Household>
    private let member: ID<Entity.Member>?
    private let instants: ClosedRange<Timestamp>

    /// Names decisions.
    ///
    /// - Parameters:
    ///   - policy: A policy of the household.
    ///   - household: The household.
    ///   - member: The only member whose decisions are looked at; all when `nil`.
    ///   - instants: The first and the last instant.
    public init(
        of policy: ID<Entity.Policy>,
        in household: ID<Entity.Household>,
        by member: ID<Entity.Member>?,
        during instants: ClosedRange<Timestamp>
    ) {
        self.policy = policy
        self.household = household
        self.member = member
        self.instants = instants
    }

    private static let span = "decided_at_ms >= $2 AND decided_at_ms <= $3"
    private static let decisions = Statement(
        "SELECT COUNT(*) FROM shadow_decisions WHERE household_id = $1 AND \(span)"
    )
    private static let decisionsOfMember = Statement(
        "SELECT COUNT(*) FROM shadow_decisions WHERE member_id = $1 AND \(span)"
    )

    /// How many decisions there are.
    public func decisions(in session: any Session) throws -> Int64 {
        let whose: Value = member.map { .id($0) } ?? .id(household)
        let statement = member == nil ? Self.decisions : Self.decisionsOfMember
        return try session.first(statement, [whose] + bounds) { $0.integer(0) } ?? 0
    }

    private static let totals = """
        SELECT COUNT(CASE WHEN would_be = 'decline' THEN 1 END),
            COUNT(CASE WHEN would_be = 'ask' THEN 1 END),
            COUNT(CASE WHEN would_be = 'warn' THEN 1 END),
            CAST(COALESCE(SUM(amount_minor), 0) AS BIGINT),
            COUNT(CASE WHEN is_disagreement = 1 THEN 1 END)
        FROM shadow_outcomes WHERE policy_id = $1 AND \(span)
        """
    private static let sums = Statement(totals)
    private static let sumsOfMember = Statement("\(totals) AND member_id = $4")

    /// What the policy would have answered to those that it was true for.
    public struct Sums: Sendable, Equatable {
        /// How many it would have declined.
        public let declines: Int64
        /// How many it would have asked a parent about.
        public let asks: Int64
        /// How many it would have warned about.
        public let warnings: Int64
        /// The sum of their amounts, in minor units.
        public let amountMinor: Int64
        /// How many were answered otherwise.
        public let disagreements: Int64

        /// Those of a policy that was true for nothing.
        public static let none = Sums(
            declines: 0,
            asks: 0,
            warnings: 0,
            amountMinor: 0,
            disagreements: 0
        )
    }

    /// What the policy would have answered.
    public func sums(in session: any Session) throws -> Sums {
        let values: [Value] = [.id(policy)] + bounds + (member.map { [.id($0)] } ?? [])
        let statement = member == nil ? Self.sums : Self.sumsOfMember
        return try session.first(statement, values) { row in
            Sums(
                declines: row.integer(0),
                asks: row.integer(1),
                warnings: row.integer(2),
                amountMinor: row.integer(3),
                disagreements: row.integer(4)
            )
        }.orCorrupt("a sum was not returned")
    }

    private static let columns = """
        SELECT o.decision_id, d.merchant, o.amount_minor, o.decided_at_ms, d.answer, o.would_be
        FROM shadow_outcomes o JOIN decisions d ON d.id = o.decision_id
        WHERE o.policy_id = $1 AND o.decided_at_ms >= $2 AND o.decided_at_ms <= $3
        """
    private static let order = "ORDER BY o.decided_at_ms DESC, o.decision_id DESC LIMIT $4"
    private static let newest = Statement("\(columns) \(order)")
    private static let newestOfMember = Statement("\(columns) AND o.member_id = $5 \(order)")

    /// A decision that the policy was true for.
    public struct Example: Sendable, Equatable {
        /// The decision.
        public let decision: ID<Entity.Decision>
        /// The merchant as it was named.
        public let merchant: String
        /// The amount in minor units.
        public let amountMinor: Int64
        /// When it was decided.
        public let decidedAt: Timestamp
        /// What was answered.
        public let answer: String
        /// What the policy would have answered.
        public let wouldBe: Policy.Action
    }

    /// The newest decisions that the policy was true for, at most ``Limits/shadowExamples``.
    public func newest(in session: any Session) throws -> [Example] {
        let most: [Value] = [.count(Limits.shadowExamples)]
        let values: [Value] = [.id(policy)] + bounds + most + (member.map { [.id($0)] } ?? [])
        let statement = member == nil ? Self.newest : Self.newestOfMember
        return try session.rows(statement, values) { row in
            Example(
                decision: try row.id(0),
                merchant: row.text(1),
                amountMinor: row.integer(2),
                decidedAt: row.instant(3),
                answer: row.text(4),
                wouldBe: try Policy.Action(rawValue: row.text(5))
                    .orCorrupt("a policy's action is unknown")
            )
        }
    }

    private var bounds: [Value] {
        [.instant(instants.lowerBound), .instant(instants.upperBound)]
    }
}
