public import Contract
import Kernel
import Rewards
import SQL
import Store

extension RewardsOperations {
    /// Names the best card for a purchase, and the next best.
    ///
    /// Cards and preferences that are sent count in place of the stored ones; nothing is stored but
    /// the answer to a key.
    ///
    /// - Throws: ``Problem`` `invalid` when there is no active card, or a text has a word that is
    ///   refused; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func recommendCard(
        _ input: API.Rewards.RecommendationRequest,
        _ call: Call
    ) async throws -> API.Rewards.RecommendationResponse {
        try Self.refuseWords(in: input.texts)
        let purchase = purchase(of: input)
        let work = { @Sendable (session: any Session, membership: Membership) throws in
            let preferences = try Self.preferences(input, membership, in: session)
            let wallet = try Self.wallet(input, membership, call, in: session)
            let recommendation = wallet.recommend(
                for: purchase,
                preferences: preferences,
                currency: membership.currency
            )
            guard let recommendation else {
                let text = RewardText(language: preferences.language)
                let fault = Fault(field: "userCards", rule: "has no active card")
                throw Problem(.invalid, text.addCard, faults: [fault])
            }
            return API.Rewards.RecommendationResponse(recommendation, call)
        }
        guard call.idempotency != nil else { return try await reading(call, work) }
        return try await writing(call, work)
    }

    /// What is bought: by the fields, else by the words of the query.
    private func purchase(of input: API.Rewards.RecommendationRequest) -> RewardPurchase {
        let told = ToldCategory(
            given: input.spendingCategory?.category,
            merchant: input.merchant,
            query: input.userQuery,
            catalogue: catalogue
        )
        return RewardPurchase(
            category: told.category,
            amountCents: input.amount?.minor ?? SaidAmount(in: input.userQuery)?.cents
        )
    }

    /// The caller's preferences, with those that are sent in place of the stored ones.
    private static func preferences(
        _ input: API.Rewards.RecommendationRequest,
        _ membership: Membership,
        in session: any Session
    ) throws -> RewardPreferences {
        let stored = try StoredRewardPreferences.find(of: membership.member, in: session)
        guard let sent = input.userPreferences else { return stored.preferences }
        var preferences = stored.preferences
        preferences.preferred = sent.preferredPointSystem?.pointType ?? preferences.preferred
        preferences.alertThresholdMillionths =
            sent.alertThreshold?.millionths ?? preferences.alertThresholdMillionths
        preferences.language = sent.language?.language ?? preferences.language
        return preferences
    }

    /// The cards that are sent, else the caller's own.
    private static func wallet(
        _ input: API.Rewards.RecommendationRequest,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> RewardWallet {
        guard let sent = input.userCards, !sent.isEmpty else {
            let records = try RewardCards.list(of: membership.member, in: session)
            return RewardWallet(records.map(\.card), at: call.now, in: membership.zone)
        }
        let draft = CardDraft(call, in: membership.zone)
        let cards = try sent.map { try RewardCard($0, draft) }
        return RewardWallet(cards, at: call.now, in: membership.zone)
    }
}

extension RewardCard {
    /// A card that is asked about and not stored.
    fileprivate init(_ input: API.Rewards.OfferedCard, _ draft: CardDraft) throws {
        self.init(
            id: input.id,
            name: input.name,
            type: input.cardType.type,
            rows: try draft.rows(input.rewardCategories ?? [], of: input.cardType.type),
            bonus: input.quarterlyBonus.map { draft.bonus($0) },
            limits: try draft.limits(input.spendingLimits ?? []),
            isActive: input.isActive ?? true,
            createdAt: draft.now,
            updatedAt: draft.now
        )
    }
}

extension API.Rewards.RecommendationRequest {
    /// The texts in which words are refused.
    fileprivate var texts: [(field: String, text: String?)] {
        [("userQuery", userQuery)]
            + (userCards ?? []).enumerated().map { place, card in
                ("userCards[\(place)].name", card.name)
            }
    }
}
