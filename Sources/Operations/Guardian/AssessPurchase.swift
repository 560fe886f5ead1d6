import Catalogue
public import Contract
import Guardian
import Kernel
import Ledger
import SQL
import Store

extension GuardianOperations {
    /// Tells what is to be thought of a purchase; decides and stores nothing.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may speak for;
    ///   `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func assessPurchase(
        _ input: API.Guardian.PurchaseQuestion,
        _ call: Call
    ) async throws -> API.Guardian.Assessment {
        let category = catalogue.guardianCategory(
            given: input.category,
            merchant: input.merchant,
            mcc: input.mcc.map { Int($0) }
        ).category
        let work = { @Sendable (session: any Session, membership: Membership) throws in
            let reader = AnalyticsReader(
                session: session,
                catalogue: catalogue,
                membership: membership,
                member: try Self.subject(input.userID, membership, in: session),
                window: .last(days: 7, until: call.now, in: membership.zone)
            )
            return try reader.assessment(of: input, in: category)
        }
        // Only the answer to a key is kept.
        guard call.idempotency != nil else { return try await reading(call, work) }
        return try await writing(call, work)
    }
}

extension AnalyticsReader {
    /// Assesses a purchase by the limit and the spending of its category.
    fileprivate func assessment(
        of purchase: API.Guardian.PurchaseQuestion,
        in category: String
    ) throws -> API.Guardian.Assessment {
        let today = membership.zone.day(of: window.end)
        let week = try total(in: category)
        let facts = AssessmentFacts(
            amountMinor: purchase.amountCents,
            merchant: purchase.merchant,
            category: category,
            limitMinor: try Rules.limitMinor(of: member, for: category, in: session),
            spentThisMonthMinor: try SpendRollups.total(
                by: member,
                guardianCategory: category,
                on: today.month.firstDay...today,
                in: session
            ).amountMinor,
            spentThisWeekMinor: week.amountMinor
        )
        return API.Guardian.Assessment(of: facts, purchasesThisWeek: week.count)
    }
}

extension API.Guardian.Assessment {
    fileprivate init(of facts: AssessmentFacts, purchasesThisWeek: Int64) {
        let assessment = facts.assess()
        let limit = { (minor: Int64) in
            API.Guardian.CategoryLimit(category: facts.category, monthlyLimitCents: minor)
        }
        self.init(
            input: API.Guardian.AssessedPurchase(
                amountCents: facts.amountMinor,
                merchant: facts.merchant,
                category: facts.category
            ),
            existingRule: facts.limitMinor.map(limit),
            metrics: API.Guardian.PurchaseMetrics(
                spentMTDCents: facts.spentThisMonthMinor,
                spent7DCents: facts.spentThisWeekMinor,
                count7D: purchasesThisWeek,
                limitCents: facts.limitMinor,
                remainingCents: facts.remainingMinor
            ),
            assessment: API.Guardian.PurchaseVerdict(
                shouldBlock: assessment.shouldBlock,
                blockReason: assessment.blockReason.wire,
                shouldCreateRule: assessment.suggestedLimitMinor != nil,
                suggestedRule: assessment.suggestedLimitMinor.map(limit),
                rationale: assessment.rationale
            )
        )
    }
}

extension PurchaseAssessment.BlockReason {
    /// The contract's word.
    fileprivate var wire: API.Guardian.BlockReason {
        switch self {
        case .exceedsLimit: .exceedsLimit
        case .largeFraction: .largeFraction
        case .nothing: .nothing
        }
    }
}
