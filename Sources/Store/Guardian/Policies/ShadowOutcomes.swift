public import Guardian
public import Kernel
public import SQL

/// What a policy in shadow would have answered to a purchase.
public struct ShadowOutcome: Sendable, Equatable {
    /// The policy.
    public let policy: ID<Entity.Policy>
    /// What it would have answered.
    public let wouldBe: Policy.Action
    /// Whether the purchase was answered otherwise.
    public let isDisagreement: Bool

    /// Makes an outcome.
    public init(policy: ID<Entity.Policy>, wouldBe: Policy.Action, isDisagreement: Bool) {
        self.policy = policy
        self.wouldBe = wouldBe
        self.isDisagreement = isDisagreement
    }
}

/// What policies in shadow would have answered, kept beside decisions.
public enum ShadowOutcomes {
    private static let decisionInsertion = Statement(
        """
        INSERT INTO shadow_decisions (household_id, decided_at_ms, sequence, member_id)
        VALUES ($1, $2, $3, $4)
        """
    )
    private static let insertion = Statement(
        """
        INSERT INTO shadow_outcomes
            (policy_id, decided_at_ms, decision_id, household_id, member_id, would_be,
             is_disagreement, amount_minor)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        """
    )

    /// Keeps beside a decision that policies in shadow were asked, and what those would have
    /// answered that were true.
    ///
    /// `sequence`: The decision's position in its household's chain.
    public static func record(
        _ outcomes: [ShadowOutcome],
        beside decision: DecisionRecord,
        at sequence: Int64,
        in session: any Session
    ) throws {
        try session.run(
            decisionInsertion,
            [
                .id(decision.household), .instant(decision.decidedAt), .integer(sequence),
                .id(decision.member),
            ]
        )
        for outcome in outcomes {
            try session.run(
                insertion,
                [
                    .id(outcome.policy), .instant(decision.decidedAt), .id(decision.id),
                    .id(decision.household), .id(decision.member),
                    .text(outcome.wouldBe.rawValue), .integer(outcome.isDisagreement ? 1 : 0),
                    .integer(decision.facts.amount.minor),
                ]
            )
        }
    }

    /// Forgets outcomes that are kept no longer.
    public static let purge = Purge(
        of: "shadow_outcomes",
        key: "policy_id, decided_at_ms, decision_id",
        by: "decided_at_ms",
        keptMilliseconds: Limits.shadowKeptMilliseconds
    )

    /// Forgets beside which decisions policies were asked, as long ago as outcomes.
    public static let purgeDecisions = Purge(
        of: "shadow_decisions",
        key: "household_id, decided_at_ms, sequence",
        by: "decided_at_ms",
        keptMilliseconds: Limits.shadowKeptMilliseconds
    )
}
