import Catalogue
public import Contract
import Guardian
import Kernel
import SQL
import Store

extension Operations {
    /// Decides whether a purchase may go ahead, and keeps the decision with its trace.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func authorizePurchase(
        _ input: API.Guardian.AuthorizeRequest,
        _ call: Call
    ) async throws -> API.Guardian.AuthorizeResponse {
        let category = catalogue.guardianCategory(
            given: input.category,
            merchant: input.merchant,
            mcc: input.mcc.map { Int($0) }
        )
        let merchantKey = MerchantName.normalised(input.merchant)
        return try await writing(call) { session, standing in
            let facts = try Self.facts(
                of: Money(minor: input.amountCents, currency: standing.currency),
                category.category,
                merchantKey,
                standing,
                call.now,
                in: session
            )
            let decision = facts.decide()
            let trace = API.Guardian.encoded(
                decision.trace.map { result in
                    API.Guardian.AuthorizeCheck(
                        check: result.check.rawValue,
                        outcome: result.outcome.rawValue,
                        detail: result.detail
                    )
                }
            )
            let record = DecisionRecord(
                id: call.newID(),
                household: standing.household,
                member: standing.member,
                merchant: input.merchant,
                categorySource: category.step.rawValue,
                facts: facts,
                answer: decision.answer.rawValue,
                reason: decision.reason.rawValue,
                message: decision.message,
                trace: try trace.encoded(),
                decidedAt: call.now
            )
            _ = try Decisions.append(record, to: standing.head, in: session)
            if let used = decision.usedOverride {
                try Overrides.use(used, by: record.id, in: session)
            }
            return API.Guardian.AuthorizeResponse(
                decision: decision.answer.wire,
                reason: decision.reason.wire,
                message: decision.message,
                decisionID: record.id,
                trace: trace
            )
        }
    }

    /// Reads what the decision depends on: a handful of rows, whatever the history's length.
    static func facts(
        of amount: Money,
        _ category: String,
        _ merchantKey: String,
        _ standing: Standing,
        _ now: Timestamp,
        in session: any Session
    ) throws -> PurchaseFacts {
        let member = standing.member
        let override = try Overrides.oldestUsable(
            of: member,
            merchantKey: merchantKey,
            amountMinor: amount.minor,
            now: now,
            in: session
        )
        let limit = try Rules.limitMinor(of: member, for: category, in: session)
        let spent = try limit.map { _ in
            let today = standing.zone.day(of: now)
            return try SpendRollups.spentMinor(
                by: member,
                guardianCategory: category,
                from: today.month.firstDay,
                through: today,
                in: session
            )
        }
        return PurchaseFacts(
            amount: amount,
            category: category,
            override: override,
            limit: limit.map { Money(minor: $0, currency: amount.currency) },
            spentThisMonth: spent.map { Money(minor: $0, currency: amount.currency) }
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
        case .locationWarn: .locationWarn
        case .ok: .ok
        }
    }
}
