public import Contract
public import Kernel
import Rewards

extension DeviceEngine {
    /// Tells which card the server would recommend for a purchase, without asking it.
    ///
    /// The code is the server's own, over the cards and preferences that this device keeps: those
    /// of ``refreshCards()`` and of the last call of ``RewardsService``. Limits whose reset date
    /// has come begin at nothing. What the request itself names counts in their place. Money is
    /// shown in dollars; without a kept time zone the quarter is that of UTC.
    ///
    /// - Parameter request: The purchase, as the server is asked.
    /// - Returns: The advice; `nil` while no cards are known.
    /// - Throws: ``PurserError`` `invalid` as the server would, also without an active card;
    ///   `unauthorized` when nobody is signed in, `storage`; `CancellationError`.
    public func recommendCard(
        _ request: API.Rewards.RecommendationRequest
    ) async throws -> CardAdvice? {
        let request = try API.Rewards.recommendCard.accepted(request)
        try request.refuseWords()
        let kept = try await KeptRewards(purser.client)
        let list = try await kept.find(API.Rewards.CardList.self, .rewardCards)
        let zone = try await kept.zone()
        let now = kept.instant
        let cards: [RewardCard]
        let asOf: Timestamp
        if let offered = request.userCards, !offered.isEmpty {
            cards = offered.map { RewardCard($0, at: now, in: zone) }
            asOf = now
        } else {
            guard let list else { return nil }
            cards = list.value.cards.map { RewardCard($0) }
            asOf = list.knownAt
        }
        let preferences = try await kept.find(
            API.Rewards.UserPreferences.self,
            .rewardPreferences
        )
        let preferred = RewardPreferences(preferences?.value, request.userPreferences)
        let recommendation = RewardWallet(cards, at: now, in: zone)
            .recommend(for: RewardPurchase(request), preferences: preferred)
        guard let recommendation else {
            let text = RewardText(language: preferred.language)
            let fault = Fault(field: "userCards", rule: "has no active card")
            throw PurserError(invalid: Problem(.invalid, text.addCard, faults: [fault]))
        }
        let newID: () -> ID<Entity.CardRecommendation> = {
            ID(purser.client.time.newName()) ?? ID(.zero)
        }
        return CardAdvice(recommendation: .init(recommendation, newID), asOf: asOf)
    }

    /// Asks the server for all that cards are recommended by, and keeps it.
    ///
    /// Three calls: the cards, the preferences, and the family for its time zone.
    ///
    /// - Returns: As of when they are, by this device's clock.
    /// - Throws: ``PurserError``, and then what was known stays; `CancellationError`.
    @discardableResult
    public func refreshCards() async throws -> Timestamp { try await askForCards().asOf }

    /// The same, with what the server answered.
    func askForCards() async throws -> (
        cards: API.Rewards.CardList,
        preferences: API.Rewards.UserPreferences,
        asOf: Timestamp
    ) {
        let kept = try await KeptRewards(purser.client)
        let asking = purser.with { $0.freshness = .reload }
        async let preferences = asking.call(API.Rewards.getPreferences)
        async let family = asking.call(API.Allowance.currentFamily)
        let cards = try await asking.call(API.Rewards.listCards)
        let answers = (cards: cards, preferences: try await preferences, asOf: kept.instant)
        await kept.keep([
            try FactTable.Row(.rewardCards, answers.cards),
            try FactTable.Row(.rewardPreferences, answers.preferences),
            try FactTable.Row(.timeZone, try await family.timeZone),
        ])
        return answers
    }
}

extension API.Rewards.RecommendationRequest {
    /// - Throws: ``PurserError`` `invalid` for a text with a word that the server refuses.
    fileprivate func refuseWords() throws {
        let names = (userCards ?? []).enumerated().map { place, card in
            (field: "userCards[\(place)].name", text: card.name)
        }
        let faults = ([(field: "userQuery", text: userQuery)] + names)
            .filter { RefusedWords.areIn($0.text) }
            .map { Fault(field: $0.field, rule: "has a word that is not allowed") }
        if !faults.isEmpty { throw PurserError(invalid: Problem.invalid(faults)) }
    }
}

extension KeptRewards {
    /// The household's time zone, as far as it is kept.
    fileprivate func zone() async throws -> Zone {
        if let name = try await find(String.self, .timeZone)?.value,
            let zone = Zone.named(name)
        {
            return zone
        }
        let facts = try await find(KnownFacts.self, .purchases)
        return facts.flatMap { Zone.named($0.value.timeZone) } ?? .utc
    }
}

extension RewardPurchase {
    /// What a request asks about: what its fields say, else its sentence.
    fileprivate init(_ request: API.Rewards.RecommendationRequest) {
        let told = ToldCategory(
            given: request.spendingCategory.map { RewardsCategory($0) },
            merchant: request.merchant,
            query: request.userQuery
        )
        self.init(
            category: told.category,
            amountCents: request.amount?.minor ?? SaidAmount(in: request.userQuery)?.cents
        )
    }
}

extension RewardPreferences {
    /// What is kept, else what a member has who never set anything; field by field, what a request
    /// says in its place.
    fileprivate init(
        _ kept: API.Rewards.UserPreferences?,
        _ said: API.Rewards.PreferencesInput?
    ) {
        let kept = kept ?? API.Rewards.UserPreferences()
        self.init(
            preferred: PointType(said?.preferredPointSystem ?? kept.preferredPointSystem),
            alertThresholdMillionths: (said?.alertThreshold ?? kept.alertThreshold).millionths,
            language: AnswerLanguage(said?.language ?? kept.language),
            notificationsEnabled: kept.notificationsEnabled,
            autoUpdateSpending: kept.autoUpdateSpending,
            pointValues: (kept.pointValues ?? []).compactMap(PointValue.init)
        )
    }
}

extension PointValue {
    /// A value that the member set; `nil` for one out of its range.
    fileprivate init?(_ value: API.Rewards.PointValue) {
        guard (0...Limits.pointValueHundredths).contains(value.centsPerPoint.minor) else {
            return nil
        }
        self.init(
            program: value.program,
            hundredths: value.centsPerPoint.minor,
            judgedOn: value.judgedOn.day,
            source: PointValue.ownSource
        )
    }
}

extension API.Rewards.RecommendationResponse {
    /// A recommendation as the server writes it.
    fileprivate init(
        _ recommendation: Recommendation,
        _ newID: () -> ID<Entity.CardRecommendation>
    ) {
        self.init(
            primaryRecommendation: .init(recommendation.primary, newID()),
            secondaryRecommendation: recommendation.secondary.map { .init($0, newID()) },
            reasoning: recommendation.reasoning,
            warnings: recommendation.warnings,
            suggestions: recommendation.suggestions
        )
    }
}

extension API.Rewards.CardRecommendation {
    fileprivate init(_ card: RankedCard, _ id: Kernel.ID<Entity.CardRecommendation>) {
        self.init(
            id: id,
            cardID: card.cardID,
            cardName: card.cardName,
            category: .init(card.category),
            multiplier: DecimalAmount(minor: card.standing.earning.rate.hundredths),
            pointType: .init(card.standing.earning.pointType),
            reasoning: card.reasoning,
            currentSpending: DecimalAmount(minor: card.standing.spentCents),
            limit: DecimalAmount(minor: card.standing.limitCents),
            isLimitReached: card.standing.isLimitReached,
            rank: card.rank,
            rewardValue: card.valueCents.map { DecimalAmount(minor: $0) }
        )
    }
}
