import Contract
import Kernel
import Ledger
import SQL
import Synchronization
import Testbed
import Testing

@testable import Guardian
@testable import Operations

@Suite("Bounds of trials of policies")
struct BacktestBoundsTests {
    @Test("more purchases than may be are refused, with what takes more", arguments: Engine.all)
    func tooMany(engine: Engine) async throws {
        try await TriedHome.with(engine) { home in
            for hour in 1...3 { try await home.buy(100, on: "2025-03-03T0\(hour):00:00Z") }
            try await home.buy(100, on: "2025-03-01T00:00:00Z")
            let from = "2025-03-02"
            var bounds = BacktestBounds(purchases: 3)
            #expect(try await home.report([.daily()], from: from, within: bounds).purchases == 3)
            bounds.purchases = 2
            let problem = await #expect(throws: Problem.self) {
                try await home.report([.daily()], from: from, within: bounds)
            }
            #expect(problem?.kind == .payloadTooLarge)
            #expect(problem?.message.contains("purser backtest FILE") == true)
        }
    }

    @Test("so are purchases that are pending, which no sum has", arguments: Engine.all)
    func pending(engine: Engine) async throws {
        try await TriedHome.with(engine) { home in
            let at = Timestamp(test: "2025-03-03T01:00:00Z")
            let pending = home.child.purchase(100, on: at, phase: .pending)
            try await home.server.record(pending, pending, in: home.child)
            let bounds = BacktestBounds(purchases: 1)
            let problem = await #expect(throws: Problem.self) {
                try await home.report([.daily()], within: bounds)
            }
            #expect(problem?.kind == .payloadTooLarge)
        }
    }

    @Test("one that takes too long ends")
    func time() async throws {
        try await TriedHome.with(.sqlite) { home in
            let at = Timestamp(test: "2025-03-03T01:00:00Z")
            let purchases = (0..<512).map { _ in home.child.purchase(100, on: at) }
            _ = try await home.server.operations.ledger.recordTransfers(
                purchases,
                of: home.child.owner.household,
                home.server.call()
            )
            let problem = await #expect(throws: Problem.self) {
                try await home.report([.daily()], within: BacktestBounds(time: .zero))
            }
            #expect(problem?.kind == .payloadTooLarge)
            let watch = BacktestWatch()
            watch.end()
            #expect(throws: CancellationError.self) { try watch.look(1, of: 2) }
        }
    }

    @Test("one that only reads decisions ends, too", arguments: Engine.all)
    func decisions(engine: Engine) async throws {
        try await TriedHome.with(engine) { home in
            try await home.buy(100, on: "2025-03-03T01:00:00Z")
            let asking = try API.Guardian.BacktestPolicy(
                #"{"count":{"window":"day","over":["member"],"of":"approvals","more_than":3}}"#
            )
            let problem = await #expect(throws: Problem.self) {
                try await home.report([asking], within: BacktestBounds(time: .zero))
            }
            #expect(problem?.kind == .payloadTooLarge)
            let guardian = home.server.operations.guardian
            let call = try home.server.call(as: home.parent.owner)
            let request = API.Guardian.BacktestRequest(
                policies: [asking],
                from: WireDay(try #require(CivilDay("2025-03-01"))),
                to: WireDay(try #require(CivilDay("2025-03-31")))
            )
            let watch = BacktestWatch()
            watch.end()
            await #expect(throws: CancellationError.self) {
                try await home.server.database.read { session in
                    let membership = try GuardianOperations.membership(of: call, in: session)
                    let order = try BacktestOrder(request, membership, call, in: session)
                    var run = BacktestRun(order, guardian, within: .none, watch, in: session)
                    return try run.report()
                }
            }
        }
    }

    @Test("a household makes one at a time, a process a few")
    func room() async throws {
        let room = BacktestRoom()
        let (first, second, third) = (Self.household(1), Self.household(2), Self.household(3))
        let refused = { (household: ID<Entity.Household>) in
            let problem = await #expect(throws: Problem.self) {
                try await room.with(household) {}
            }
            #expect(problem?.kind == .rateLimited && problem?.retryAfterSeconds != nil)
        }
        try await room.with(first) {
            await refused(first)
            try await room.with(second) {
                #expect(Limits.backtestsAtOnce == 2)
                await refused(third)
            }
            try await room.with(third) {}
        }
        try await room.with(first) {}
        // One that failed gives its place back, too.
        await #expect(throws: CancellationError.self) {
            try await room.with(first) { throw CancellationError() }
        }
        try await room.with(first) {}
    }

    private static func household(_ number: UInt8) -> ID<Entity.Household> {
        ID(RawID(high: 0, low: UInt64(number)))
    }

    @Test(
        "what is written while one runs is not in it, and waits for nothing",
        arguments: Engine.all
    )
    func snapshot(engine: Engine) async throws {
        try await TriedHome.with(engine) { home in
            // More than a page, so that the last one is read after the purchase is written.
            let start = Timestamp(test: "2025-03-01T00:00:00Z")
            let count = Limits.walkRows + 100
            let purchases = (0..<count).map { number in
                home.child.purchase(100, on: start.adding(seconds: Int64(number) * 2_000))
            }
            _ = try await home.server.operations.ledger.recordTransfers(
                purchases,
                of: home.child.owner.household,
                home.server.call()
            )
            let guardian = home.server.operations.guardian
            let call = try home.server.call(as: home.parent.owner)
            let request = API.Guardian.BacktestRequest(
                policies: [try .daily()],
                from: WireDay(try #require(CivilDay("2025-03-01"))),
                to: WireDay(try #require(CivilDay("2025-03-31")))
            )
            let (server, child) = (home.server, home.child)
            let told = try await server.database.read { session in
                let membership = try GuardianOperations.membership(of: call, in: session)
                let order = try BacktestOrder(request, membership, call, in: session)
                var history = try BacktestHistory(order, of: [child.owner.id], in: session)
                var (told, hasWritten) = (0, false)
                try history.forEach { _ in
                    told += 1
                    guard !hasWritten else { return }
                    hasWritten = true
                    // The trial stands still until the purchase is written.
                    let done = Mutex(false)
                    Task {
                        defer { done.withLock { $0 = true } }
                        let at = Timestamp(test: "2025-03-26T05:00:00Z")
                        try await server.record(child.purchase(100, on: at), in: child)
                    }
                    while !done.withLock({ $0 }) {}
                }
                return told
            }
            #expect(told == count)
            #expect(try await guardian.backtestPolicies(request, call).purchases == count + 1)
        }
    }
}
