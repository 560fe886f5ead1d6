import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Store
import Synchronization
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A run that pays allowances, when something fails")
struct PayoutFaultTests {
    @Test(
        "loses nothing and pays nothing twice, whichever statement fails",
        arguments: Engine.all,
        [Way(code: .io), Way(code: .corrupt), Way(code: .io, isInOrder: true)]
    )
    func everyStatement(engine: Engine, way: Way) async throws {
        var failing: FailingDatabase?
        let interposing = { (base: any Database) -> any Database in
            let database = FailingDatabase(base)
            failing = database
            return database
        }
        try await PaidFamily.with(engine, interposing: interposing) { family in
            let database = try #require(failing)
            let anna = try await family.child(1_000)
            let ben = try await family.child(300, "ben@example.com")
            if way.isInOrder { try await family.setPool(1_000_000) }
            try await family.run("2025-01-06T09:00:00Z")
            var weeks: Int64 = 1
            var statement = 1
            while true {
                family.server.clock.advance(seconds: 7 * 86_400)
                weeks += 1
                database.fail(at: statement, with: way.code)
                let operations = family.server.operations
                let report = try await operations.allowance.payAllowances(family.server.call())
                let hasFailed = database.hasFailed
                database.fail(at: nil)
                // The next run completes what is missing, and there is nothing left after it.
                let completed = try await family.run()
                #expect(report.paid + completed.paid == 2, "statement \(statement)")
                #expect(try await family.balance(anna) == 1_000 * weeks)
                #expect(try await family.balance(ben) == 300 * weeks)
                if !hasFailed { break }
                statement += 1
            }
            // What a run of two children does at the least.
            #expect(statement > (way.isInOrder ? 16 : 10))
            for child in [anna, ben] {
                let texts = try await family.all(child).compactMap(\.text)
                #expect(texts.count == Int(weeks) && texts == texts.sorted())
                #expect(Set(texts).count == texts.count)
            }
        }
    }

    struct Way {
        let code: DatabaseError.Code
        /// Whether there is a pool, so that the order of payments matters.
        var isInOrder = false
    }

    @Test("tells what failed without amounts, and the next run pays", arguments: Engine.all)
    func told(engine: Engine) async throws {
        var failing: FailingDatabase?
        let interposing = { (base: any Database) -> any Database in
            let database = FailingDatabase(base)
            failing = database
            return database
        }
        try await PaidFamily.with(engine, interposing: interposing) { family in
            let database = try #require(failing)
            let anna = try await family.child(123_456)
            let server = family.server
            server.clock.set("2025-01-06T09:00:00Z")
            database.fail(at: 1)
            let report = try await server.operations.allowance.payAllowances(server.call())
            #expect(report.failed == 1 && report.paid == 0)
            #expect(report.failures == ["household \(family.household): io: put in by a test"])
            database.fail(at: nil)
            #expect(try await family.run().paid == 1)
            #expect(try await family.balance(anna) == 123_456)
        }
    }

