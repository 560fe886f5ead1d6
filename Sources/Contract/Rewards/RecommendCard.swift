import Kernel

extension API.Rewards {
    /// Names the best card for a purchase, and the next best.
    public static let recommendCard = Endpoint<RecommendationRequest, RecommendationResponse>(
        "recommendCard",
        .post,
        "/api/recommendations",
        "Names the best card for a purchase and the next best; stores nothing.",
        access: .member,
        scope: .reading,
        surface: .rewards,
        example: RecommendationRequest(
            userQuery: "I'm buying groceries at Whole Foods",
            spendingCategory: .groceries,
            merchant: "whole foods",
            amount: DecimalAmount(minor: 15_000),
            userPreferences: PreferencesInput(
                preferredPointSystem: .membershipRewards,
                alertThreshold: AlertThreshold(millionths: 850_000),
                language: .english
            ),
            userCards: []
        ),
        answers: RecommendationResponse(
            primaryRecommendation: .example,
            secondaryRecommendation: .exampleBackup,
            reasoning: CardRecommendation.example.reasoning + " Backup: Citi Double Cash.",
            warnings: ["Amex Gold is close to its limit for groceries (95%)."],
            suggestions: ["Consider Citi Double Cash as a backup."]
        ),
        outdates: .nothing,
        waits: .zero
    )
}

extension API.Rewards.CardRecommendation {
    /// The document's card for groceries.
    static let example = Self(
        id: .example,
        cardID: .example,
        cardName: "Amex Gold",
        category: .groceries,
        multiplier: DecimalAmount(minor: 400),
        pointType: .membershipRewards,
        reasoning: """
            Amex Gold offers 4x MR points on groceries, with $200.00 remaining of the $1,000.00 \
            limit.
            """,
        currentSpending: DecimalAmount(minor: 80_000),
        limit: DecimalAmount(minor: 100_000),
        isLimitReached: false,
        rank: 1
    )

    /// The card behind it.
    static let exampleBackup = Self(
        id: ID(RawID(high: 0x0194_4B1E_7A40_7D14, low: 0x8F5E_7F0A_6F1F_2B72)),
        cardID: ID(RawID(high: 0x0194_4B1E_7A40_7C62, low: 0x8F5E_7F0A_6F1F_2B72)),
        cardName: "Citi Double Cash",
        category: .groceries,
        multiplier: DecimalAmount(minor: 200),
        pointType: .thankYouPoints,
        reasoning: "Citi Double Cash offers 2x TYP points on groceries.",
        currentSpending: DecimalAmount(minor: 0),
        limit: DecimalAmount(minor: 0),
        isLimitReached: false,
        rank: 2
    )
}

extension ID where Entity == Kernel.Entity.CardRecommendation {
    /// A recommendation as examples have it.
    static let example = Self(RawID(high: 0x0194_4B1E_7A40_7D14, low: 0x8F5E_7F0A_6F1F_2B71))
}
