public import Contract
import Kernel
import Rewards
import SQL
import Store

extension RewardsOperations {
    /// Answers what the caller says of their cards, and keeps both; a sentence about spending is
    /// carried out in the same transaction.
    ///
    /// - Throws: ``Problem`` `invalid` when the message has a word that is refused;
    ///   `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func sendChatMessage(
        _ input: API.Rewards.ChatInput,
        _ call: Call
    ) async throws -> API.Rewards.ChatMessage {
        try Self.refuseWords(in: [("content", input.content)])
        return try await writing(call) { session, membership in
            let member = membership.member
            let reply = try reply(to: input.content, membership, call, in: session)
            let conversation = input.conversationID ?? .standing(of: member)
            let question = API.Rewards.ChatMessage(
                id: call.newID(),
                content: input.content,
                sender: .user,
                timestamp: WireTimestamp(call.now),
                conversationID: conversation
            )
            let answer = API.Rewards.ChatMessage(
                id: call.newID(),
                content: reply.content,
                sender: .assistant,
                timestamp: WireTimestamp(call.now),
                cardRecommendations: reply.recommendations,
                spendingUpdate: reply.spending,
                conversationID: conversation
            )
            let records = try [question, answer].map { try RewardMessageRecord($0, call) }
            try RewardMessages.append(records, of: member, in: session)
            return answer
        }
    }

    /// Does what a message asks for, and tells what is answered.
    private func reply(
        to content: String,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) throws -> ChatReply {
        let records = try RewardCards.list(of: membership.member, in: session)
        let stored = try StoredRewardPreferences.find(of: membership.member, in: session)
        let preferences = stored.preferences
        let text = RewardText(language: preferences.language, currency: membership.currency)
        let cards = records.map(\.card)
        let wallet = RewardWallet(cards, at: call.now, in: membership.zone)
        let sentence = PurchaseSentence(content, cards: cards, catalogue: catalogue)
        let quarter = CalendarQuarter(of: call.now, in: membership.zone)
        switch sentence.step(with: wallet, in: quarter, text) {
        case .say(let content): return ChatReply(content: content)
        case .recommend(let purchase):
            let recommendation = wallet.recommend(
                for: purchase,
                preferences: preferences,
                currency: membership.currency
            )
            guard let recommendation else { return ChatReply(content: text.addCard) }
            return ChatReply(
                content: recommendation.sentences,
                recommendations: recommendation.cards.map { .init($0, call) }
            )
        case .spend(let id, let category, let amountCents):
            let before = try records.first { $0.card.id == id }.orNotFound()
            let (record, change) = try Self.spend(
                amountCents,
                .add,
                on: category,
                before,
                membership,
                call,
                in: session
            )
            return ChatReply(record.card, category, change, text)
        }
    }
}

/// What a message is answered.
private struct ChatReply {
    let content: String
    var recommendations: [API.Rewards.CardRecommendation]?
    var spending: API.Rewards.SpendingUpdate?
}

extension ChatReply {
    /// That a purchase was added to what is spent with a card.
    fileprivate init(
        _ card: RewardCard,
        _ category: RewardsCategory,
        _ change: SpendingChange,
        _ text: RewardText
    ) {
        content = text.spendingAdded(
            card.name,
            category,
            addedCents: change.addedCents,
            totalCents: change.totalCents,
            limitCents: change.limitCents
        )
        spending = API.Rewards.SpendingUpdate(
            cardID: card.id,
            category: .init(category),
            amount: DecimalAmount(minor: change.totalCents),
            previousAmount: DecimalAmount(minor: change.previousCents),
            added: DecimalAmount(minor: change.addedCents)
        )
    }
}
