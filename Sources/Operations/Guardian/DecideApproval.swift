public import Contract
import Kernel
import Ledger
import SQL
import Store

extension GuardianOperations {
    /// Allows a purchase that a member asked for, as ``createOverride(_:_:)`` does, or refuses it.
    ///
    /// What a parent asked for, another one decides.
    ///
    /// Who decides again as it was decided hears the same again, and nothing is done.
    ///
    /// - Throws: ``Problem`` `notFound` when the household has no such request, `forbidden` when it
    ///   is the caller's own, `conflict` when it was decided the other way or has expired;
    ///   `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func decideApproval(
        _ input: API.Guardian.ApprovalAnswer,
        _ call: Call
    ) async throws -> API.Guardian.Approval {
        let answer = try await writing(call) { session, membership in
            let number = Serial<Entity.Approval>(input.id)
            let household = membership.household
            let asked = try Approvals.find(number, of: household, now: call.now, in: session)
                .orNotFound()
            guard asked.member != membership.member else {
                throw Problem(.forbidden, "Another parent decides what you asked for")
            }
            switch (asked.state, input.decision) {
            case (.pending, .approve):
                return try Self.approve(asked, membership, call, in: session)
            case (.pending, .refuse):
                return try Self.refuse(asked, membership, call, in: session)
            case (.approved, .approve), (.refused, .refuse):
                return try API.Guardian.Approval(asked)
            case (.approved, .refuse):
                throw Problem(.conflict, "This request was approved already")
            case (.refused, .approve):
                throw Problem(.conflict, "This request was refused already")
            case (.expired, _):
                throw Problem(.conflict, "This request has expired")
            }
        }
        eventSignal.wake(householdOf: call.caller)
        return answer
    }

    private static func approve(
        _ asked: ApprovalRecord,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> API.Guardian.Approval {
        let (override, head) = try recordOverride(
            for: asked.member,
            merchant: asked.merchant,
            amountMinor: asked.amountMinor,
            membership,
            call,
            in: session
        )
        return try decide(asked, override: override, membership, after: head, call, in: session)
    }

    private static func refuse(
        _ asked: ApprovalRecord,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> API.Guardian.Approval {
        let body = [
            JSON.Member("member", .string(asked.member.text)),
            JSON.Member("merchant", .string(asked.merchant)),
            JSON.Member("amount_minor", .number(String(asked.amountMinor))),
        ]
        let id = String(asked.number.value)
        let head = try recordEdit(.approvalRefused, of: id, body, membership, call, in: session)
        return try decide(asked, override: nil, membership, after: head, call, in: session)
    }

    private static func decide(
        _ asked: ApprovalRecord,
        override: ID<Entity.Override>?,
        _ membership: Membership,
        after head: ChainHead,
        _ call: Call,
        in session: any Session
    ) throws -> API.Guardian.Approval {
        try Approvals.decide(
            asked.number,
            override: override,
            by: membership.member,
            now: call.now,
            in: session
        )
        return try tell(.approvalDecided, asked.number, after: head, now: call.now, in: session)
    }
}

extension Edit.Kind {
    /// A parent did not allow a purchase that a child asked for.
    fileprivate static let approvalRefused = Self(rawValue: "approval.refused")
}
