import Kernel
import Ledger
import Operations
import SQL
import Store
import Testbed
import Testing

@Suite("Recording transfers")
struct RecordTransferTests {
    /// Runs `work` with a parent who has a bank account.
    private func withAccount(
        _ engine: Engine,
        _ kind: AccountKind = .bank,
        _ work: (InProcessServer, TestAccount) async throws -> Void
    ) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            try await work(server, try await server.openAccount(kind, of: parent))
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// Posted debit, posted credit, pending debit and pending credit of an account.
    private func totals(
        _ id: ID<Entity.Account>,
        _ account: TestAccount,
        _ server: InProcessServer
    ) async throws -> [Int64] {
        let household = account.owner.household
        let totals = try await server.database.read { session in
            try Accounts.find(id, of: household, in: session)?.totals
        }
        return [
            totals?.postedDebitMinor, totals?.postedCreditMinor, totals?.pendingDebitMinor,
            totals?.pendingCreditMinor,
        ].map { $0 ?? -1 }
    }

    @Test("moves money between both accounts, so that they sum to zero", arguments: Engine.all)
    func both(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            let now = server.clock.now
            try await server.record(
                account.income(10_000, on: now),
                account.purchase(1_234, on: now),
                in: account
            )
            #expect(try await totals(account.id, account, server) == [1_234, 10_000, 0, 0])
            #expect(try await totals(account.world, account, server) == [10_000, 1_234, 0, 0])
        }
    }

    @Test("reserves what is pending, then posts it with its final amount", arguments: Engine.all)
    func twoPhases(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            let now = server.clock.now
            let pending = try await server.record(
                account.purchase(700, on: now, phase: .pending),
                in: account
            )[0]
            #expect(try await totals(account.id, account, server) == [0, 0, 700, 0])
            try await server.record(
                account.purchase(650, on: now, phase: .post, pending: pending),
                in: account
            )
            #expect(try await totals(account.id, account, server) == [650, 0, 0, 0])
            #expect(try await totals(account.world, account, server) == [0, 650, 0, 0])
        }
    }

    @Test("gives up what is voided", arguments: Engine.all)
    func void(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            let now = server.clock.now
            let pending = try await server.record(
                account.purchase(700, on: now, phase: .pending),
                in: account
            )[0]
            try await server.record(
                account.purchase(700, on: now, phase: .void, pending: pending),
                in: account
            )
            #expect(try await totals(account.id, account, server) == [0, 0, 0, 0])
        }
    }

    @Test("knows a provider's record that it has, whatever comes with it", arguments: Engine.all)
    func records(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            let now = server.clock.now
            let ids = try await server.record(
                account.purchase(700, on: now, record: "r-1"),
                account.purchase(700, on: now, record: "r-2"),
                account.purchase(700, on: now, record: "r-1"),
                in: account
            )
            #expect(ids[0] == ids[2] && ids[0] != ids[1])
            let before = try await server.contents()
            let again = try await server.record(
                account.purchase(999, "groceries", on: now, record: "r-1"),
                in: account
            )
            #expect(again == [ids[0]])
            #expect(try await server.contents() == before)
        }
    }

    @Test("one record that comes from many sides at once is one transfer", arguments: Engine.all)
    func racingRecords(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            let purchase = account.purchase(700, on: server.clock.now, record: "r-1")
            let ids = try await withThrowingTaskGroup(of: [ID<Entity.Transfer>].self) { group in
                for _ in 0..<8 {
                    group.addTask { try await server.record(purchase, in: account) }
                }
                return try await group.reduce(into: Set()) { $0.formUnion($1) }
            }
            #expect(ids.count == 1)
            #expect(try await totals(account.id, account, server) == [700, 0, 0, 0])
        }
    }

    @Test("takes a purchase back once, by the same money the other way", arguments: Engine.all)
    func reversal(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            let now = server.clock.now
            let purchase = try await server.spend(700, from: account)
            let reversal = try await server.record(
                account.reversal(of: purchase, 700, on: now),
                in: account
            )[0]
            #expect(try await totals(account.id, account, server) == [700, 700, 0, 0])
            for wrong in [
                account.reversal(of: purchase, 700, on: now),
                account.reversal(of: reversal, 700, on: now),
            ] {
                try await expectRefusal(.reversalMismatch, of: wrong, in: account, server)
            }
        }
    }

    @Test(
        "refuses what breaks a rule, and then writes nothing of the whole lot",
        arguments: Engine.all
    )
    func refusals(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            let now = server.clock.now
            let posted = try await server.spend(700, from: account)
            let pending = try await server.record(
                account.purchase(500, on: now, phase: .pending),
                in: account
            )[0]
            let stranger = try await server.registerParent("stranger@example.com")
            let foreign = try await server.openAccount(of: stranger)
            var elsewhere = account.purchase(1, on: now)
            elsewhere.creditAccount = foreign.id
            var backwards = account.reversal(of: posted, 700, on: now)
            swap(&backwards.debitAccount, &backwards.creditAccount)
            let euro = try #require(Currency(code: "EUR"))
            let cases: [(NewTransfer, PostingRefusal)] = [
                (account.purchase(0, on: now), .amountOutOfRange),
                (account.purchase(Limits.amountMinor + 1, on: now), .amountOutOfRange),
                (account.purchase(1, on: now, currency: euro), .currencyMismatch),
                (elsewhere, .foreignAccount),
                (account.purchase(1, on: now, phase: .post, pending: posted), .pendingMismatch),
                (account.purchase(499, on: now, phase: .void, pending: pending), .pendingMismatch),
                (account.purchase(1, on: now, phase: .post), .pendingMismatch),
                (account.reversal(of: posted, 699, on: now), .reversalMismatch),
                (account.reversal(of: pending, 500, on: now), .reversalMismatch),
                (backwards, .reversalMismatch),
            ]
            for (transfer, refusal) in cases {
                try await expectRefusal(refusal, of: transfer, in: account, server)
            }
        }
    }

    @Test("settles a pending transfer once", arguments: Engine.all)
    func settledOnce(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            let now = server.clock.now
            let pending = try await server.record(
                account.purchase(500, on: now, phase: .pending),
                in: account
            )[0]
            let post = account.purchase(500, on: now, phase: .post, pending: pending)
            try await server.record(post, in: account)
            try await expectRefusal(.pendingMismatch, of: post, in: account, server)
            let void = account.purchase(500, on: now, phase: .void, pending: pending)
            try await expectRefusal(.pendingMismatch, of: void, in: account, server)
        }
    }

    @Test(
        "never takes a wallet below zero, not even from many sides at once",
        arguments: Engine.all
    )
    func wallet(engine: Engine) async throws {
        try await withAccount(engine, .wallet) { server, account in
            let now = server.clock.now
            try await server.record(account.income(1_000, on: now), in: account)
            let spending = account.purchase(300, on: now)
            let refusals = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        do {
                            try await server.record(spending, in: account)
                            return false
                        } catch {
                            #expect(error as? PostingRefusal == .insufficientFunds)
                            return true
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(refusals == 3)
            #expect(try await totals(account.id, account, server) == [900, 1_000, 0, 0])
        }
    }

    @Test("keeps the household's day of what happened", arguments: Engine.all)
    func days(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent(timeZone: "America/New_York")
            let account = try await server.openAccount(of: parent)
            let instant = Timestamp(test: "2025-02-01T03:00:00Z")
            let id = try await server.record(
                account.purchase(1, on: instant),
                in: account
            )[0]
            let transfer = try await server.database.read { session in
                try Transfers.find(id, of: parent.household, in: session)
            }
            #expect(transfer?.day.text == "2025-01-31")
            #expect(transfer?.day.month.text == "2025-01")
            #expect(transfer?.occurredAt == instant)
            #expect(transfer?.recordedAt == server.clock.now)
        }
    }

    private func expectRefusal(
        _ refusal: PostingRefusal,
        of transfer: NewTransfer,
        in account: TestAccount,
        _ server: InProcessServer
    ) async throws {
        let before = try await server.contents()
        // A good one beside it must not remain either.
        let good = account.purchase(1, on: server.clock.now)
        await #expect(throws: refusal) {
            try await server.record(good, transfer, in: account)
        }
        #expect(try await server.contents() == before)
    }
}
