import Catalogue
public import Contract
import Guardian
import Kernel
import Ledger
import Rewards
import SQL
import Store

extension GuardianOperations {
    /// Decides whether a purchase may go ahead, and keeps the decision with its trace.
    ///
    /// The answer names the best card of the caller's wallet, which is no part of the decision.
    ///
    /// What a child is declined, its parents are asked to allow; but not what its wallet does not
    /// hold, because their permission would not help. What a policy asks about, another parent is
    /// asked to allow a parent, where there is one.
    ///
    /// Where a household has no policy that is asked, nothing is read for any.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func authorizePurchase(
        _ input: API.Guardian.AuthorizeRequest,
        _ call: Call
    ) async throws -> API.Guardian.AuthorizeResponse {
        let category = category(of: input)
        let merchantKey = MerchantName.normalised(input.merchant)
        // Here, because a transaction that takes the operations along copies all of them.
        let rewards = rewardsCategory(of: input, merchantKey)
        let (notices, wallet) = (notices, WalletInUse(of: wallets))
        let policies = PoliciesInUse(of: policies)
        let answer = try await writing(call) { session, membership in
            let terms = try PurchaseFacts.read(
                amount: Money(minor: input.amountCents, currency: membership.currency),
                category: category.category,
                merchantKey: merchantKey,
                of: membership.member,
                zone: membership.zone,
                now: call.now,
                in: session
            )
            let version = membership.policiesVersion
            let facts =
                version == 0
                ? terms
                : try policies.judged(terms, merchantKey, input.mcc, membership, call.now, session)
            let decision = facts.decide()
            let (trace, isNear) = (decision.wireTrace, facts.nearsLimit)
            let record = DecisionRecord(
                id: call.newID(),
                household: membership.household,
                member: membership.member,
                merchant: input.merchant,
                merchantKey: merchantKey,
                categorySource: category.step.rawValue,
                facts: facts,
                answer: decision.answer.rawValue,
                reason: decision.reason.rawValue,
                message: decision.message,
                trace: try trace.encoded(),
                decidedAt: call.now,
                policies: version == 0 ? nil : AskedPolicies(of: facts, version: version)
            )
            let head = try Decisions.append(record, to: membership.head, in: session)
            if version != 0 {
                try record.recordPolicies(at: head.sequence, zone: membership.zone, in: session)
            }
            if let used = decision.usedOverride {
                try Overrides.use(used, by: record.id, in: session)
            }
            try Self.tell(record, decision, isNear, notices, membership, head, call, session)
            let card = try wallet.wallet(of: membership, until: head, at: call.now, in: session)
                .best(for: rewards, costing: facts.amount)
            return API.Guardian.AuthorizeResponse(
                decision: decision.answer.wire,
                reason: decision.reason.wire,
                message: decision.message,
                decisionID: record.id,
                trace: trace,
                recommendedCard: card
            )
        }
        wallet.keep()
        policies.keep()
        if answer.decision == .decline {
            eventSignal.wake(householdOf: call.caller)
            notificationSignal.wake()
        }
        return answer
    }

    /// The category that limits are set for, and what told it.
    private func category(of input: API.Guardian.AuthorizeRequest) -> PurchaseCategory {
        catalogue.guardianCategory(
            given: input.category,
            merchant: input.merchant,
            mcc: input.mcc.map { Int($0) }
        )
    }

    /// The kind of spending that cards reward.
    private func rewardsCategory(
        of input: API.Guardian.AuthorizeRequest,
        _ merchantKey: String
    ) -> RewardsCategory {
        catalogue.rewardsCategory(
            given: input.category,
            merchantKey: merchantKey,
            mcc: input.mcc.map { Int($0) }
        )
    }

    /// Tells that a purchase brings spending near its limit, or that it was declined; and asks for
    /// it where somebody may allow it.
    private static func tell(
        _ record: DecisionRecord,
        _ decision: PurchaseDecision,
        _ isNear: Bool,
        _ notices: Notices,
        _ membership: Membership,
        _ head: ChainHead,
        _ call: Call,
        _ session: any Session
    ) throws {
        guard decision.answer != .approve else {
            if isNear { try notices.tellBudget(record, membership, call, in: session) }
            return
        }
        try notices.tellDecline(
            record,
            approval: approval(of: record, decision, membership, head, in: session),
            mayBeAllowed: decision.mayBeAllowed,
            membership,
            call,
            in: session
        )
    }

    /// The request that a decline leads to, where parents are asked now.
    private static func approval(
        of record: DecisionRecord,
        _ decision: PurchaseDecision,
        _ membership: Membership,
        _ head: ChainHead,
        in session: any Session
    ) throws -> Serial<Entity.Approval>? {
        guard decision.mayBeAllowed,
            try membership.role == .child
                || decision.asksEvenParents && hasOtherParent(membership, in: session)
        else { return nil }
        return try requestApproval(
            of: record,
            merchantKey: record.merchantKey,
            after: head,
            in: session
        )
    }

    /// Whether there is a parent beside the caller, who could allow it something.
    private static func hasOtherParent(
        _ membership: Membership,
        in session: any Session
    ) throws -> Bool {
        try Members.parents(of: membership.household, in: session)
            .contains { $0 != membership.member }
    }
}

extension PurchaseDecision {
    /// Whether it is a decline that a parent's permission would turn.
    fileprivate var mayBeAllowed: Bool { answer == .decline && reason != .insufficientFunds }

    /// The checks that ran, with the JSON that is stored and answered.
    var wireTrace: PreEncoded<[API.Guardian.AuthorizeCheck]> {
        API.Guardian.encoded(
            trace.map { result in
                API.Guardian.AuthorizeCheck(
                    check: result.check.rawValue,
                    outcome: result.outcome.rawValue,
                    detail: result.detail
                )
            }
        )
    }
}

extension PurchaseDecision.Answer {
    /// The contract's word.
    fileprivate var wire: API.Guardian.AuthorizeDecision {
        switch self {
        case .approve: .approve
        case .decline: .decline
        }
    }
}

extension PurchaseDecision.Reason {
    /// The contract's word.
    fileprivate var wire: API.Guardian.AuthorizeReason {
        switch self {
        case .override: .override
        case .locationBlock: .locationBlock
        case .risky: .risky
        case .policy: .policy
        case .policyWarn: .policyWarn
        case .locationWarn: .locationWarn
        case .insufficientFunds: .insufficientFunds
        case .ok: .ok
        }
    }
}
