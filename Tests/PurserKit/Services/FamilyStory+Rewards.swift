import Contract
import Kernel
import PurserKit
import Testbed
import Testing

/// Reward cards, what was spent with them, and what a member prefers.
extension FamilyStory {
    func rewards(_ cast: Cast) async throws {
        let parent = cast.parent.rewards
        #expect(try await parent.listCards().cards.isEmpty)
        let card = try await parent.createCard(
            .init(
                name: "Amex Gold",
                cardType: .amexGold,
                spendingLimits: [
                    .init(category: .groceries, limit: .init(minor: 100_000))
                ]
            )
        ).get()
        #expect(card.rewardCategories.count == 4)
        let renamed = try await parent.updateCard(.init(card.id, name: "Gold"), of: card.version)
            .get()
        #expect(renamed.name == "Gold" && renamed.version > card.version)
        let stale = await #expect(throws: PurserError.self) {
            try await parent.updateCard(.init(card.id, name: "Mine"), of: card.version)
        }
        #expect(stale?.kind == .conflict && stale?.status == 412)
        #expect(stale?.current?["value"]?["name"] == .string("Gold"))
        let spent = try await parent.updateSpending(
            card.id,
            on: .groceries,
            DecimalAmount(minor: 5_000),
            mode: .add
        ).get()
        #expect(spent.spendingLimits.map(\.currentSpending.minor) == [5_000])
        #expect(try await parent.listCards().cards == [spent])
        #expect(try await parent.getPreferences().version == 0)
        let preferences = try await parent.updatePreferences(.init(language: .bilingual)).get()
        #expect(preferences.language == .bilingual && preferences.version > spent.version)
        try await talk(cast, about: card.id)
        let version = try #require(try await parent.listCards().cards.first).version
        try await parent.deleteCard(card.id, of: version)
        #expect(try await parent.listCards().cards.isEmpty)
        try await catalogue(cast)
    }

    /// Adds a card as it is listed, with what it earns.
    private func catalogue(_ cast: Cast) async throws {
        let parent = cast.parent.rewards
        let found = try await parent.searchCardCatalogue("amex gold").cards
        let listed = try #require(found.first { $0.id == "us-amex-gold" })
        let card = try await parent.addCatalogueCard(listed.id, name: "Gold").get()
        #expect(card.name == "Gold" && card.source?.catalogueID == listed.id)
        #expect(try await parent.listCards().cards == [card])
        try await parent.deleteCard(card.id)
    }

    /// Asks which card to use, and talks about it.
    private func talk(_ cast: Cast, about card: ID<Entity.RewardCard>) async throws {
        let parent = cast.parent.rewards
        let answer = try await parent.recommendCard(.init(userQuery: "groceries for $20"))
        #expect(answer.primaryRecommendation.cardID == card)
        // Twenty dollars at 4x, a cent for each point.
        #expect(answer.primaryRecommendation.rewardValue?.minor == 80)
        let month = Zone.utc.day(of: server.clock.now).month
        #expect(try await parent.missedRewards(in: month).month.month == month)
        let told = try await parent.sendChatMessage("I spent $20 on groceries")
        #expect(told.spendingUpdate?.amount.minor == 7_000)
        #expect(try await parent.listChatMessages().messages.last == told)
        let query = API.Rewards.MessageQuery(limit: PageNumber(1), before: told.id)
        let earlier = try await parent.listChatMessages(query).messages
        #expect(earlier.map(\.content) == ["I spent $20 on groceries"])
        try await parent.deleteChatMessages(in: told.conversationID)
        #expect(try await parent.listChatMessages().messages.isEmpty)
    }
}
