import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Testbed
import Testing

@Suite("What a member is told of the limits of cards")
struct LimitAlertTests {
    private static let near = "card_limit_near"
    private static let reached = "card_limit_reached"

    @Test("each mark once in a period, whatever brings spending there", arguments: Engine.all)
    func once(engine: Engine) async throws {
        try await SpendingHome.with(engine) { home in
            try await home.post(home.purchase(84_999))
            #expect(try await home.told() == [])
            try await home.post(home.purchase(1))
            #expect(try await home.told() == [Self.near])
            try await home.enter(10)
            try await home.enter(100_000, .set)
            #expect(try await home.told() == [Self.near, Self.reached])
            // There again, in the same period.
            try await home.enter(0, .set)
            try await home.enter(90_000, .set)
            try await home.post(home.purchase(10_000))
            #expect(try await home.told() == [Self.near, Self.reached])
            home.server.clock.set("2025-04-01T00:00:00Z")
            try await home.post(home.purchase(86_000))
            #expect(try await home.told() == [Self.near, Self.near, Self.reached])
            // There again, in that period.
            try await home.enter(0, .set)
            try await home.enter(90_000, .set)
            #expect(try await home.told() == [Self.near, Self.near, Self.reached])
            // The first that is entered in a period counts as well.
            home.server.clock.set("2025-07-01T00:00:00Z")
            try await home.enter(86_000)
            #expect(try await home.told() == [Self.near, Self.near, Self.near, Self.reached])
        }
    }

    @Test("how much is spent, of what was entered and what was bought together")
    func amount() async throws {
        try await SpendingHome.with(.sqlite) { home in
            try await home.enter(20_000)
            try await home.post(home.purchase(65_000))
            let contents = try await home.server.database.read { session in
                try session.rows(Statement("SELECT content FROM notifications")) { $0.text(0) }
            }
            let text = "$850.00 of $1,000.00 are spent on Groceries with Amex Gold."
            #expect(contents.count == 1 && contents[0].contains(text))
        }
    }

    @Test("one that comes to both is told by the higher, and by no other", arguments: Engine.all)
    func both(engine: Engine) async throws {
        try await SpendingHome.with(engine) { home in
            try await home.post(home.purchase(120_000))
            #expect(try await home.told() == [Self.reached])
            try await home.enter(0, .set)
            try await home.enter(90_000, .set)
            #expect(try await home.told() == [Self.reached])
        }
    }

    @Test("of each limit by itself, from the part on that the member wants")
    func threshold() async throws {
        try await SpendingHome.with(.sqlite) { home in
            try await home.prefer(.init(alertThreshold: AlertThreshold(millionths: 500_000)))
            try await home.post(
                home.purchase(49_999),
                home.purchase(25_000, "TRANSPORTATION_GAS")
            )
            #expect(try await home.told() == [Self.near])
            try await home.enter(1)
            #expect(try await home.told() == [Self.near, Self.near])
        }
    }

    @Test("nothing where the member wants none", arguments: Engine.all)
    func unwanted(engine: Engine) async throws {
        try await SpendingHome.with(engine) { home in
            try await home.prefer(.init(notificationsEnabled: false))
            try await home.post(home.purchase(120_000))
            #expect(try await home.told() == [])
            #expect(try await home.server.contents().count("reward_alerts") == 0)
        }
    }

    @Test("once by purchases at once", arguments: Engine.all)
    func atOnce(engine: Engine) async throws {
        try await SpendingHome.with(engine) { home in
            try await home.post(home.purchase(84_000))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { try await home.post(home.purchase(1_000)) } }
                try await group.waitForAll()
            }
            #expect(try await home.told() == [Self.near])
        }
    }
}
