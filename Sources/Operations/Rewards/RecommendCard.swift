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
        let kept = WalletInUse(of: wallets)
        let work = { @Sendable (session: any Session, membership: Membership) throws in
            let (wallet, stored) = try Self.wallet(input, kept, membership, call, in: session)
            let preferences = stored.with(input.userPreferences)
            let recommendation = wallet?.recommend(
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
        let isOnce = call.idempotency != nil
        let answer = try await isOnce ? writing(call, work) : reading(call, work)
        kept.keep()
        return answer
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

    /// The active cards, which are those that are sent or else the caller's own, and what the
    /// caller prefers.
    private static func wallet(
        _ input: API.Rewards.RecommendationRequest,
        _ kept: WalletInUse,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> (wallet: RewardWallet?, preferences: RewardPreferences) {
        let member = membership.member
        guard let sent = input.userCards, !sent.isEmpty else {
            let head = membership.head
            let own = try kept.wallet(of: membership, until: head, at: call.now, in: session)
            if let wallet = own.wallet { return (wallet, own.preferences) }
            return (nil, try StoredRewardPreferences.find(of: member, in: session).preferences)
        }
        let draft = CardDraft(call, in: membership.zone)
        let cards = try sent.map { try RewardCard($0, draft) }
        let preferences = try StoredRewardPreferences.find(of: member, in: session).preferences
        return (RewardWallet(cards, at: call.now, in: membership.zone), preferences)
    }
}

extension RewardPreferences {
    /// The same with those that are sent in their place.
    fileprivate func with(_ sent: API.Rewards.PreferencesInput?) -> RewardPreferences {
        guard let sent else { return self }
        var preferences = self
        preferences.preferred = sent.preferredPointSystem?.pointType ?? preferred
        preferences.alertThresholdMillionths =
            sent.alertThreshold?.millionths ?? alertThresholdMillionths
        preferences.language = sent.language?.language ?? language
        return preferences
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
