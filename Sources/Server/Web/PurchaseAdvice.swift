import Contract
import Kernel
import Operations
import Web

/// What is known of a purchase beside the decision.
///
/// A decision stands alone: what cannot be asked for besides is left out.
struct PurchaseAdvice: Sendable {
    let score: BuyView.Score?
    let card: PurchaseCard
    let left: LeftAfter.Answers

    init(
        on question: BuyView.Question,
        costing amount: Int64,
        answered answer: API.Guardian.AuthorizeResponse,
        for buyer: Buyer,
        now: Timestamp
    ) async {
        let visit = buyer.visit
        let hundredths = TypedAmount.hundredths(question.amount) ?? 0
        let code = Self.code(of: question.category)
        let score = try? await visit.call(
            API.Guardian.scoreTransaction,
            API.Guardian.ScoreRequest(
                amount: DecimalAmount(minor: hundredths),
                merchantName: question.merchant,
                mcc: code
            )
        )
        let typed = question.category.isEmpty ? nil : question.category
        let assess = { (category: String?, code: Int64?) in
            try? await visit.call(
                API.Guardian.assessPurchase,
                API.Guardian.PurchaseQuestion(
                    amountCents: amount,
                    merchant: question.merchant,
                    category: category,
                    mcc: code
                )
            )
        }
        let assessment = await assess(typed, nil)
        // A score is asked for without the kind, so the same question tells which one it took.
        let scored = typed == nil ? assessment : await assess(nil, code)
        let kind = assessment.flatMap { assessment in
            scored.map { scored in
                ScoredKind(scored: scored.input.category, decided: assessment.input.category)
            }
        }
        self.score = score.map { BuyView.Score($0, kind: kind, key: FormKey.fresh()) }
        card = await Self.card(for: answer, at: question.merchant, hundredths, buyer)
        left = LeftAfter.Answers(
            minor: amount,
            hundredths: hundredths,
            assessment: assessment,
            wallet: buyer.isParent
                ? nil : try? await visit.call(API.Allowance.childDashboard).currentBalance,
            safe: buyer.isParent ? await Self.safe(buyer, now) : nil
        )
    }

    /// The best cards for the kind that was decided about, where the reader has any.
    private static func card(
        for answer: API.Guardian.AuthorizeResponse,
        at merchant: String,
        _ hundredths: Int64,
        _ buyer: Buyer
    ) async -> PurchaseCard {
        let named = answer.recommendedCard
        let best: API.Rewards.RecommendationResponse?
        if let named {
            best = try? await buyer.visit.call(
                API.Rewards.recommendCard,
                API.Rewards.RecommendationRequest(
                    userQuery: WebRoutes.cardQuery(merchant),
                    spendingCategory: named.category,
                    merchant: merchant,
                    amount: DecimalAmount(minor: hundredths)
                )
            )
        } else {
            best = nil
        }
        return PurchaseCard(named, best, isChild: !buyer.isParent, buyer.format)
    }

    /// What is safe to spend, where anything was ever booked.
    private static func safe(
        _ buyer: Buyer,
        _ now: Timestamp
    ) async -> API.Insights.SafeToSpend? {
        guard buyer.desk.accounts.hasTransactions else { return nil }
        let month = buyer.desk.zone.day(of: now).month
        let summary = try? await buyer.visit.call(
            API.Insights.monthlySummary,
            API.Insights.AnalyticsSummaryRequest(month: WireMonth(month), generateAi: false)
        )
        return summary?.safeToSpend
    }

    /// The code by which a kind is scored, because a score takes none: `nil` for an own word, for
    /// which the merchant tells.
    private static func code(of kind: String) -> Int64? {
        let word = kind.lowercased().trimmingPrefix { $0.isWhitespace }
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let known = CategoryName.known.first { $0.code == word || $0.name.lowercased() == word }
        return known.flatMap { codes[$0.code] }
    }

    /// Source: the table of the Guardian contract, section 3 (codes of ISO 18245).
    private static let codes: [String: Int64] = [
        "rent_bills": 6_513, "groceries": 5_411, "fast_food": 5_814, "alcohol": 5_921,
        "clothing": 5_651, "electronics": 5_732, "pharmacy_health": 5_912, "transport": 4_121,
        "subscription": 4_899, "misc_online": 5_999, "fun": 7_994, "entertainment": 7_832,
    ]
}
