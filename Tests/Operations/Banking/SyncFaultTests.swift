import Contract
import Kernel
import Providers
import PurserKit
import SQL
import Store
import Synchronization
import Testbed
import Testing

@testable import Operations

@Suite("A sync that something comes between")
struct SyncFaultTests {
    private static let died = Statement(
        "UPDATE bank_items SET lease = 'dead', leased_until_ms = $1"
    )
    private static let shortened = Statement("UPDATE bank_items SET leased_until_ms = 1")

    /// Reads what is due: what was done, what its provider failed, and what went wrong here.
    private func job(
        _ home: LinkedHome
    ) async throws -> (done: Int, failed: Int, failures: [String]) {
        let report = try await home.server.operations.banking.syncDueItems(home.server.call())
        return (report.done, report.failed, report.failures)
    }

    // MARK: Leases

    @Test("takes over what a dead process was reading", arguments: Engine.all)
    func takenOver(engine: Engine) async throws {
        try await LinkedHome.with(engine) { home in
            let now = home.server.clock.now
            try await home.server.database.write { session in
                _ = try session.run(Self.died, [.instant(now)])
            }
            home.bank.tell(.page(.test("t1", 100)))
            #expect(try await home.counts() == [1, 0, 0])
        }
    }

    @Test("holds the item longer with each page")
    func extended() async throws {
        try await LinkedHome.with(.sqlite) { home in
            let ends = Mutex<[Int64]>([])
            home.bank.before {
                let found = try? await home.integers("SELECT leased_until_ms FROM bank_items")
                ends.withLock { $0 += found ?? [] }
                _ = try? await home.server.database.write { session in
                    try session.run(Self.shortened, [])
                }
            }
            home.bank.tell(.page(.test("t1", 100), hasMore: true), .page(.test("t2", 200)))
            try await home.sync()
            let least = home.server.clock.now.adding(milliseconds: Limits.bankLeaseMilliseconds)
            #expect(ends.withLock { $0.map { $0 >= least.milliseconds } } == [true, true])
        }
    }

    @Test("says nothing of an item that was linked anew while it failed")
    func failedTooLate() async throws {
        try await LinkedHome.with(.sqlite) { home in
            let gate = Gate()
            home.bank.before { await gate.pass() }
            home.bank.tell(.fails(.loginRequired, code: "ITEM_LOGIN_REQUIRED"))
            async let answer = home.sync()
            await gate.arrived()
            try await home.link("b")
            await gate.open()
            _ = try await answer
            let good = "SELECT failures FROM bank_items WHERE state = 'good'"
            #expect(try await home.integers(good) == [0])
        }
    }

    @Test("lets go of the item when the books cannot be written")
    func letGo() async throws {
        let made = Mutex<FailingDatabase?>(nil)
        let interposing = { (base: any Database) -> any Database in
            let database = FailingDatabase(base)
            made.withLock { $0 = database }
            return database
        }
        try await LinkedHome.with(.sqlite, interposing: interposing) { home in
            let database = try #require(made.withLock { $0 })
            home.bank.before { database.fail(at: 1, once: true) }
            home.bank.tell(.page(.test("t1", 100)))
            let report = try await job(home)
            #expect(report.done == 0 && report.failures.count == 1)
            home.bank.before(nil)
            database.fail(at: nil)
            let leased = "SELECT COUNT(*) FROM bank_items WHERE lease IS NOT NULL"
            #expect(try await home.integers(leased) == [0])
            #expect(try await home.integers("SELECT failures FROM bank_items") == [1])
            home.bank.tell(.page(.test("t1", 100)))
            #expect(try await home.counts() == [1, 0, 0])
        }
    }

    @Test("that failed has failed for whoever waited for it, too", arguments: Engine.all)
    func bothFail(engine: Engine) async throws {
        let reads = Mutex(0)
        let interposing = { (base: any Database) -> any Database in
            let database = InterposedDatabase(base)
            database.before { kind in if kind == .read { reads.withLock { $0 += 1 } } }
            return database
        }
        try await LinkedHome.with(engine, interposing: interposing) { home in
            let gate = Gate()
            home.bank.before { await gate.pass() }
            home.bank.tell(.fails(.refused))
            async let first = home.failureOfSync()
            await gate.arrived()
            let before = reads.withLock { $0 }
            async let second = home.failureOfSync()
            // It has read which items there are, and then that one of them is being read.
            await eventually("the second call waits") { reads.withLock { $0 } >= before + 2 }
            await gate.open()
            #expect(await [first, second] == [502, 502])
            #expect(home.bank.cursors == [nil])
        }
    }

