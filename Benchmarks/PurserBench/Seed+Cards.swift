import ArgumentParser
import Contract
import Kernel
import Operations

extension Seed {
    /// Reward cards, the first of them on the account of the history, with a limit that no history
    /// fills and whose year ends with this month.
    func addCards(on account: ID<Entity.Account>, _ bench: Bench, _ call: Call) async throws {
        let next = Zone.utc.day(of: SystemTime.now()).month.adding(months: 1).firstDay
        for number in 0..<cards {
            _ = try await bench.operations.rewards.createCard(
                API.Rewards.CardInput(
                    name: "Card \(number)",
                    cardType: Self.cardTypes[number % Self.cardTypes.count],
                    spendingLimits: [
                        .init(
                            category: .groceries,
                            limit: .init(minor: 100_000_000),
                            resetDate: WireTimestamp(Zone.utc.start(of: next)),
                            resetType: .annually
                        )
                    ],
                    accountID: number == 0 ? account : nil
                ),
                call
            )
        }
    }

    private static let cardTypes: [API.Rewards.CardType] = [
        .discoverIt, .amexGold, .citiDoubleCash, .chaseSapphireReserve, .amexBlueCashPreferred,
        .capitalOneSavorOne, .chaseFreedomUnlimited, .biltMastercard, .robinhoodGold,
        .wellsFargoActiveCash,
    ]
}
