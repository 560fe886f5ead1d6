import Contract
import Kernel
import Ledger
import Operations
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The weekly allowance")
struct PayoutTests {
    @Test("is paid on the day of the first run, once", arguments: Engine.all)
    func first(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            #expect(try await family.schedule(anna).nextAllowanceDate == nil)
            #expect(try await family.run("2025-01-06T09:00:00Z").paid == 1)
            let credit = ["+1000 Weekly Allowance - 2025-01-06 = 1000"]
            #expect(try await family.movements(anna) == credit)
            #expect(try await family.all(anna).allSatisfy { $0.author == nil })
            let schedule = try await family.schedule(anna)
            #expect(schedule.lastAllowanceDate?.instant == Timestamp(test: "2025-01-06T00:00:00Z"))
            #expect(schedule.nextAllowanceDate?.instant == Timestamp(test: "2025-01-13T00:00:00Z"))
            let before = try await family.server.contents()
            for instant in ["2025-01-06T09:00:00Z", "2025-01-06T23:59:59Z"] {
                #expect(try await family.run(instant).paid == 0)
            }
            #expect(try await family.server.contents() == before)
            #expect(try await family.movements(anna) == credit)
        }
    }

    @Test("is paid for every week that was missed, oldest first", arguments: Engine.all)
    func missed(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            try await family.run("2025-01-06T09:00:00Z")
            #expect(try await family.run("2025-01-28T09:00:00Z").paid == 3)
            #expect(
                try await family.movements(anna) == [
                    "+1000 Weekly Allowance - 2025-01-06 = 1000",
                    "+1000 Weekly Allowance - 2025-01-13 = 2000",
                    "+1000 Weekly Allowance - 2025-01-20 = 3000",
                    "+1000 Weekly Allowance - 2025-01-27 = 4000",
                ]
            )
            let posted = try await family.all(anna).map(\.createdAt).suffix(3)
            #expect(Set(posted) == [Timestamp(test: "2025-01-28T09:00:00Z")])
            let next = try await family.schedule(anna).nextAllowanceDate?.instant
            #expect(next == Timestamp(test: "2025-02-03T00:00:00Z"))
        }
    }

    @Test("is paid in full after more weeks than are recorded at once", arguments: Engine.all)
    func years(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child(1)
            try await family.run("2025-01-06T09:00:00Z")
            let weeks = Limits.duesAtOnce * 2 + 3
            family.server.clock.advance(seconds: Int64(weeks) * 7 * 86_400)
            #expect(try await family.run().paid == weeks)
            #expect(try await family.balance(anna) == Int64(weeks) + 1)
            let days = try await family.all(anna).compactMap(\.text)
            #expect(days == days.sorted() && Set(days).count == weeks + 1)
            let lastPaid = try await family.profile(anna).lastPaid
            #expect(lastPaid.map { days.last?.hasSuffix($0.text) } == true)
        }
    }

    @Test("is paid once the pool is filled, however much is owed", arguments: Engine.all)
    func owedForYears(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child(1)
            let ben = try await family.child(1, "ben@example.com")
            try await family.setPool(0)
            let weeks = Limits.duesAtOnce + 3
            let report = try await family.run("2025-01-06T09:00:00Z")
            #expect(report.paid == 0 && report.owed == 2)
            family.server.clock.advance(seconds: Int64(weeks - 1) * 7 * 86_400)
            #expect(try await family.run().owed == 2 * weeks)
            try await family.setPool(Int64(2 * weeks - 1))
            let balances = [try await family.balance(anna), try await family.balance(ben)]
            #expect(balances.sorted() == [Int64(weeks) - 1, Int64(weeks)])
            try await family.setPool(1)
            #expect(try await family.run().paid == 0)
            #expect(try await family.balance(anna) == Int64(weeks))
            #expect(try await family.balance(ben) == Int64(weeks))
        }
    }

    @Test(
        "is due from local midnight on, also where the clocks changed the night before",
        arguments: Engine.all
    )
    func newYork(engine: Engine) async throws {
        try await PaidFamily.with(engine, timeZone: "America/New_York") { family in
            let anna = try await family.child()
            try await family.run("2025-03-03T15:00:00Z")
            let next = try await family.schedule(anna).nextAllowanceDate?.instant
            #expect(next == Timestamp(test: "2025-03-10T04:00:00Z"))
            #expect(try await family.run("2025-03-10T03:59:59Z").paid == 0)
            for instant in ["2025-03-10T04:00:00Z", "2025-03-10T05:00:00Z"] {
                try await family.run(instant)
                #expect(try await family.paidDays(anna) == ["03-03", "03-10"])
            }
            // The hour that there is twice in autumn holds no second allowance.
            try await family.run("2025-10-26T15:00:00Z")
            let ben = try await family.child(300, "ben@example.com")
            try await family.run("2025-10-26T15:00:00Z")
            try await family.run("2025-11-02T03:59:59Z")
            #expect(try await family.paidDays(ben) == ["10-26"])
            for instant in ["2025-11-02T05:30:00Z", "2025-11-02T06:30:00Z"] {
                try await family.run(instant)
                #expect(try await family.paidDays(ben) == ["10-26", "11-02"])
            }
        }
    }

    @Test("comes with the first midnight of the world, where the family lives there")
    func firstZone() async throws {
        try await PaidFamily.with(.sqlite, timeZone: "Pacific/Kiritimati") { family in
            let anna = try await family.child()
            try await family.run("2025-01-04T10:00:00Z")
            #expect(try await family.run("2025-01-11T09:59:59Z").paid == 0)
            #expect(try await family.run("2025-01-11T10:00:00Z").paid == 1)
            let credit = [
                "+1000 Weekly Allowance - 2025-01-05 = 1000",
                "+1000 Weekly Allowance - 2025-01-12 = 2000",
            ]
            #expect(try await family.movements(anna) == credit)
        }
    }

    @Test("comes no earlier and no twice when the clock is set", arguments: Engine.all)
    func clock(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            try await family.run("2025-01-06T00:30:00Z")
            // An hour back is the day before.
            #expect(try await family.run("2025-01-05T23:30:00Z").paid == 0)
            // A month forward, and back again: what the clock said then was due stays paid.
            #expect(try await family.run("2025-02-05T12:00:00Z").paid == 4)
            let days = ["01-06", "01-13", "01-20", "01-27", "02-03"]
            for day in ["2025-01-06", "2025-01-20", "2025-02-05"] {
                #expect(try await family.run("\(day)T12:00:00Z").paid == 0)
            }
            #expect(try await family.paidDays(anna) == days)
            // A change of terms meanwhile posts nothing twice either.
            family.server.clock.set("2025-01-20T12:00:00Z")
            try await family.setAllowance(500, of: anna)
            #expect(try await family.paidDays(anna) == days)
            try await family.run("2025-02-10T12:00:00Z")
            let newest = try await family.movements(anna).last
            #expect(newest == "+500 Weekly Allowance - 2025-02-10 = 5500")
        }
    }

    @Test("is nothing while the amount is 0", arguments: Engine.all)
    func nothing(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child(0)
            let ben = try await family.child(250, "ben@example.com")
            try await family.run("2025-01-06T09:00:00Z")
            #expect(try await family.movements(anna) == [])
            #expect(try await family.balance(ben) == 250)
        }
    }

    @Test("fills the jars with their parts; what is left of a cent stays", arguments: Engine.all)
    func jars(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child(999)
            let (save, give) = try await family.makeJars(of: anna, save: 33, give: 10)
            try await family.run("2025-01-06T09:00:00Z")
            #expect(
                try await family.movements(anna) == [
                    "+999 Weekly Allowance - 2025-01-06 = 999",
                    "-329 To savings = 670",
                    "-99 To giving = 571",
                ]
            )
            #expect(try await family.all(anna).allSatisfy { $0.author == nil })
            #expect(try await family.held(save) == 329)
            #expect(try await family.held(give) == 99)
        }
    }

    @Test("a run that is told beforehand is the run that comes", arguments: Engine.all)
    func told(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            let ben = try await family.child(300, "ben@example.com")
            try await family.run("2025-01-06T09:00:00Z")
            try await family.setPool(2_000)
            family.server.clock.set("2025-01-22T09:00:00Z")
            let before = try await family.server.contents()
            let operations = family.server.operations
            var told: [ChildPayout] = []
            let foretold = try await operations.allowance.owedAllowances(family.server.call()) {
                told.append($0)
            }
            #expect(try await family.server.contents() == before)
            var paid: [ChildPayout] = []
            let report = try await operations.allowance.payAllowances(family.server.call()) {
                paid.append($0)
            }
            #expect(foretold == report)
            #expect(told == paid)
            #expect(report.paid == 2 && report.owed == 2 && report.households == 1)
            let byChild = Dictionary(uniqueKeysWithValues: paid.map { ($0.child, $0) })
            #expect(byChild[anna]?.paidDays.map(\.text) == ["2025-01-13"])
            #expect(byChild[anna]?.owedDays.map(\.text) == ["2025-01-20"])
            #expect(byChild[anna]?.owedMinor == 1_000)
            #expect(byChild[ben]?.paidMinor == 300)
        }
    }
}

extension PaidFamily {
    /// Gives a child its jars.
    fileprivate func makeJars(
        of child: ID<Entity.Child>,
        save: Int,
        give: Int
    ) async throws -> (save: ID<Entity.Account>, give: ID<Entity.Account>) {
        let member = try await profile(child).member
        let call = server.call()
        let accounts = [JarRecord.Kind.save, .give].map { kind in
            AccountRecord(
                id: call.ids.next(at: call.now),
                household: household,
                member: member,
                kind: .wallet,
                name: kind.rawValue,
                currency: .usd,
                createdAt: call.now
            )
        }
        try await server.database.write { session in
            for (account, (kind, percent)) in zip(
                accounts,
                [(JarRecord.Kind.save, save), (.give, give)]
            ) {
                try Accounts.insert(account, in: session)
                try Jars.insert(kind, of: child, account: account.id, percent: percent, in: session)
            }
        }
        return (accounts[0].id, accounts[1].id)
    }

    /// What an account holds, in cents.
    fileprivate func held(_ account: ID<Entity.Account>) async throws -> Int64? {
        try await server.database.read { [household] session in
            try Accounts.find(account, of: household, in: session)?.totals.balanceMinor
        }
    }
}
