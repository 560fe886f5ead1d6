import Catalogue
public import Contract
import Guardian
import Kernel
import Store

extension GuardianOperations {
    /// Tells how avoidable a purchase looks; for a signed-in caller it is kept, so that feedback
    /// may name it.
    ///
    /// - Throws: ``Problem`` `notFound` when `user_id` names nobody the caller may speak for;
    ///   `invalid` for a price that is less than the currency's smallest coin; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func scoreTransaction(
        _ input: API.Guardian.ScoreRequest,
        _ call: Call
    ) async throws -> API.Guardian.ScoreResponse {
        let purchase = ScoredPurchase(input, catalogue)
        guard case .member = call.caller else {
            let facts = try purchase.facts(.unknown(currency: .usd), .usd, .utc, call.now)
            return API.Guardian.ScoreResponse(facts.score(by: model), nil)
        }
        let model = model
        return try await writing(call) { session, membership in
            let member = try Self.subject(input.userID, membership, in: session)
            let known = try Scores.facts(
                of: member,
                category: purchase.category.code,
                merchantKey: MerchantName.normalised(input.merchantName),
                currency: membership.currency,
                today: membership.zone.day(of: call.now),
                in: session
            )
            let facts = try purchase.facts(known, membership.currency, membership.zone, call.now)
            let score = facts.score(by: model)
            let record = ScoreRecord(
                id: call.newID(),
                member: member,
                askedBy: membership.member,
                amountMinor: facts.amount.minor,
                merchant: input.merchantName,
                category: purchase.category.code,
                modelLogit: score.modelLogit,
                answer: score.decision.rawValue,
                scoredAt: call.now
            )
            try Scores.insert(record, in: session)
            return API.Guardian.ScoreResponse(score, record.id)
        }
    }
}

/// What a caller says of a purchase that is to be scored.
private struct ScoredPurchase {
    let category: ScoringCategory
    private let input: API.Guardian.ScoreRequest

    init(_ input: API.Guardian.ScoreRequest, _ catalogue: Catalogue) {
        self.input = input
        let mcc = input.mcc.flatMap { $0 == 0 ? nil : Int($0) }
        let found = catalogue.guardianCategory(
            given: nil,
            merchant: input.merchantName,
            mcc: mcc
        )
        category = ScoringCategory(found.category)
    }

    func facts(
        _ member: ScoringFacts.Member,
        _ currency: Currency,
        _ zone: Zone,
        _ now: Timestamp
    ) throws -> ScoringFacts {
        let instant = input.timestamp?.instant ?? now
        return ScoringFacts(
            amount: try amount(in: currency),
            category: category,
            hour: zone.hour(of: instant),
            weekday: zone.day(of: instant).weekday,
            channel: input.channel == .online ? .online : .offline,
            member: member
        )
    }

    /// The price, which is written with two decimals whatever the currency has.
    private func amount(in currency: Currency) throws -> Money {
        var minor = input.amount.minor
        for _ in currency.exponent..<max(2, currency.exponent) { minor /= 10 }
        for _ in 2..<max(2, currency.exponent) { minor *= 10 }
        guard minor > 0 else {
            throw Problem.invalid([Fault(field: "amount", rule: "must be more than 0")])
        }
        return Money(minor: minor, currency: currency)
    }
}

extension API.Guardian.ScoreResponse {
    fileprivate init(_ score: PurchaseScore, _ id: ID<Entity.Decision>?) {
        self.init(
            decision: score.decision == .block ? .block : .allow,
            pAvoid: PurchaseScore.withFourDecimals(score.pAvoid),
            reason: score.reason,
            debug: Debug(
                pML: PurchaseScore.withFourDecimals(score.pML),
                overBudgetRatio: PurchaseScore.withFourDecimals(score.overBudgetRatio),
                threshold: score.threshold,
                spendBefore: score.spendBefore.minor,
                spendAfter: score.spendAfter.minor
            ),
            decisionID: id
        )
    }
}
