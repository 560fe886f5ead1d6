import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Synchronization
import Testbed
import Testing

@Suite("How far the sync of an item goes")
struct SyncBoundsTests {
    /// Items that the job has read now, and those at which it failed.
    private func job(_ home: LinkedHome) async throws -> [Int] {
        let report = try await home.server.operations.banking.syncDueItems(home.server.call())
        return [report.done, report.failed]
    }

    /// Lets the job read the item so often, days apart, while the provider does not tell anything.
    private func fail(
        _ home: LinkedHome,
        _ times: Int,
        _ kind: BankProviderError.Kind = .unreachable
    ) async throws {
        for _ in 0..<times {
            home.bank.tell(.fails(kind))
            home.server.clock.advance(seconds: 2 * 86_400)
            #expect(try await job(home) == [0, 1])
        }
    }

    private func notifications(_ home: LinkedHome) async throws -> Int64? {
        try await home.integers("SELECT COUNT(*) FROM notifications").first
    }

    private func reach(_ home: LinkedHome) async throws {
        _ = try await home.owner.purser.call(
            API.Banking.registerDeviceToken,
            .init(deviceToken: "device-of-the-owner")
        )
    }

    @Test("it begins again so often and no more")
    func restarts() async throws {
        try await LinkedHome.with(.sqlite) { home in
            for _ in 0..<Limits.bankRestarts { home.bank.tell(.fails(.mutationDuringPagination)) }
            home.bank.tell(.page(.test("t1", 100)))
            let counts = try await home.counts()
            #expect(counts == [1, 0, 0])
            let asked = home.bank.cursors.count
            for _ in 0...Limits.bankRestarts { home.bank.tell(.fails(.mutationDuringPagination)) }
            #expect(await home.failureOfSync() == 502)
            #expect(home.bank.cursors.count == asked + Limits.bankRestarts + 1)
        }
    }

    @Test("it ends at a cursor that stands still")
    func standing() async throws {
        try await LinkedHome.with(.sqlite) { home in
            var page = ScriptedBank.Page(hasMore: true)
            page.nextCursor = "c1"
            home.bank.tell(.page(hasMore: true), .told(page))
            #expect(await home.failureOfSync() == 502)
            #expect(home.bank.cursors == [nil, "c1"])
        }
    }

    @Test("an item of another provider is not asked for at this one")
    func otherProvider() async throws {
        try await LinkedHome.with(.sqlite) { home in
            try await home.change("UPDATE bank_items SET provider = 'plaid'")
            #expect(await home.failureOfSync() == 502)
            #expect(home.bank.cursors == [])
        }
    }

    @Test("one item that fails does not make the others fail", arguments: Engine.all)
    func oneOfTwo(engine: Engine) async throws {
        try await LinkedHome.with(engine) { home in
            try await home.addItem(1)
            home.bank.tell(.page(.test("t1", 100)))
            let answer = try await home.sync()
            #expect(answer.accountsSynced == 1 && answer.transactionsAdded == 1)
        }
    }

    @Test("a lease holds from page to page, and the job leaves a leased item alone")
    func leased() async throws {
        try await LinkedHome.with(.sqlite) { home in
            let gate = Gate()
            let pages = Mutex(0)
            home.bank.before {
                let page = pages.withLock { pages in
                    pages += 1
                    return pages
                }
                if page == 2 { await gate.pass() }
            }
            home.bank.tell(.page(.test("t1", 100), hasMore: true), .page(.test("t2", 200)))
            async let counts = home.counts()
            await gate.arrived()
            home.server.clock.advance(seconds: 60)
            let status = try await home.owner.purser.call(API.Banking.syncStatus)
            #expect(status.syncing)
            #expect(try await job(home) == [1, 0])
            #expect(home.bank.cursors.count == 1)
            await gate.open()
            let told = try await counts
            #expect(told == [2, 0, 0])
        }
    }

    @Test("each failure in a row doubles the pause before the next attempt")
    func pauses() async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(.fails(.unreachable), .fails(.unreachable))
            for _ in 0..<2 { #expect(await home.failureOfSync() == 502) }
            // Ten minutes, and up to a quarter more.
            home.server.clock.advance(seconds: 599)
            let early = try await job(home)
            #expect(early == [0, 0])
            home.server.clock.advance(seconds: 152)
            #expect(try await job(home) == [1, 0])
        }
    }

    @Test("a provider that asks to be left alone is left alone as long")
    func leftAlone() async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(
                .failed(
                    BankProviderError(.rateLimited, code: "LIMIT", retryAfterSeconds: 3_600)
                )
            )
            #expect(await home.failureOfSync() == 502)
            home.server.clock.advance(seconds: 3_599)
            let early = try await job(home)
            #expect(early == [0, 0])
            home.server.clock.advance(seconds: 1)
            #expect(try await job(home) == [1, 0])
        }
    }

    @Test("five failures in a row are told once, and one success begins a new row")
    func told() async throws {
        try await LinkedHome.with(.sqlite) { home in
            try await reach(home)
            try await fail(home, Limits.bankFailuresTold - 1)
            home.server.clock.advance(seconds: 2 * 86_400)
            #expect(try await job(home) == [1, 0])
            try await fail(home, Limits.bankFailuresTold - 1)
            #expect(try await notifications(home) == 0)
            try await fail(home, 1)
            #expect(try await notifications(home) == 1)
            try await fail(home, 2)
            #expect(try await notifications(home) == 1)
        }
    }

    @Test("a sign-in that is wanted is told once, until there was one")
    func signIn() async throws {
        try await LinkedHome.with(.sqlite) { home in
            try await reach(home)
            try await fail(home, 3, .loginRequired)
            #expect(try await notifications(home) == 1)
            home.server.clock.advance(seconds: 2 * 86_400)
            #expect(try await job(home) == [1, 0])
            try await fail(home, 1, .loginRequired)
            #expect(try await notifications(home) == 2)
        }
    }

    @Test(
        "a balance that fell is told, but not that of a card, which is what is owed",
        arguments: [
            (.depository, 10_000, 1_000, 1), (.credit, -10_000, 1_000, 0),
        ] as [(ProviderAccount.Kind, Int64, Int64, Int64)]
    )
    func lowBalance(
        kind: ProviderAccount.Kind,
        before: Int64,
        after: Int64,
        count: Int64
    ) async throws {
        let bank = ScriptedBank([.test(kind: kind, currentMinor: before)])
        try await LinkedHome.with(.sqlite, bank) { home in
            try await reach(home)
            try await home.sync()
            bank.have(.test(kind: kind, currentMinor: after))
            try await home.sync()
            #expect(try await notifications(home) == count)
        }
    }

    @Test("balances are compared after the last page, and the past stays complete")
    func complete() async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(.page(.test("t1", 100), hasMore: true), .page(.test("t2", 200)))
            try await home.sync()
            #expect(try await home.ledgerBalances() == [100_000])
            let differing = """
                SELECT difference_minor FROM bank_accounts WHERE difference_minor IS NOT NULL
                """
            #expect(try await home.integers(differing) == [])
            home.bank.have(.test(currentMinor: 90_000))
            home.bank.tell(.page(isHistoryComplete: false), .page())
            for _ in 0..<2 {
                try await home.sync()
                #expect(try await home.ledgerBalances() == [100_000])
                #expect(try await home.integers(differing) == [-10_000])
            }
        }
    }
}
