import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@MainActor
@Suite("The model of reward cards, over the real server")
struct RewardCardsModelTests {
    private let limit = API.Rewards.SpendingLimitInput(
        category: .groceries,
        limit: .init(minor: 100_000)
    )

    @Test("shows cards, and adds, changes and removes them")
    func cards() async throws {
        try await CardHome.with { [limit] home in
            let model = RewardCardsModel(home.device)
            #expect(model.phase == .idle)
            await model.load()
            #expect(model.phase.value?.cards.isEmpty == true)
            let card = API.Rewards.CardInput(
                name: "Gold",
                cardType: .amexGold,
                spendingLimits: [limit]
            )
            #expect(await model.add(card))
            let gold = try #require(model.phase.value?.cards.first)
            #expect(gold.name == "Gold" && gold.rewardCategories.count == 4)
            #expect(await model.update(.init(gold.id, name: "Amex")))
            #expect(await model.setSpending(gold.id, on: .groceries, to: .init(minor: 5_000)))
            #expect(await model.addSpending(gold.id, on: .groceries, .init(minor: 2_550)))
            #expect(await model.setPreferences(.init(language: .bilingual)))
            let shown = try #require(model.phase.value)
            #expect(shown.cards.map(\.name) == ["Amex"])
            #expect(shown.cards[0].spendingLimits[0].currentSpending.minor == 7_550)
            #expect(shown.preferences.language == .bilingual)
            await model.refresh()
            #expect(model.phase.value == shown)
            #expect(await model.update(.init(gold.id, isActive: false)))
            #expect(model.phase.value?.activeCards.isEmpty == true)
            #expect(await model.remove(gold.id))
            #expect(model.phase.value?.cards.isEmpty == true && model.error == nil)
            await model.refresh()
            #expect(model.phase.value?.cards.isEmpty == true)
        }
    }

    @Test("shows what the device keeps at once, and goes on showing it without a network")
    func offline() async throws {
        try await CardHome.with { home in
            try await home.addGold()
            await RewardCardsModel(home.device).load()
            let asOf = home.server.clock.now
            home.server.clock.advance(seconds: 3_600)
            home.network.isDown = true
            let model = RewardCardsModel(home.device)
            // A model does not wait: it is asked again, under the same key.
            #expect(await !model.add(.init(name: "Late", cardType: .chaseFreedom)))
            #expect(model.error?.kind == .network(.offline))
            #expect(try await home.device.offline.waiting.isEmpty)
            await model.load()
            #expect(model.phase.error?.kind == .network(.offline))
            #expect(model.phase.value?.cards.map(\.name) == ["Amex Gold"])
            let kept = try await home.device.device.recommendCard(.init(userQuery: "groceries"))
            #expect(kept?.asOf == asOf)
            #expect(await model.add(.init(name: "New", cardType: .custom)) == false)
            #expect(model.error?.kind == .network(.offline))
            model.dismissError()
            home.network.isDown = false
            await model.refresh()
            #expect(model.phase.error == nil && model.error == nil)
            #expect(model.phase.value?.cards.count == 1)
        }
    }

    @Test("has a change refused that was made of an earlier version, and shows what stands there")
    func conflict() async throws {
        try await CardHome.with { home in
            let card = try await home.addGold()
            let model = RewardCardsModel(home.device)
            await model.load()
            let other = try home.otherDevice().rewards
            try await other.updateCard(.init(card.id, name: "Hers"))
            #expect(await model.update(.init(card.id, name: "His")) == false)
            #expect(model.error?.kind == .conflict)
            #expect(model.error?.currentCard?.value?.name == "Hers")
            #expect(model.phase.value?.cards.map(\.name) == ["Hers"])
            // Who has seen what stands there may decide again.
            #expect(await model.update(.init(card.id, name: "His")))
            #expect(model.error == nil)
            try await other.updateCard(.init(card.id, isActive: false))
            #expect(await model.setSpending(card.id, on: .groceries, to: .init(minor: 1)) == false)
            #expect(model.phase.value?.cards.map(\.isActive) == [false])
            // What is added goes on top of whatever stands there.
            try await other.updateCard(.init(card.id, isActive: true))
            #expect(await model.addSpending(card.id, on: .groceries, .init(minor: 100)))
            #expect(
                model.phase.value?.cards.first?.spendingLimits.first?.currentSpending.minor
                    == 80_100
            )
            try await other.updatePreferences(.init(language: .chinese))
            #expect(await model.setPreferences(.init(notificationsEnabled: false)) == false)
            #expect(model.phase.value?.preferences.language == .chinese)
            try await other.updateCard(.init(card.id, name: "Ours"))
            #expect(await model.remove(card.id) == false)
            #expect(model.phase.value?.cards.map(\.name) == ["Ours"])
            // Gone is gone, whoever removed it.
            try await other.deleteCard(card.id)
            #expect(await model.remove(card.id))
            #expect(model.error == nil && model.phase.value?.cards.isEmpty == true)
        }
    }

    @Test("adds a card and a purchase once, though the answer got lost")
    func lostAnswers() async throws {
        try await CardHome.with { home in
            let gold = try await home.addGold()
            let model = RewardCardsModel(home.device)
            await model.load()
            home.network.losesAnswers = true
            let card = API.Rewards.CardInput(name: "New", cardType: .citiDoubleCash)
            #expect(await model.add(card) == false)
            home.network.losesAnswers = false
            #expect(await model.add(card))
            home.network.losesAnswers = true
            #expect(await model.addSpending(gold.id, on: .groceries, .init(minor: 100)) == false)
            home.network.losesAnswers = false
            #expect(await model.addSpending(gold.id, on: .groceries, .init(minor: 100)))
            await model.refresh()
            let cards = try #require(model.phase.value?.cards)
            #expect(cards.count == 2)
            let kept = try #require(cards.first { $0.id == gold.id })
            #expect(kept.spendingLimits.map(\.currentSpending.minor) == [80_100])
        }
    }

    @Test("shows nothing once the member is gone")
    func signOut() async throws {
        try await CardHome.with { home in
            try await home.addGold()
            let model = RewardCardsModel(home.device)
            await model.load()
            #expect(model.phase.value != nil)
            try await home.device.session.signOut()
            await untilShown { model.phase == .idle }
        }
    }
}
