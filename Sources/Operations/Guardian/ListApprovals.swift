public import Contract
import Store

extension GuardianOperations {
    /// Lists what was asked to be allowed, newest first: a parent sees what the household's
    /// children asked for, a child what it asked for itself.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func listApprovals(
        _ input: API.Guardian.ApprovalsRequest,
        _ call: Call
    ) async throws -> [API.Guardian.Approval] {
        try await reading(call) { session, membership in
            let approvals = try Approvals.newest(
                of: membership.household,
                member: membership.role == .child ? membership.member : nil,
                state: input.state?.stored,
                now: call.now,
                in: session
            )
            return try approvals.map { try API.Guardian.Approval($0) }
        }
    }
}

extension API.Guardian.ApprovalState {
    /// The store's word.
    fileprivate var stored: ApprovalRecord.State {
        switch self {
        case .pending: .pending
        case .approved: .approved
        case .refused: .refused
        case .expired: .expired
        }
    }
}
