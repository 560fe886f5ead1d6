import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@Suite("Devices that change one wallet at once")
struct CardRaceTests {
    private static let writers = 8

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

    /// What each of some writers is refused with, all at once; `nil` for who was not.
    private func outcomes(
        _ count: Int = writers,
        _ write: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> [Problem.Kind?] {
        try await withThrowingTaskGroup(of: Problem.Kind?.self) { group in
            for number in 0..<count {
                group.addTask {
                    do {
                        try await write(number)
                        return nil
                    } catch let problem as Problem {
                        return problem.kind
                    }
                }
            }
            var outcomes: [Problem.Kind?] = []
            for try await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
    }

    @Test(
        "who name one version: one changes the card, the others hear of it",
        arguments: Engine.all
    )
    func oneVersion(engine: Engine) async throws {
        try await withCard(engine) { server, parent, card in
            let rewards = server.operations.rewards
            let outcomes = try await outcomes { number in
                let change = API.Rewards.CardUpdate(
                    card.id,
                    name: "Card \(number)",
                    ifMatch: VersionTag(card.version)
                )
                _ = try await rewards.updateCard(change, server.call(as: parent))
            }
            #expect(outcomes.count { $0 == nil } == 1)
            #expect(outcomes.count { $0 == .stale } == Self.writers - 1)
            let cards = try await rewards.listCards(Empty(), server.call(as: parent)).cards
            // One link was added.
            #expect(cards.map(\.version) == [card.version + 1])
        }
    }

    @Test("who change and remove it of one version: one of them does", arguments: Engine.all)
    func removal(engine: Engine) async throws {
        try await withCard(engine) { server, parent, card in
            let rewards = server.operations.rewards
            let tag = VersionTag(card.version)
            let outcomes = try await outcomes(2) { number in
                if number == 0 {
                    let reference = API.Rewards.CardReference(card.id, ifMatch: tag)
                    _ = try await rewards.deleteCard(reference, server.call(as: parent))
                } else {
                    let change = API.Rewards.CardUpdate(card.id, name: "Kept", ifMatch: tag)
                    _ = try await rewards.updateCard(change, server.call(as: parent))
                }
            }
            #expect(outcomes.count { $0 == nil } == 1)
            let cards = try await rewards.listCards(Empty(), server.call(as: parent)).cards
            // Of a card that is gone nothing is told; of one that was changed, what it is now.
            #expect(outcomes.contains(cards.isEmpty ? .notFound : .stale))
            #expect(cards.map(\.name) == (cards.isEmpty ? [] : ["Kept"]))
        }
    }

    @Test("who add what was spent: all of it counts", arguments: Engine.all)
    func spending(engine: Engine) async throws {
        try await withCard(engine) { server, parent, card in
            let rewards = server.operations.rewards
            let outcomes = try await outcomes { number in
                let spending = API.Rewards.SpendingInput(
                    card.id,
                    category: .groceries,
                    amount: DecimalAmount(minor: Int64(number + 1)),
                    mode: .add
                )
                _ = try await rewards.updateSpending(spending, server.call(as: parent))
            }
            #expect(outcomes.allSatisfy { $0 == nil })
            let cards = try await rewards.listCards(Empty(), server.call(as: parent)).cards
            // 1 + 2 + … + 8.
            #expect(cards.first?.spendingLimits.map(\.currentSpending.minor) == [36])
            #expect(cards.map(\.version) == [card.version + Int64(Self.writers)])
        }
    }

    @Test("who add the fiftieth card: one of them does", arguments: Engine.all)
    func bound(engine: Engine) async throws {
        try await withCard(engine) { server, parent, _ in
            let rewards = server.operations.rewards
            let add = { @Sendable in
                _ = try await rewards.createCard(
                    .init(name: "A", cardType: .custom),
                    server.call(as: parent)
                )
            }
            for _ in 2..<Limits.cardsPerMember { try await add() }
            let outcomes = try await outcomes(4) { _ in try await add() }
            #expect(outcomes.count { $0 == nil } == 1)
            #expect(outcomes.count { $0 == .conflict } == 3)
            let cards = try await rewards.listCards(Empty(), server.call(as: parent)).cards
            #expect(cards.count == Limits.cardsPerMember)
        }
    }

    @Test("who set preferences of one version: one of them does", arguments: Engine.all)
    func preferences(engine: Engine) async throws {
        try await withCard(engine) { server, parent, _ in
            let rewards = server.operations.rewards
            let outcomes = try await outcomes { number in
                _ = try await rewards.updatePreferences(
                    .init(
                        alertThreshold: AlertThreshold(millionths: Int64(number + 1)),
                        ifMatch: VersionTag(0)
                    ),
                    server.call(as: parent)
                )
            }
            #expect(outcomes.count { $0 == nil } == 1)
            #expect(outcomes.count { $0 == .stale } == Self.writers - 1)
        }
    }
}
