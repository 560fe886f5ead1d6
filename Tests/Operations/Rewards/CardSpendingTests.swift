import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import Testbed
import Testing

@Suite("What purchases in the ledger add to what is spent with a card")
struct CardSpendingTests {
    @Test("each is added once, apart from what was entered", arguments: Engine.all)
    func once(engine: Engine) async throws {
        try await SpendingHome.with(engine) { home in
            #expect(try await home.spent() == [[0, 0], [0, 0]])
            let version = try await home.current().version
            try await home.post(
                home.purchase(1_250, record: "a"),
                home.purchase(300, "TRANSPORTATION_GAS"),
                home.purchase(700, "BANK_FEES_ATM_FEES"),
                home.purchase(80, nil)
            )
            #expect(try await home.spent() == [[1_250, 1_250], [380, 380]])
            let after = try await home.current()
            #expect(after.version > version)
            // The bank tells it again.
            try await home.post(home.purchase(1_250, record: "a"))
            #expect(try await home.current() == after)
            try await home.enter(1_000)
            #expect(try await home.spent()[0] == [2_250, 1_250])
            try await home.enter(500, .set)
            #expect(try await home.spent()[0] == [500, 1_250])
            try await home.post(home.purchase(50))
            #expect(try await home.spent()[0] == [550, 1_300])
        }
    }

    @Test("a pending one counts when it posts, with the amount of then", arguments: Engine.all)
    func pending(engine: Engine) async throws {
        try await SpendingHome.with(engine) { home in
            let ids = try await home.post(
                home.purchase(4_000, phase: .pending),
                home.purchase(9_000, phase: .pending),
                home.purchase(100, phase: .pending)
            )
            #expect(try await home.spent() == [[0, 0], [0, 0]])
            // The member knows better what the last one was.
            try await home.server.operations.ledger.annotateTransfer(
                ids[2],
                category: "Restaurants",
                notes: nil,
                home.call()
            )
            try await home.post(
                home.purchase(4_800, phase: .post, pending: ids[0]),
                home.purchase(9_000, phase: .void, pending: ids[1]),
                home.purchase(100, phase: .post, pending: ids[2])
            )
            #expect(try await home.spent() == [[4_800, 4_800], [100, 100]])
        }
    }

