import Catalogue
public import Contract
import Guardian
import Kernel
import SQL
import Store

extension GuardianOperations {
    /// Takes the caller's word whether a decided purchase was avoidable; scores learn from it.
    ///
    /// - Throws: ``Problem`` `notFound` when the caller has no such decision; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func giveFeedback(
        _ input: API.Guardian.FeedbackRequest,
        _ call: Call
    ) async throws -> API.Guardian.Status {
        let model = model
        return try await writing(call) { session, membership in
            let judged = try Self.judged(input.decisionID, membership, model, in: session)
            try FeedbackRecords.learn(
                { sequence in
                    PurchaseFeedback(
                        decision: input.decisionID,
                        givenAt: call.now,
                        sequence: sequence,
                        category: judged.category,
                        merchant: judged.merchant,
                        modelLogit: judged.modelLogit,
                        isAvoidable: input.avoidable
                    )
                },
                of: judged.member,
                in: session
            )
            return API.Guardian.Status(status: "ok")
        }
    }

    /// A decision that feedback names, as scoring sees it.
    private struct RatedDecision {
        let member: ID<Entity.Member>
        let category: String
        let merchant: String
        let modelLogit: Double
    }

    /// The score the caller asked for, or its authorize decision with what the model says of it.
    private static func judged(
        _ id: ID<Entity.Decision>,
        _ membership: Membership,
        _ model: ScoringModel,
        in session: any Session
    ) throws -> RatedDecision {
        if let score = try Scores.find(id, askedBy: membership.member, in: session) {
            return RatedDecision(
                member: score.member,
                category: score.category,
                merchant: score.merchant,
                modelLogit: score.modelLogit
            )
        }
        let decision = try Decisions.find(id, of: membership, in: session).orNotFound()
        let amount = decision.facts.amount
        let category = ScoringCategory(decision.facts.category)
        let profile = try Profiles.find(of: membership.member, in: session)
        let facts = ScoringFacts(
            amount: amount,
            category: category,
            hour: membership.zone.hour(of: decision.decidedAt),
            weekday: membership.zone.day(of: decision.decidedAt).weekday,
            channel: .offline,
            member: ScoringFacts.Member(
                profile: profile.profile,
                monthlyIncome: Money(
                    minor: profile.monthlyIncomeMinor,
                    currency: amount.currency
                ),
                spendBefore: Money(minor: 0, currency: amount.currency)
            )
        )
        return RatedDecision(
            member: membership.member,
            category: category.code,
            merchant: decision.merchant,
            modelLogit: model.logit(of: facts.modelInput)
        )
    }
}
