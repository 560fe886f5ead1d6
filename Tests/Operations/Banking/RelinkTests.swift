import Contract
import Kernel
import Operations
import Providers
import PurserKit
import SQL
import Synchronization
import Testbed
import Testing

@Suite("A bank that is linked anew")
struct RelinkTests {
    /// Signs in anew at the bank, which calls its account by another id from then on.
    private func relink(_ home: LinkedHome, as account: String) async throws {
        home.server.clock.advance(seconds: 60)
        home.bank.have(.test(account))
        try await home.link(account)
    }

    @Test("has its rows, their ids and edits, though it has new ids of all", arguments: Engine.all)
    func newIDs(engine: Engine) async throws {
        try await LinkedHome.with(engine) { home in
            home.bank.tell(
                .page(
                    .test("a1", 450, at: "Blue Bottle"),
                    .test("a2", 450, at: "Blue Bottle"),
                    .test("a3", 2_000),
                    .test("a4", 4_000, on: "2025-08-19", pending: true)
                )
            )
            try await home.sync()
            let account = try await home.accounts().map(\.id)
            for row in try await home.rows() { try await home.edit(row, "Word \(row.id)", "note") }
            let before = try await home.rows()
            try await relink(home, as: "new")
            #expect(try await home.accounts().map(\.id) == account)
            home.bank.tell(
                .page(
                    .test("b3", 2_000, in: "new"),
                    .test("b2", 450, at: "Blue Bottle", in: "new"),
                    .test("b4", 4_000, on: "2025-08-19", pending: true, in: "new"),
                    .test("b1", 450, at: "Blue Bottle", in: "new")
                )
            )
            #expect(try await home.counts() == [0, 0, 0])
            #expect(try await home.rows() == before)
            #expect(home.bank.cursors == [nil, nil])
            // From here on the new ids are theirs, and the former ones are nobody's.
            home.bank.tell(
                .page(.test("b9", 4_800, was: "b4", in: "new"), removed: ["b4", "a1", "a3"])
            )
            #expect(try await home.counts() == [0, 1, 0])
            home.bank.tell(.page(removed: ["b3"]))
            #expect(try await home.counts() == [0, 0, 1])
            let rest = try await home.rows()
            #expect(rest.map(\.amount.minor).sorted() == [450, 450, 4_800])
            let tipped = try #require(rest.first { $0.amount.minor == 4_800 })
            #expect(tipped.id == before.first?.id && tipped.category == ["Word \(tipped.id)"])
        }
    }

    @Test("has as many equal rows as it tells, and what it told since is never taken again")
    func equalRows() async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(.page(.test("a1", 450), .test("a2", 450)))
            try await home.sync()
            let before = try await home.rows().map(\.id)
            try await relink(home, as: "new")
            let told = ["b1", "b2", "b3"].map { ProviderTransaction.test($0, 450, in: "new") }
            home.bank.tell(
                .told(ScriptedBank.Page(Array(told.prefix(1)), hasMore: true)),
                .told(ScriptedBank.Page(Array(told.dropFirst())))
            )
            #expect(try await home.counts() == [1, 0, 0])
            let rows = try await home.rows().map(\.id)
            #expect(rows.count == 3 && Set(rows).isSuperset(of: before))
            home.bank.tell(.page(.test("b4", 450, in: "new")))
            #expect(try await home.counts() == [1, 0, 0])
            #expect(try await home.rows().count == 4)
        }
    }

    // MARK: While what was unlinked is cleared

    /// Rows that are withdrawn in two pieces.
    private static let count = Int64(Limits.bankPieceRows + 100)

    /// Unlinks an account with so many rows, and stops after the first piece of them.
    private func withHalfCleared(
        _ engine: Engine,
        _ work: (LinkedHome, [ProviderTransaction]) async throws -> Void
    ) async throws {
        let made = Mutex<InterposedDatabase?>(nil)
        let interposing = { (base: any Database) -> any Database in
            let database = InterposedDatabase(base)
            made.withLock { $0 = database }
            return database
        }
        try await LinkedHome.with(engine, interposing: interposing) { home in
            let told = (1...Self.count).map { number in
                ProviderTransaction.test("t\(number)", number, on: "2025-08-\(10 + number % 9)")
            }
            home.bank.tell(.told(ScriptedBank.Page(told)))
            #expect(try await home.counts() == [Self.count, 0, 0])
            let account = try #require(try await home.accounts().first)
            let database = try #require(made.withLock { $0 })
            let writes = Mutex(0)
            database.before { kind in
                guard kind == .write else { return }
                let count = writes.withLock { count in
                    count += 1
                    return count
                }
                // One unlinks it, one withdraws a piece.
                if count > 2 { throw DatabaseError(.io, "put in by a test") }
            }
            await #expect(throws: PurserError.self) {
                try await home.owner.purser.call(API.Banking.deleteAccount, .init(id: account.id))
            }
            database.before(nil)
            #expect(try await home.accounts() == [])
            #expect(try await total(home) == 100)
            #expect(try await clearing(home) == [1] && home.bank.removals == 0)
            #expect(try await home.server.faultInBooks() == nil)
            try await work(home, told)
        }
    }

    private func total(_ home: LinkedHome) async throws -> Int64 {
        try await home.owner.purser.call(API.Banking.listTransactions, .init()).total
    }

    private func clearing(_ home: LinkedHome) async throws -> [Int64] {
        try await home.integers("SELECT is_clearing FROM bank_accounts")
    }

    @Test("was cleared by the job where unlinking it was stopped half way", arguments: Engine.all)
    func continued(engine: Engine) async throws {
        try await withHalfCleared(engine) { home, told in
            let job = { try await home.server.operations.banking.syncDueItems(home.server.call()) }
            let report = try await job()
            // The account, and the item that it was the last one of.
            #expect(report.done == 2 && report.failed == 0 && report.failures == [])
            #expect(try await total(home) == 0)
            #expect(try await clearing(home) == [0] && home.bank.removals == 1)
            #expect(try await job().done == 0)
            home.server.clock.advance(seconds: 60)
            try await home.link("b")
            home.bank.tell(.told(ScriptedBank.Page(told)))
            #expect(try await home.counts() == [0, Self.count, 0])
            #expect(try await total(home) == Self.count)
        }
    }

    @Test("is not cleared any more when it was linked before that went on", arguments: Engine.all)
    func linkedMeanwhile(engine: Engine) async throws {
        try await withHalfCleared(engine) { home, told in
            home.server.clock.advance(seconds: 60)
            try await home.link("b")
            home.bank.tell(.told(ScriptedBank.Page(told)))
            // What was left and what was withdrawn are rows again.
            #expect(try await home.counts() == [0, Int64(Limits.bankPieceRows), 0])
            let report = try await home.server.operations.banking.syncDueItems(home.server.call())
            #expect(report.failures == [])
            #expect(try await clearing(home) == [0])
            #expect(try await total(home) == Self.count)
        }
    }
}
