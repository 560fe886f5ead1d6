import Contract
import Kernel
import Operations
import Providers
import PurserKit
import SQL
import Synchronization
import Testbed
import Testing

@Suite("The sync of an item")
struct SyncItemTests {
    @Test("goes on after the last page that was booked when it was cut off", arguments: Engine.all)
    func cutOff(engine: Engine) async throws {
        try await LinkedHome.with(engine) { home in
            home.bank.tell(
                .page(.test("t1", 100), hasMore: true),
                .fails(.unreachable, code: "NO_ANSWER")
            )
            #expect(await home.failureOfSync() == 502)
            let booked = try await home.rows()
            #expect(booked.map(\.amount.minor) == [100])
            home.bank.tell(.page(.test("t2", 200)))
            #expect(try await home.counts() == [1, 0, 0])
            #expect(home.bank.cursors == [nil, "c1", "c1"])
            #expect(try await home.rows().map(\.amount.minor) == [200, 100])
        }
    }

    @Test(
        "begins again from its first cursor when the provider's data changed",
        arguments: Engine.all
    )
    func mutation(engine: Engine) async throws {
        try await LinkedHome.with(engine) { home in
            home.bank.tell(
                .page(.test("t1", 100), .test("t2", 200), hasMore: true),
                .fails(.mutationDuringPagination),
                .page(.test("t1", 100), hasMore: true),
                .page(.test("t3", 300))
            )
            // The second one is not told any more: it is gone.
            let counts = try await home.counts()
            #expect(counts == [2, 0, 0])
            #expect(home.bank.cursors == [nil, "c1", nil, "c1"])
            #expect(Set(try await home.rows().map(\.amount.minor)) == [100, 300])
            home.bank.tell(.fails(.mutationDuringPagination), .page())
            #expect(try await home.counts() == [0, 0, 0])
        }
    }

    @Test("keeps what was there before when its change is taken back while pages are read")
    func takenBack() async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(.page(.test("t1", 100)))
            try await home.sync()
            home.bank.tell(
                .page(modified: [.test("t1", 150)], hasMore: true),
                .fails(.mutationDuringPagination),
                .page(.test("t2", 200))
            )
            try await home.sync()
            #expect(try await home.rows().count == 2)
        }
    }

    @Test(
        "runs once at a time: a second call waits, and tells what that one brought",
        arguments: Engine.all
    )
    func once(engine: Engine) async throws {
        let reads = Mutex(0)
        let interposing = { (base: any Database) -> any Database in
            let database = InterposedDatabase(base)
            database.before { kind in if kind == .read { reads.withLock { $0 += 1 } } }
            return database
        }
        try await LinkedHome.with(engine, interposing: interposing) { home in
            let gate = Gate()
            home.bank.before { await gate.pass() }
            home.bank.tell(.page(.test("t1", 100)))
            async let first = home.counts()
            await gate.arrived()
            let status = try await home.owner.purser.call(API.Banking.syncStatus)
            #expect(status.syncing && status.syncRecommended)
            let before = reads.withLock { $0 }
            async let second = home.counts()
            // It has read which items there are, and then that one of them is being read.
            await eventually("the second call waits") { reads.withLock { $0 } >= before + 2 }
            await gate.open()
            let both = try await [first, second]
            #expect(both == [[1, 0, 0], [1, 0, 0]])
            #expect(home.bank.cursors == [nil])
            #expect(try await home.rows().count == 1)
        }
    }

    @Test("does not take a page that another one has taken meanwhile")
    func superseded() async throws {
        try await LinkedHome.with(.sqlite) { home in
            let gate = Gate()
            home.bank.before { await gate.pass() }
            home.bank.tell(.page(.test("t1", 100)))
            async let failure = home.failureOfSync()
            await gate.arrived()
            // A renewed item is another one at the provider.
            try await home.link("b")
            await gate.open()
            #expect(await failure == 502)
            #expect(try await home.rows() == [])
        }
    }

    @Test(
        "does not take the page of a reader that came back when another one had read it",
        arguments: Engine.all
    )
    func stale(engine: Engine) async throws {
        try await LinkedHome.with(engine) { home in
            let gate = Gate()
            home.bank.before { await gate.pass() }
            async let failure = home.failureOfSync()
            await gate.arrived()
            home.bank.before(nil)
            home.server.clock.advance(milliseconds: Limits.bankLeaseMilliseconds * 2)
            home.bank.tell(.page(.test("t1", 100)), .page(.test("t1", 900), .test("t2", 200)))
            #expect(try await home.counts() == [1, 0, 0])
            let before = try await home.server.contents()
            await gate.open()
            #expect(await failure == 502)
            // Both asked after the same cursor, and the later page is nowhere.
            #expect(home.bank.cursors == [nil, nil])
            #expect(try await home.server.contents() == before)
            #expect(try await home.rows().map(\.amount.minor) == [100])
            home.bank.tell(.page(.test("t2", 200)))
            #expect(try await home.counts() == [1, 0, 0])
            #expect(home.bank.cursors == [nil, nil, "c1"])
        }
    }

    @Test(
        "opens the account with what was there before, and tells a difference later",
        arguments: Engine.all
    )
    func balances(engine: Engine) async throws {
        try await LinkedHome.with(engine) { home in
            home.bank.tell(.page(.test("t1", 2_500), isHistoryComplete: false))
            try await home.sync()
            #expect(try await home.ledgerBalances() == [100_000])
            home.bank.tell(.page(.test("t0", 500, on: "2025-07-01")))
            try await home.sync()
            #expect(try await home.ledgerBalances() == [100_000])
            home.bank.have(.test(currentMinor: 90_000))
            home.bank.tell(.page(.test("t2", 7_000)))
            try await home.sync()
            #expect(try await home.ledgerBalances() == [93_000])
            #expect(try await home.differences() == [-3_000])
            #expect(try await home.accounts().map(\.balanceCurrent.minor) == [90_000])
        }
    }

    @Test("of a card holds what is owed below zero in the books, and shows it above")
    func owed() async throws {
        let bank = ScriptedBank([.test(kind: .credit, currentMinor: 184_723)])
        try await LinkedHome.with(.sqlite, bank) { home in
            #expect(try await home.accounts().map(\.balanceCurrent.minor) == [184_723])
            try await home.sync()
            #expect(try await home.accounts().map(\.balanceCurrent.minor) == [184_723])
            #expect(try await home.accounts().map(\.accountType) == [.credit])
            #expect(try await home.ledgerBalances() == [-184_723])
        }
    }

    @Test("tells of an account whose bank wants its member, and is tried again later")
    func login() async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(.fails(.loginRequired, code: "ITEM_LOGIN_REQUIRED"))
            let answer = try await home.sync()
            #expect(answer.accounts.map(\.status) == [.loginRequired])
            #expect(answer.accounts.map(\.error) == ["ITEM_LOGIN_REQUIRED"])
            #expect(answer.accountsSynced == 0)
            let asked = home.bank.cursors.count
            let job = { try await home.server.operations.banking.syncDueItems(home.server.call()) }
            #expect(try await job().done == 0)
            #expect(home.bank.cursors.count == asked)
            home.server.clock.advance(seconds: 500)
            #expect(try await job().done == 1)
            #expect(try await home.sync().accounts.map(\.status) == [.synced])
        }
    }
}
