import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@Suite("Sentences about a card that are said at once")
struct ChatRaceTests {
    private static let content = "I spent $50 on groceries with Amex Gold"

    /// Runs `work` with a parent who has a card.
    private func withCard(
        _ engine: Engine,
        _ work: (InProcessServer, TestMember, API.Rewards.CreditCard) async throws -> Void
    ) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let card = try await server.operations.rewards.createCard(
                .init(
                    name: "Amex Gold",
                    cardType: .amexGold,
                    spendingLimits: [.init(category: .groceries, limit: .init(minor: 100_000))]
                ),
                server.call(as: parent)
            )
            try await work(server, parent, card)
            #expect(try await server.operations.ledger.verifyBooks().firstFault == nil)
        }
    }

    @Test("are carried out one after the other, each once", arguments: Engine.all)
    func spending(engine: Engine) async throws {
        try await withCard(engine) { server, parent, card in
            let rewards = server.operations.rewards
            let updates = try await withThrowingTaskGroup(
                of: API.Rewards.SpendingUpdate?.self
            ) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await rewards.sendChatMessage(
                            .init(content: Self.content),
                            server.call(as: parent)
                        ).spendingUpdate
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            // Each saw what the ones before it left.
            let totals = updates.compactMap { $0?.amount.minor }.sorted()
            #expect(totals == (1...8).map { $0 * 5_000 })
            let before = updates.compactMap { $0?.previousAmount.minor }.sorted()
            #expect(before == (0..<8).map { $0 * 5_000 })
            let cards = try await rewards.listCards(Empty(), server.call(as: parent)).cards
            #expect(cards.first?.spendingLimits.map(\.currentSpending.minor) == [40_000])
            #expect(cards.map(\.version) == [card.version + 8])
            let kept = try await rewards.listChatMessages(.init(), server.call(as: parent))
            // No answer comes between another message and its own.
            let senders = kept.messages.map(\.sender)
            #expect(senders == (0..<16).map { $0.isMultiple(of: 2) ? .user : .assistant })
        }
    }

    @Test("while the card is removed come before that, or after it", arguments: Engine.all)
    func removal(engine: Engine) async throws {
        try await withCard(engine) { server, parent, card in
            let rewards = server.operations.rewards
            async let removed = rewards.deleteCard(.init(card.id), server.call(as: parent))
            async let answered = rewards.sendChatMessage(
                .init(content: Self.content),
                server.call(as: parent)
            )
            let (deletion, answer) = try await (removed, answered)
            let version = try #require(deletion.version)
            // The sentence was one link before the removal, or found no card.
            let isBefore = answer.spendingUpdate != nil
            #expect(version == card.version + (isBefore ? 2 : 1))
            #expect(answer.content.hasPrefix(isBefore ? "Added $50.00" : "Add a card"))
            let cards = try await rewards.listCards(Empty(), server.call(as: parent)).cards
            #expect(cards.isEmpty)
            let kept = try await rewards.listChatMessages(.init(), server.call(as: parent))
            #expect(kept.messages.last == answer && kept.messages.count == 2)
        }
    }
}