    @Test("what is taken back is taken away, and never more than there is", arguments: Engine.all)
    func takenBack(engine: Engine) async throws {
        try await SpendingHome.with(engine) { home in
            let ids = try await home.post(home.purchase(1_000), home.purchase(500))
            try await home.takeBack(ids[0], 1_000)
            #expect(try await home.spent()[0] == [500, 500])
            try await home.enter(200, .set)
            try await home.takeBack(ids[1], 500)
            #expect(try await home.spent()[0] == [0, 0])
            // What is undone together was never added.
            let purchase = home.purchase(70, record: "x")
            let id = try await home.post(purchase)[0]
            #expect(try await home.spent()[0] == [70, 70])
            await #expect(throws: PostingRefusal.self) {
                try await home.post(home.purchase(9), home.purchase(0))
            }
            #expect(try await home.spent()[0] == [70, 70])
            try await home.takeBack(id, 70)
            #expect(try await home.spent()[0] == [0, 0])
        }
    }

    @Test("an edit of its category leaves it where it was added", arguments: Engine.all)
    func edited(engine: Engine) async throws {
        try await SpendingHome.with(engine) { home in
            let id = try await home.post(home.purchase(1_000))[0]
            let before = try await home.current()
            try await home.server.operations.ledger.annotateTransfer(
                id,
                category: "Gas",
                notes: nil,
                home.call()
            )
            #expect(try await home.current() == before)
            // It is taken away where it was added.
            try await home.takeBack(id, 1_000)
            #expect(try await home.spent() == [[0, 0], [0, 0]])
        }
    }

    @Test("only new ones are added, and only where that is wanted", arguments: Engine.all)
    func wanted(engine: Engine) async throws {
        try await SpendingHome.with(engine, isFollowing: false) { home in
            let before = try await home.post(home.purchase(1_000))[0]
            #expect(try await home.spent()[0] == [0, 0])
            try await home.prefer(.init(autoUpdateSpending: true))
            #expect(try await home.spent()[0] == [0, 0])
            let during = try await home.post(home.purchase(40))[0]
            try await home.prefer(.init(autoUpdateSpending: false))
            try await home.post(home.purchase(7))
            #expect(try await home.spent()[0] == [40, 40])
            // What was never added is not taken away; what was, is.
            try await home.takeBack(before, 1_000)
            #expect(try await home.spent()[0] == [40, 40])
            try await home.takeBack(during, 40)
            #expect(try await home.spent()[0] == [0, 0])
        }
    }

    @Test("those of another account, or of no card's any more, are not", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await SpendingHome.with(engine) { home in
            let other = try await home.server.openAccount(of: home.owner)
            try await home.post(
                other.purchase(10, "FOOD_AND_DRINK_GROCERIES", on: home.server.clock.now)
            )
            let id = try await home.post(home.purchase(1_000))[0]
            _ = try await home.server.operations.rewards.updateCard(
                .init(home.card.id, accountID: Nullable(wrappedValue: nil)),
                home.call()
            )
            try await home.post(home.purchase(1_000))
            try await home.takeBack(id, 1_000)
            #expect(try await home.spent()[0] == [1_000, 1_000])
            _ = try await home.server.operations.rewards.deleteCard(
                .init(home.card.id),
                home.call()
            )
            #expect(try await home.server.contents().count("reward_purchases") == 0)
        }
    }

    @Test("stay added to a bonus while it is the same, and to none of another kind or quarter")
    func bonus() async throws {
        try await SpendingHome.with(.sqlite) { home in
            for (category, quarter) in [
                (.dining, 1), (.gas, 2),
            ] as [(API.Rewards.SpendingCategory, Int64)] {
                #expect(try await home.giveBonus(.gas, quarter: 1) == [1_000, 0])
                try await home.post(home.purchase(700, "TRANSPORTATION_GAS"))
                #expect(try await home.giveBonus(.gas, quarter: 1) == [1_000, 700])
                #expect(try await home.giveBonus(category, quarter: quarter) == [1_000, 0])
            }
        }
    }

    @Test("days before the period do not count into it", arguments: Engine.all)
    func periods(engine: Engine) async throws {
        try await SpendingHome.with(engine) { home in
            // Groceries began on the first of January, the rest today.
            try await home.post(
                home.purchase(1, on: "2024-12-31"),
                home.purchase(20, on: "2025-01-01"),
                home.purchase(300, "TRANSPORTATION_GAS", on: "2025-01-14"),
                home.purchase(4_000, "TRANSPORTATION_GAS", on: "2025-01-15")
            )
            #expect(try await home.spent() == [[20, 20], [4_000, 4_000]])
            home.server.clock.set("2025-02-15T00:00:00Z")
            #expect(try await home.spent() == [[20, 20], [0, 0]])
            let ids = try await home.post(
                home.purchase(5, "TRANSPORTATION_GAS", on: "2025-02-14"),
                home.purchase(60, "TRANSPORTATION_GAS", on: "2025-02-15")
            )
            #expect(try await home.spent() == [[20, 20], [60, 60]])
            home.server.clock.set("2025-04-01T00:00:00Z")
            try await home.post(home.purchase(9, on: "2025-04-01"))
            #expect(try await home.spent() == [[9, 9], [0, 0]])
            // What was added to a period that is over is taken away from no other.
            try await home.takeBack(ids[1], 60)
            #expect(try await home.spent() == [[9, 9], [0, 0]])
        }
    }

    @Test(
        "two at once, and a card that is edited meanwhile: all of it counts",
        arguments: Engine.all
    )
    func races(engine: Engine) async throws {
        try await SpendingHome.with(engine) { home in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<3 {
                    // Each record is told twice.
                    for _ in 0..<2 {
                        group.addTask {
                            try await home.post(home.purchase(100, record: "r\(number)"))
                        }
                    }
                    group.addTask { try await home.enter(1) }
                    group.addTask {
                        _ = try await home.server.operations.rewards.updateCard(
                            .init(home.card.id, name: "Card \(number)"),
                            home.call()
                        )
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await home.spent()[0] == [303, 300])
            #expect(try await home.server.contents().count("reward_purchases") == 3)
        }
    }
}
