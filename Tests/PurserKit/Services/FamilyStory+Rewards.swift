import Contract
import Kernel
import PurserKit
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
        )
        #expect(card.rewardCategories.count == 4)
        let renamed = try await parent.updateCard(.init(card.id, name: "Gold"), of: card.version)
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
        )
        #expect(spent.spendingLimits.map(\.currentSpending.minor) == [5_000])
        #expect(try await parent.listCards().cards == [spent])
        #expect(try await parent.getPreferences().version == 0)
        let preferences = try await parent.updatePreferences(.init(language: .bilingual))
        #expect(preferences.language == .bilingual && preferences.version > spent.version)
        try await parent.deleteCard(card.id, of: spent.version)
        #expect(try await parent.listCards().cards.isEmpty)
    }
}
