public import Contract
public import Kernel

/// Reward cards: what they earn, what was spent with them, what the member prefers, and which card
/// to use.
///
/// ```swift
/// let card = try await purser.rewards.createCard(.init(name: "Gold", cardType: .amexGold)).get()
/// try await purser.rewards.updateCard(.init(card.id, isActive: false), of: card.version)
/// ```
///
/// There is one method for each endpoint of the room, with the endpoint's name. Each card and the
/// preferences have a version; a change that names the version it was made of is refused when there
/// is a later one: ``PurserError/Kind-swift.enum/conflict`` with ``PurserError/currentCard``, or
/// ``PurserError/currentPreferences``. Without a version the last writer wins.
///
/// Cards and preferences are there without a network: the server is asked first, its answer is kept
/// on the device, and what is kept, however old, is the answer when none arrives. With
/// ``CallOptions/Freshness-swift.enum/reload`` only the server's own will do. What a write answers
/// is kept in the place of what was; ``DeviceEngine/recommendCard(_:)`` goes by it.
///
/// - Throws: Each method throws ``PurserError``, or `CancellationError` when its task was
///   cancelled.
public struct RewardsService: Sendable {
    let purser: Purser

    /// Lists the member's cards, the newest first, with their limits as they are now.
    public func listCards() async throws -> API.Rewards.CardList {
        try await KeptRewards(purser.client).answer(.rewardCards, purser.options) {
            try await purser.call(API.Rewards.listCards)
        }
    }

    /// Adds a card; without rows it earns what cards of its type earn.
    @discardableResult
    public func createCard(
        _ card: API.Rewards.CardInput
    ) async throws -> Written<API.Rewards.CreditCard> {
        try await writing { try await purser.write(API.Rewards.createCard, card) }
    }

    /// Changes a card; what is left out stays, and a list that is sent takes the place of all.
    ///
    /// `version`: That of which the change was made.
    @discardableResult
    public func updateCard(
        _ change: API.Rewards.CardUpdate,
        of version: Int64? = nil
    ) async throws -> Written<API.Rewards.CreditCard> {
        try await writing {
            try await purser.write(API.Rewards.updateCard, change.made(of: version))
        }
    }

    /// Removes a card.
    ///
    /// `version`: That which is to be removed.
    @discardableResult
    public func deleteCard(
        _ id: ID<Entity.RewardCard>,
        of version: Int64? = nil
    ) async throws -> Written<API.Rewards.CardDeletion> {
        let kept = try await KeptRewards(purser.client)
        let reference = API.Rewards.CardReference(id, ifMatch: version.map { VersionTag($0) })
        let written = try await purser.write(API.Rewards.deleteCard, reference)
        if written.answer != nil { await kept.remove(id) }
        return written
    }

    /// Sets what was spent with a card in a category, or adds to it.
    ///
    /// `version`: That of which the change was made.
    @discardableResult
    public func updateSpending(
        _ id: ID<Entity.RewardCard>,
        on category: API.Rewards.SpendingCategory,
        _ amount: DecimalAmount,
        mode: API.Rewards.SpendingMode? = nil,
        of version: Int64? = nil
    ) async throws -> Written<API.Rewards.CreditCard> {
        try await writing {
            try await purser.write(
                API.Rewards.updateSpending,
                .init(
                    id,
                    category: category,
                    amount: amount,
                    mode: mode,
                    ifMatch: version.map { VersionTag($0) }
                )
            )
        }
    }

    /// Shows what the member prefers of cards and answers.
    public func getPreferences() async throws -> API.Rewards.UserPreferences {
        try await KeptRewards(purser.client).answer(.rewardPreferences, purser.options) {
            try await purser.call(API.Rewards.getPreferences)
        }
    }

    /// Changes what the member prefers; what is `nil` stays as it is.
    @discardableResult
    public func updatePreferences(
        _ change: API.Rewards.UserPreferencesInput
    ) async throws -> Written<API.Rewards.UserPreferences> {
        let kept = try await KeptRewards(purser.client)
        let written = try await purser.write(API.Rewards.updatePreferences, change)
        if let preferences = written.answer { await kept.take(preferences) }
        return written
    }

    /// Names the best card for a purchase, and the next best; stores nothing.
    ///
    /// Cards and preferences of the purchase count in place of the stored ones.
    public func recommendCard(
        _ purchase: API.Rewards.RecommendationRequest
    ) async throws -> API.Rewards.RecommendationResponse {
        try await purser.call(API.Rewards.recommendCard, purchase)
    }

    /// Lists a month's purchases that would have earned more on another card, with the sum.
    public func missedRewards(in month: CivilMonth) async throws -> API.Rewards.MissedRewards {
        try await purser.call(API.Rewards.missedRewards, .init(month: WireMonth(month)))
    }

    /// Answers what the member says of their cards; a sentence about spending is carried out.
    ///
    /// `content`: 1...1,000 characters. `conversationID`: A conversation, by an id of the app's;
    /// `nil` for the one that every member has.
    @discardableResult
    public func sendChatMessage(
        _ content: String,
        in conversationID: ID<Entity.Conversation>? = nil
    ) async throws -> API.Rewards.ChatMessage {
        try await purser.call(
            API.Rewards.sendChatMessage,
            .init(content: content, conversationID: conversationID)
        )
    }

    /// Lists the newest messages of the member, or those before one, the oldest first.
    public func listChatMessages(
        _ query: API.Rewards.MessageQuery = .init()
    ) async throws -> API.Rewards.MessageList {
        try await purser.call(API.Rewards.listChatMessages, query)
    }

    /// Deletes the member's messages, or those of a conversation; also when there are none.
    @discardableResult
    public func deleteChatMessages(
        in conversationID: ID<Entity.Conversation>? = nil
    ) async throws -> Written<Empty> {
        try await purser.write(
            API.Rewards.deleteChatMessages,
            .init(conversationID: conversationID)
        )
    }

    /// Changes a card, and keeps what comes of it.
    func writing(
        _ write: () async throws -> Written<API.Rewards.CreditCard>
    ) async throws -> Written<API.Rewards.CreditCard> {
        let kept = try await KeptRewards(purser.client)
        let written = try await write()
        if let card = written.answer { await kept.take(card) }
        return written
    }
}

extension API.Rewards.CardUpdate {
    /// The change with the version that it was made of; its own where none is named.
    fileprivate func made(of version: Int64?) -> Self {
        guard let version else { return self }
        return Self(
            id,
            name: name?.text,
            cardType: cardType,
            rewardCategories: rewardCategories,
            quarterlyBonus: quarterlyBonus,
            spendingLimits: spendingLimits,
            isActive: isActive,
            accountID: accountID,
            foreignFeePercent: foreignFeePercent,
            ifMatch: VersionTag(version)
        )
    }
}
