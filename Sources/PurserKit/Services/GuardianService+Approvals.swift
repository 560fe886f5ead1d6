public import Contract

extension GuardianService {
    /// Lists the newest hundred purchases that children asked to be allowed, newest first.
    public func listApprovals(
        state: API.Guardian.ApprovalState? = nil
    ) async throws -> [API.Guardian.Approval] {
        try await purser.call(API.Guardian.listApprovals, .init(state: state))
    }

    /// Allows a purchase that a child asked for within the next five minutes, or refuses it.
    @discardableResult
    public func decideApproval(
        id: Int64,
        decision: API.Guardian.ApprovalDecision
    ) async throws -> Written<API.Guardian.Approval> {
        try await purser.write(
            API.Guardian.decideApproval,
            .init(id: id, decision: decision)
        )
    }
}
