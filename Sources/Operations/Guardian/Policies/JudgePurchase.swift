import Guardian
import Kernel
import SQL
import Store

/// Reads what policies ask of one purchase, and nothing else, in the decision's own transaction.
struct PolicyFactsReader {
    /// What the decision depends on beside policies.
    let facts: PurchaseFacts
    /// The merchant in its normalised form.
    let merchantKey: String
    /// The merchant category code; 0 is not known.
    let mcc: Int64?
    /// Who buys.
    let membership: Membership
    /// The call's instant.
    let now: Timestamp
    /// The transaction.
    let session: any Session

    /// The facts that policies need.
    ///
    /// - Complexity: O(windows), and O(geofences and goals of the household) where those are asked
    ///   for; whatever the history's length.
    func read(_ needs: PolicyNeeds, _ model: ScoringModel) throws -> PolicyFacts {
        let household = membership.household
        let purchase = PolicyWindows.Purchase(
            household: household,
            member: membership.member,
            category: facts.category,
            merchantKey: merchantKey,
            now: now,
            zone: membership.zone
        )
        return PolicyFacts(
            for: needs,
            amount: facts.amount,
            category: facts.category,
            merchant: merchantKey,
            mcc: mcc,
            clock: PolicyClock(at: now, in: membership.zone),
            windowValues: needs.windows.isEmpty
                ? [] : try PolicyWindows.values(of: needs, for: purchase, in: session),
            isFirstAtMerchant: needs.asksFirstAtMerchant
                ? try PolicyWindows.isFirst(atMerchant: purchase, in: session) : nil,
            isFirstInCategory: needs.asksFirstInCategory
                ? try PolicyWindows.isFirst(inCategory: purchase, in: session) : nil,
            avoidable: needs.asksScore ? try score(by: model) : nil,
            wallet: facts.wallet?.minor,
            position: needs.places.isEmpty
                ? nil
                : try PolicySurroundings.position(of: membership.member, now: now, in: session),
            fences: try PolicySurroundings.centres(
                of: needs.fences,
                in: household,
                session: session
            ),
            goalLacks: try PolicySurroundings.lacks(
                of: needs.goals,
                in: household,
                session: session
            )
        )
    }

    /// How avoidable the purchase looks, as scoring it in a shop would tell with what was learned
    /// from the member.
    private func score(by model: ScoringModel) throws -> Double {
        let category = ScoringCategory(facts.category)
        let (day, currency) = (membership.zone.day(of: now), membership.currency)
        let facts = ScoringFacts(
            amount: facts.amount,
            category: category,
            hour: membership.zone.hour(of: now),
            weekday: day.weekday,
            channel: .offline,
            member: try Scores.facts(
                of: membership.member,
                category: category.code,
                merchantKey: merchantKey,
                currency: currency,
                today: day,
                in: session
            )
        )
        return facts.score(by: model).pAvoid
    }
}

extension DecisionRecord {
    /// Keeps what a decision is to policies: what their windows look back on from now on, and what
    /// those in shadow would have answered.
    ///
    /// `sequence`: Its position in the chain.
    func recordPolicies(at sequence: Int64, zone: Zone, in session: any Session) throws {
        try PolicyWindows.add(decision: self, zone: zone, in: session)
        guard let judged = facts.policies, judged.policies.hasShadow else { return }
        let outcomes = judged.verdict(of: .shadow).isTrue.map { policy in
            ShadowOutcome(
                policy: policy.id,
                wouldBe: policy.action,
                isDisagreement: isOtherwise(than: policy.action)
            )
        }
        try ShadowOutcomes.record(outcomes, beside: self, at: sequence, in: session)
    }

    /// Whether the answer would have been another one, had a policy in shadow been live: it was
    /// approved and would have been stopped, or would have had a policy's warning and had none.
    private func isOtherwise(than action: Policy.Action) -> Bool {
        guard answer == PurchaseDecision.Answer.approve.rawValue else { return false }
        return action.stops || reason != PurchaseDecision.Reason.policyWarn.rawValue
    }
}
