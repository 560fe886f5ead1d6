public import Contract
public import Kernel

extension GuardianService {
    /// Lists what was decided about a member's purchases, newest first: a page, or the one before a
    /// decision.
    ///
    /// `limit`: How many, 1...100; 20 when left out.
    public func listDecisions(
        userID: MemberReference? = nil,
        before: ID<Entity.Decision>? = nil,
        limit: Int64? = nil
    ) async throws -> API.Guardian.DecisionList {
        try await purser.call(
            API.Guardian.listDecisions,
            .init(userID: userID, before: before, limit: limit.map { PageNumber($0) })
        )
    }

    /// Tells a decision with its trace, and what a parent was asked and said about it.
    public func getDecision(_ id: ID<Entity.Decision>) async throws -> API.Guardian.TracedDecision {
        try await purser.call(API.Guardian.getDecision, .init(id))
    }
}