    @Test("completes nothing anew when only the answer was lost", arguments: Engine.all)
    func answerLost(engine: Engine) async throws {
        let interposed = Interposed()
        try await PaidFamily.with(engine, interposing: interposed.make) { family in
            let database = try #require(interposed.database)
            let anna = try await family.child()
            family.server.clock.set("2025-01-06T09:00:00Z")
            database.after { kind in
                if kind == .write { throw DatabaseError(.unavailable, "put in by a test") }
            }
            let operations = family.server.operations
            let report = try await operations.allowance.payAllowances(family.server.call())
            #expect(report.paid == 0 && report.failed == 1)
            #expect(
                report.failures == [
                    "household \(family.household): unavailable: put in by a test"
                ]
            )
            database.after(nil)
            #expect(try await family.run().households == 0)
            #expect(try await family.paidDays(anna) == ["01-06"])
        }
    }

    @Test("pays each household alone when their transaction fails", arguments: Engine.all)
    func alone(engine: Engine) async throws {
        let interposed = Interposed()
        try await PaidFamily.with(engine, interposing: interposed.make) { family in
            let database = try #require(interposed.database)
            _ = try await family.child()
            let others = try await PaidFamily(in: family.server, email: "other@example.com")
            _ = try await others.child(300, "ben@example.com")
            family.server.clock.set("2025-01-06T09:00:00Z")
            let writes = Mutex(0)
            database.before { kind in
                guard kind == .write else { return }
                let number = writes.withLock { count in
                    count += 1
                    return count
                }
                // That of both, and that of the first one.
                if number <= 2 { throw DatabaseError(.unavailable, "put in by a test") }
            }
            let operations = family.server.operations
            let report = try await operations.allowance.payAllowances(family.server.call())
            #expect(writes.withLock { $0 } == 3)
            #expect(report.households == 2 && report.paid == 1 && report.failed == 1)
            database.before(nil)
            #expect(try await family.run().paid == 1)
        }
    }

    @Test("takes a conflict for nobody's failure: it is met by all, and tried again")
    func conflict() async throws {
        var failing: FailingDatabase?
        let interposing = { (base: any Database) -> any Database in
            let database = FailingDatabase(base)
            failing = database
            return database
        }
        try await PaidFamily.with(.sqlite, interposing: interposing) { family in
            let database = try #require(failing)
            _ = try await family.child()
            let others = try await PaidFamily(in: family.server, email: "other@example.com")
            _ = try await others.child(300, "ben@example.com")
            family.server.clock.set("2025-01-06T09:00:00Z")
            database.fail(at: 1, with: .conflict, once: true)
            let operations = family.server.operations
            let report = try await operations.allowance.payAllowances(family.server.call())
            #expect(database.hasFailed)
            #expect(report.paid == 2 && report.failures == [])
        }
    }

    @Test("pays the sibling of a child whose payment fails", arguments: Engine.all)
    func sibling(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            family.server.clock.advance(seconds: 1)
            let ben = try await family.child(300, "ben@example.com")
            let wallet = Value.id(try await family.profile(anna).wallet)
            // One cent more, and the total does not fit any more.
            try await family.tamper(Self.totals, [wallet, .integer(Int64.max)])
            family.server.clock.set("2025-01-06T09:00:00Z")
            let operations = family.server.operations
            for paid in [1, 0] {
                let report = try await operations.allowance.payAllowances(family.server.call())
                #expect(report.paid == paid && report.owed == 1 && report.failed == 1)
                #expect(report.failures == ["child \(anna): overflow"])
                #expect(try await family.balance(ben) == 300)
                #expect(try await family.movements(anna) == [])
            }
            family.server.clock.set("2025-01-13T09:00:00Z")
            let later = try await operations.allowance.payAllowances(family.server.call())
            #expect(later.paid == 1 && later.owed == 2)
            #expect(later.failures == ["child \(anna): overflow"])
            try await family.tamper(Self.totals, [wallet, .integer(0)])
            #expect(try await family.run("2025-01-14T09:00:00Z").paid == 2)
            #expect(
                try await family.movements(anna) == [
                    "+1000 Weekly Allowance - 2025-01-06 = 1000",
                    "+1000 Weekly Allowance - 2025-01-13 = 2000",
                ]
            )
        }
    }

    @Test("pays nothing of an allowance whose parts cannot all move", arguments: Engine.all)
    func jar(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            let ben = try await family.child(300, "ben@example.com")
            let split = API.Allowance.SplitRequest(childID: anna, spend: 70, save: 20, give: 10)
            _ = try await family.parent.purser.call(API.Allowance.setSplit, split)
            let jars = try await family.server.database.read { session in
                try Jars.list(of: anna, in: session)
            }
            let give = Value.id(try #require(jars.first { $0.kind == .give }).account)
            try await family.tamper(Self.totals, [give, .integer(Int64.max)])
            family.server.clock.set("2025-01-06T09:00:00Z")
            let operations = family.server.operations
            let report = try await operations.allowance.payAllowances(family.server.call())
            #expect(report.paid == 1 && report.owed == 1)
            #expect(report.failures == ["child \(anna): overflow"])
            #expect(try await family.movements(anna) == [])
            #expect(try await family.balance(ben) == 300)
            try await family.tamper(Self.totals, [give, .integer(0)])
            #expect(try await family.run().paid == 1)
            #expect(try await family.balance(anna) == 700)
        }
    }

    @Test("pays the others when a household cannot be read", arguments: Engine.all)
    func household(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            let others = try await PaidFamily(in: family.server, email: "other@example.com")
            let ben = try await others.child(300, "ben@example.com")
            let household = Value.id(family.household)
            try await family.tamper(Self.zone, [household, .text("Nowhere/Never")])
            family.server.clock.set("2025-01-06T09:00:00Z")
            let operations = family.server.operations
            let report = try await operations.allowance.payAllowances(family.server.call())
            #expect(report.paid == 1 && report.failed == 1)
            #expect(report.failures.first?.hasPrefix("household \(family.household): ") == true)
            #expect(try await others.balance(ben) == 300)
            try await family.tamper(Self.zone, [household, .text("UTC")])
            #expect(try await family.run().paid == 1)
            #expect(try await family.balance(anna) == 1_000)
        }
    }

    @Test("that is cancelled ends after the households it has begun", arguments: Engine.all)
    func cancelled(engine: Engine) async throws {
        let interposed = Interposed()
        try await PaidFamily.with(engine, interposing: interposed.make) { family in
            let server = family.server
            let database = try #require(interposed.database)
            let tasks = engine == .sqlite ? Limits.payoutTasksTogether : Limits.payoutTasks
            let begun = tasks * Limits.payoutHouseholds
            let count = begun + Limits.payoutHouseholds
            for number in 0..<count {
                let email = "parent\(number)@example.com"
                let other = try await PaidFamily(in: server, email: email)
                _ = try await other.child(100, "child\(number)@example.com")
            }
            server.clock.set("2025-01-06T09:00:00Z")
            let gate = Gate()
            database.before { kind in if kind == .write { await gate.pass() } }
            await withThrowingTaskGroup(of: PayoutReport.self) { group in
                group.addTask { try await server.operations.allowance.payAllowances(server.call()) }
                await gate.arrived(tasks)
                group.cancelAll()
                await gate.open()
                await #expect(throws: CancellationError.self) { _ = try await group.next() }
            }
            database.before(nil)
            let paid = try await server.contents().count("wallet_movements")
            #expect(paid == begun)
            #expect(try await family.run().paid == count - begun)
        }
    }

    @Test("pays each due day once, however many runs there are at a time", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await PaidFamily.with(engine) { first in
            var families = [first]
            for number in 1..<6 {
                let email = "parent\(number)@example.com"
                families.append(try await PaidFamily(in: first.server, email: email))
            }
            var children: [(family: PaidFamily, id: ID<Entity.Child>)] = []
            for (number, family) in families.enumerated() {
                for child in 0..<2 {
                    let id = try await family.child(100, "child\(number).\(child)@example.com")
                    children.append((family, id))
                }
            }
            let servers = try [first.server, first.server.another(), first.server.another()]
            for round in 1...5 {
                let reports = try await withThrowingTaskGroup(of: PayoutReport.self) { group in
                    for server in servers {
                        group.addTask {
                            try await server.operations.allowance.payAllowances(server.call())
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(reports.flatMap(\.failures) == [])
                #expect(reports.map(\.paid).reduce(0, +) == children.count)
                for child in children {
                    #expect(try await child.family.balance(child.id) == Int64(100 * round))
                }
                first.server.clock.advance(seconds: 7 * 86_400)
            }
            #expect(try await first.server.contents().count("allowance_dues") == 60)
        }
    }

    @Test("pays once beside a change of the amount and of the pool", arguments: Engine.all)
    func besideChanges(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let server = family.server
            let anna = try await family.child(100)
            try await family.run()
            var expected: Int64 = 100
            for _ in 0..<6 {
                server.clock.advance(seconds: 7 * 86_400)
                expected += 100
                let parent = try await family.parent
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        let report = try await server.operations.allowance.payAllowances(
                            server.call()
                        )
                        #expect(report.failures == [])
                    }
                    group.addTask {
                        // The amount stays; the change itself first pays what is owed.
                        let request = API.Allowance.UpdateAllowanceRequest(
                            childID: anna,
                            weeklyAllowance: DecimalAmount(minor: 100)
                        )
                        _ = try await parent.purser.call(API.Allowance.updateAllowance, request)
                    }
                    group.addTask {
                        let request = API.Allowance.PoolRequest(balance: nil)
                        _ = try await parent.purser.call(API.Allowance.setPool, request)
                    }
                    try await group.waitForAll()
                }
                #expect(try await family.balance(anna) == expected)
            }
        }
    }

    private static let totals = Statement(
        "UPDATE accounts SET posted_debit_minor = $2, posted_credit_minor = $2 WHERE id = $1"
    )
    private static let zone = Statement("UPDATE households SET time_zone = $2 WHERE id = $1")
}
