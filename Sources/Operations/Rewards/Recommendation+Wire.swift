import Contract
import Kernel
import Rewards

extension API.Rewards.RecommendationResponse {
    /// A recommendation; each card that it names has a new id in it.
    init(_ recommendation: Recommendation, _ call: Call) {
        self.init(
            primaryRecommendation: .init(recommendation.primary, call),
            secondaryRecommendation: recommendation.secondary.map { .init($0, call) },
            reasoning: recommendation.reasoning,
            warnings: recommendation.warnings,
            suggestions: recommendation.suggestions
        )
    }
}

extension API.Rewards.CardRecommendation {
    /// A card that a recommendation names.
    init(_ ranked: RankedCard, _ call: Call) {
        let standing = ranked.standing
        self.init(
            id: call.newID(),
            cardID: ranked.cardID,
            cardName: ranked.cardName,
            category: .init(ranked.category),
            multiplier: DecimalAmount(minor: standing.earning.rate.hundredths),
            pointType: .init(standing.earning.pointType),
            reasoning: ranked.reasoning,
            currentSpending: DecimalAmount(minor: standing.spentCents),
            limit: DecimalAmount(minor: standing.limitCents),
            isLimitReached: standing.isLimitReached,
            rank: ranked.rank,
            rewardValue: ranked.valueCents.map { DecimalAmount(minor: $0) }
        )
    }
}
