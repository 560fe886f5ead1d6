import Kernel
import PurserKit
import Testing

extension Snippets {
    @MainActor
    static func askForCard(_ purser: Purser) async -> String? {
        let model = CardRecommendationModel(purser)
        model.text = "groceries for $150"
        await model.recommend()
        let best = model.phase.value?.recommendation.primaryRecommendation
        return best?.cardName
    }

    static func learnCards(_ purser: Purser) async throws {
        try await purser.device.refreshCards()
    }

    static func cardWithoutNetwork(_ purser: Purser) async throws -> String {
        let advice = try await purser.device.recommendCard(.init(userQuery: "coffee, 20 bucks"))
        guard let advice else { return "No cards are known yet." }
        return advice.recommendation.reasoning
    }

    static func cardNames(_ purser: Purser) async throws -> [String] {
        let cards = try await purser.rewards.listCards().cards
        return cards.map(\.name)
    }

    static func rename(
        _ card: API.Rewards.CreditCard,
        _ purser: Purser
    ) async throws -> String {
        do {
            try await purser.rewards.updateCard(.init(card.id, name: "Mine"), of: card.version)
        } catch let error as PurserError {
            guard let standing = error.currentCard else { throw error }
            return "It is \(standing.value?.name ?? "gone") by now."
        }
        return "Done."
    }

    @MainActor
    static func sayPurchase(_ purser: Purser) async -> DecimalAmount? {
        let chat = RewardChatModel(purser)
        chat.draft = "I spent $50 on groceries with Amex Gold"
        let answer = await chat.send()
        return answer?.spendingUpdate?.amount
    }

    @Test("cards are recommended, renamed and spent with")
    func rewardCards() async throws {
        try await Self.asParent { purser in
            #expect(try await Self.cardWithoutNetwork(purser) == "No cards are known yet.")
            let card = try await purser.rewards.createCard(
                .init(
                    name: "Amex Gold",
                    cardType: .amexGold,
                    spendingLimits: [.init(category: .groceries, limit: .init(minor: 100_000))]
                )
            ).get()
            try await Self.learnCards(purser)
            #expect(try await Self.cardWithoutNetwork(purser).contains("Amex Gold"))
            #expect(try await Self.cardNames(purser).contains("Amex Gold"))
            #expect(await Self.askForCard(purser) == "Amex Gold")
            #expect(await Self.sayPurchase(purser)?.minor == 5_000)
            #expect(try await Self.rename(card, purser) == "It is Amex Gold by now.")
            let later = try await purser.rewards.listCards().cards.first { $0.id == card.id }
            #expect(try await Self.rename(try #require(later), purser) == "Done.")
        }
    }
}