    @Test("is not waited for by the job")
    func busy() async throws {
        try await LinkedHome.with(.sqlite) { home in
            let gate = Gate()
            home.bank.before { await gate.pass() }
            home.bank.tell(.page(.test("t1", 100)))
            async let first = home.counts()
            await gate.arrived()
            let report = try await job(home)
            #expect(report.done == 1 && report.failed == 0)
            #expect(home.bank.cursors == [])
            await gate.open()
            #expect(try await first == [1, 0, 0])
        }
    }

    // MARK: Failures

    @Test("tells its member of a sign-in that is wanted, each time anew but once")
    func told() async throws {
        try await LinkedHome.with(.sqlite) { home in
            _ = try await home.owner.purser.call(
                API.Banking.registerDeviceToken,
                .init(deviceToken: "device-of-the-owner")
            )
            let told = { try await home.integers("SELECT COUNT(*) FROM notifications") }
            for (fails, count) in [(true, 1), (true, 1), (false, 1), (true, 2)] {
                home.bank.tell(fails ? .fails(.loginRequired) : .page())
                #expect(try await job(home).done == (fails ? 0 : 1))
                #expect(try await told() == [Int64(count)])
                home.server.clock.advance(seconds: 86_400)
            }
        }
    }

    @Test("is tried again later each time, and after a day at the longest")
    func pauses() async throws {
        try await LinkedHome.with(.sqlite) { home in
            let call = home.server.call()
            var item = BankItemRecord(
                id: call.newID(),
                member: home.owner.id,
                provider: "sandbox",
                providerItem: "item",
                institutionID: nil,
                institution: "Bank",
                sealedToken: "sealed",
                createdAt: call.now
            )
            for (failures, seconds) in [
                (1, 300), (2, 600), (3, 1_200), (9, 76_800), (10, 86_400), (100, 86_400),
            ] as [(Int, Int64)] {
                item.failures = failures
                let pause = item.nextTry(call).milliseconds - call.now.milliseconds
                #expect((seconds * 1_000..<seconds * 1_250).contains(pause), "\(failures)")
            }
            let pause = item.nextRead(call).milliseconds - call.now.milliseconds
            #expect((12_600_001...14_400_000).contains(pause))
        }
    }

    @Test("of one bank that fails is told beside that of another one", arguments: Engine.all)
    func oneOfTwo(engine: Engine) async throws {
        try await LinkedHome.with(engine) { home in
            home.bank.stand(for: "Second Bank")
            home.bank.have(.test("acc2", mask: "2222"))
            try await home.link("b")
            home.bank.tell(.fails(.refused, code: "REFUSED"), .page())
            let answer = try await home.sync()
            #expect(answer.accountsSynced == 1)
            #expect(Set(answer.accounts.map(\.status)) == [.failed, .synced])
            #expect(answer.accounts.compactMap(\.error) == ["REFUSED"])
            home.bank.tell(.fails(.refused), .fails(.refused))
            #expect(await home.failureOfSync() == 502)
        }
    }

    // MARK: What is read

    @Test("brings nothing of an account that was unlinked beside one that was not")
    func unlinkedAccount() async throws {
        let bank = ScriptedBank([.test(), .test("acc2", mask: "2222")])
        try await LinkedHome.with(.sqlite, bank) { home in
            let accounts = try await home.accounts()
            #expect(accounts.count == 2)
            try await home.sync()
            let last = try #require(accounts.last)
            _ = try await home.owner.purser.call(API.Banking.deleteAccount, .init(id: last.id))
            bank.tell(.page(.test("t1", 100), .test("t2", 200, in: "acc2")))
            #expect(try await home.counts() == [1, 0, 0])
            #expect(try await home.integers("SELECT COUNT(*) FROM bank_records") == [1])
        }
    }

    @Test("opens an account no more once all of the past was told, whatever is said later")
    func completeOnce() async throws {
        try await LinkedHome.with(.sqlite) { home in
            try await home.sync()
            home.bank.tell(.page(isHistoryComplete: false))
            try await home.sync()
            home.bank.have(.test(currentMinor: 90_000))
            try await home.sync()
            #expect(try await home.ledgerBalances() == [100_000])
            #expect(try await home.differences() == [-10_000])
        }
    }

    @Test("holds what is owed of a loan below zero in the books")
    func loan() async throws {
        let bank = ScriptedBank([.test(kind: .loan, currentMinor: 184_723)])
        try await LinkedHome.with(.sqlite, bank) { home in
            try await home.sync()
            #expect(try await home.accounts().map(\.balanceCurrent.minor) == [184_723])
            #expect(try await home.ledgerBalances() == [-184_723])
        }
    }
}
