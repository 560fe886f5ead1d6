public import Contract
import Kernel
import SQL
import Store

extension GuardianOperations {
    /// Lists what was decided about a member's purchases, newest first: a page of them, or the one
    /// before a decision.
    ///
    /// What is decided meanwhile is on the first page alone, so that no page shows anything twice.
    ///
    /// - Complexity: O(`limit`), whatever the history's length.
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may look at;
    ///   `unauthenticated`; `DatabaseError`.
    public func listDecisions(
        _ input: API.Guardian.DecisionsRequest,
        _ call: Call
    ) async throws -> API.Guardian.DecisionList {
        let asked = input.limit?.value ?? Limits.pageRowsUsual
        let limit = min(max(asked, 1), Limits.pageRowsMost)
        return try await reading(call) { session, membership in
            let member = try Self.subject(input.userID, membership, in: session)
            let decisions = try Decisions.newest(
                of: member,
                before: input.before,
                limit: Int(limit),
                in: session
            )
            return API.Guardian.DecisionList(
                decisions: try decisions.map { try API.Guardian.DecisionRow($0) }
            )
        }
    }
}

extension API.Guardian.DecisionRow {
    /// A decision as it is kept.
    ///
    /// - Throws: `DatabaseError` `corrupt` when it is not one of ours.
    init(_ decision: ListedDecision) throws {
        self.init(
            decisionID: decision.id,
            userID: decision.member,
            merchant: decision.merchant,
            amountCents: decision.amountMinor,
            category: decision.category,
            decision: try API.Guardian.AuthorizeDecision(rawValue: decision.answer)
                .orCorrupt("a decision has an unknown answer"),
            reason: try API.Guardian.AuthorizeReason(rawValue: decision.reason)
                .orCorrupt("a decision has an unknown reason"),
            message: decision.message,
            decidedAt: GuardianTimestamp(decision.decidedAt)
        )
    }
}
