import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@MainActor
@Suite("The model of a talk about cards, over the real server")
struct RewardChatModelTests {
    private let sentence = "I spent $50 on groceries with Amex Gold"

    @Test("has a sentence carried out, and shows it with its answer")
    func update() async throws {
        try await CardHome.with { [sentence] home in
            try await home.addGold()
            try await home.device.device.refreshCards()
            let model = RewardChatModel(home.device)
            await model.load()
            #expect(model.phase.value?.messages.isEmpty == true && !model.canSend)
            model.draft = sentence
            let answer = try #require(await model.send())
            #expect(answer.spendingUpdate?.amount.minor == 85_000)
            #expect(answer.spendingUpdate?.previousAmount.minor == 80_000)
            #expect(model.draft.isEmpty && model.sent == nil && model.error == nil)
            let messages = try #require(model.phase.value?.messages)
            #expect(messages.map(\.sender) == [.user, .assistant])
            #expect(messages[0].content == sentence && messages[1] == answer)
            // The cards that the device keeps have it as well.
            home.network.isDown = true
            let kept = try await home.device.rewards.listCards().cards
            #expect(kept[0].spendingLimits.map(\.currentSpending.minor) == [85_000])
        }
    }

    @Test("sends a sentence once whose answer got lost, and keeps it until then")
    func lostAnswer() async throws {
        try await CardHome.with { [sentence] home in
            let card = try await home.addGold()
            let model = RewardChatModel(home.device)
            await model.load()
            model.draft = sentence
            home.network.losesAnswers = true
            #expect(await model.send() == nil)
            #expect(model.draft == sentence)
            #expect(model.error?.kind == .network(.connectionLost))
            home.network.losesAnswers = false
            #expect(await model.send() != nil)
            #expect(model.phase.value?.messages.count == 2)
            // Said anew it is another purchase.
            model.draft = sentence
            #expect(await model.send()?.spendingUpdate?.amount.minor == 90_000)
            let cards = try await home.device.rewards.listCards().cards
            #expect(cards.map(\.id) == [card.id])
            #expect(cards[0].spendingLimits.map(\.currentSpending.minor) == [90_000])
        }
    }

    @Test("names cards for a purchase, and is deleted")
    func recommendation() async throws {
        try await CardHome.with { home in
            try await home.addGold()
            try await home.add(.citiDoubleCash)
            let model = RewardChatModel(home.device)
            model.draft = "Which card for groceries?"
            let answer = try #require(await model.send())
            #expect(
                answer.cardRecommendations?.map(\.cardName) == ["Amex Gold", "Citi Double Cash"]
            )
            #expect(answer.spendingUpdate == nil)
            let other = RewardChatModel(home.device)
            await other.load()
            #expect(other.phase.value == model.phase.value)
            #expect(await other.delete())
            #expect(other.phase.value?.messages.isEmpty == true)
            await model.refresh()
            #expect(model.phase.value?.messages.isEmpty == true)
        }
    }

    @Test("shows earlier messages as they are asked for")
    func earlier() async throws {
        try await CardHome.with { home in
            let rewards = home.device.rewards
            for number in 1...30 {
                home.server.clock.advance(seconds: 1)
                try await rewards.sendChatMessage("Which card for purchase \(number)?")
            }
            let model = RewardChatModel(home.device)
            await model.load()
            #expect(model.phase.value?.messages.count == 50)
            #expect(model.phase.value?.hasEarlier == true)
            await model.loadEarlier()
            let messages = try #require(model.phase.value?.messages)
            #expect(messages.count == 60 && Set(messages.map(\.id)).count == 60)
            #expect(messages.first?.content == "Which card for purchase 1?")
            #expect(model.phase.value?.hasEarlier == false)
            await model.loadEarlier()
            #expect(model.phase.value?.messages.count == 60 && model.error == nil)
        }
    }
}
