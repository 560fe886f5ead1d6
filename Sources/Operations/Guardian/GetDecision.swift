import Catalogue
public import Contract
import Kernel
import SQL
import Store

extension GuardianOperations {
    /// Tells a decision with its trace, and what a parent was asked and said about it.
    ///
    /// A member sees its own; a parent those of the household's children too, and what another
    /// parent asks it to allow.
    ///
    /// - Throws: ``Problem`` `notFound` when there is no such decision, or the caller may not see
    ///   it; `unauthenticated`; `DatabaseError`.
    public func getDecision(
        _ input: API.Guardian.DecisionReference,
        _ call: Call
    ) async throws -> API.Guardian.TracedDecision {
        try await reading(call) { session, membership in
            let stored = try Decisions.traced(input.id, of: membership.household, in: session)
                .orNotFound()
            let decision = stored.decision
            let approval = try Approvals.find(about: decision.id, now: call.now, in: session)
            let isSeen = try Self.sees(
                decision.member,
                isAsked: approval != nil,
                membership,
                in: session
            )
            guard isSeen else { throw Problem(.notFound) }
            return API.Guardian.TracedDecision(
                try API.Guardian.DecisionRow(decision),
                trace: try API.Guardian.trace(json: stored.trace)
                    .orCorrupt("a decision has a trace that is none"),
                approval: try approval.map { try API.Guardian.DecisionApproval($0) },
                override: try Self.outcome(of: stored, in: session)
                    .map { API.Guardian.DecisionOverride($0) }
            )
        }
    }

    /// Whether the caller may see what a member of its household asked.
    private static func sees(
        _ member: ID<Entity.Member>,
        isAsked: Bool,
        _ membership: Membership,
        in session: any Session
    ) throws -> Bool {
        if member == membership.member { return true }
        guard membership.role == .parent else { return false }
        return try isAsked || Members.find(member, in: session)?.role == .child
    }

    /// The permission that a decision used, or the first that came for what it declined.
    private static func outcome(
        of stored: DecisionWithTrace,
        in session: any Session
    ) throws -> OverrideOutcome? {
        if let used = stored.override { return try Overrides.outcome(of: used, in: session) }
        let decision = stored.decision
        guard decision.answer == API.Guardian.AuthorizeDecision.decline.rawValue else { return nil }
        return try Overrides.outcome(
            at: MerchantName.normalised(decision.merchant),
            about: decision.amountMinor,
            for: decision.member,
            since: decision.decidedAt,
            in: session
        )
    }
}

extension API.Guardian.DecisionApproval {
    /// A request as it is kept.
    fileprivate init(_ record: ApprovalRecord) throws {
        let approval = try API.Guardian.Approval(record)
        self.init(id: approval.id, state: approval.state, decidedAt: approval.decidedAt)
    }
}

extension API.Guardian.DecisionOverride {
    /// A permission as it is kept.
    fileprivate init(_ outcome: OverrideOutcome) {
        self.init(
            ts: GuardianTimestamp(outcome.createdAt),
            used: outcome.isUsed,
            usedBy: outcome.decision
        )
    }
}
