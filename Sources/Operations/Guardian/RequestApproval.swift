import Contract
import Kernel
import Ledger
import SQL
import Store

extension GuardianOperations {
    /// Asks the parents to allow a purchase that a child was declined, or another parent by a
    /// policy that asks, unless they are asked about the same merchant and amount already.
    ///
    /// - Returns: The request's integer id; `nil` when they are asked already.
    static func requestApproval(
        of decision: DecisionRecord,
        merchantKey: String,
        after head: ChainHead,
        in session: any Session
    ) throws -> Serial<Entity.Approval>? {
        let number = try Approvals.request(decision, merchantKey: merchantKey, in: session)
        guard let number else { return nil }
        try tell(.approvalRequested, number, after: head, now: decision.decidedAt, in: session)
        return number
    }

    /// Tells those who follow the household how a request stands now.
    ///
    /// - Returns: The request as it was told.
    @discardableResult
    static func tell(
        _ kind: EventRecord.Kind,
        _ number: Serial<Entity.Approval>,
        after head: ChainHead,
        now: Timestamp,
        in session: any Session
    ) throws -> API.Guardian.Approval {
        let household = head.household
        let record = try Approvals.find(number, of: household, now: now, in: session)
            .orCorrupt("a request is gone")
        let approval = try API.Guardian.Approval(record)
        let body = String(decoding: try WireEncoder.bytes(approval), as: UTF8.self)
        try Events.append(kind, of: record.member, body, after: head, now: now, in: session)
        return approval
    }
}

extension API.Guardian.Approval {
    /// A request as it is kept.
    ///
    /// - Throws: `DatabaseError` `corrupt` when it is not one of ours.
    init(_ record: ApprovalRecord) throws {
        self.init(
            id: record.number.value,
            userID: record.member,
            merchant: record.merchant,
            amountCents: record.amountMinor,
            category: record.category,
            reason: try API.Guardian.AuthorizeReason(rawValue: record.reason)
                .orCorrupt("a decision has an unknown reason"),
            message: record.message,
            state: record.state.wire,
            createdAt: GuardianTimestamp(record.createdAt),
            decidedAt: record.decidedAt.map { GuardianTimestamp($0) },
            decisionID: record.decision
        )
    }
}

extension ApprovalRecord.State {
    /// The contract's word.
    fileprivate var wire: API.Guardian.ApprovalState {
        switch self {
        case .pending: .pending
        case .approved: .approved
        case .refused: .refused
        case .expired: .expired
        }
    }
}
