import Contract
import Foundation
import Kernel
import Providers
import SQL
import Simulation
import Testbed
import Testing

@testable import Operations

/// What a living bank tells, through faults and kills, against what a member should see.
@Suite("The simulated bank")
struct SyncSimulationTests {
    private static let rows = Statement(
        """
        SELECT r.provider_record, e.amount_minor, e.day, e.is_pending, e.number, e.category
        FROM bank_records r JOIN entries e ON e.transfer_id = r.transfer_id
        WHERE e.removed_at_ms IS NULL AND r.is_shown = 1
        """
    )
    private static let shown = Statement(
        "SELECT COUNT(*) FROM entries WHERE removed_at_ms IS NULL"
    )

    private struct Row: Sendable, Equatable {
        let minor: Int64
        let day: CivilDay
        let isPending: Bool
        let number: Int64
        let category: String
    }

    @Test("is seen as it is: nothing double, nothing lost, balances proved", arguments: Engine.all)
    func simulated(engine: Engine) async throws {
        let environment = ProcessInfo.processInfo.environment
        let asked = environment["PURSER_SYNC_EVENTS"].flatMap { Int($0) }
        let seed = environment["PURSER_SYNC_SEED"].flatMap { UInt64($0) } ?? 20_250_820
        let events = asked ?? (engine == .sqlite ? 4_000 : 800)
        let today = try #require(CivilDay("2025-08-20"))
        let bank = LivingBank(seed: seed)
        var failing: FailingDatabase?
        let interposing = { (base: any Database) -> any Database in
            let database = FailingDatabase(base)
            failing = database
            return database
        }
        try await withServer(
            engine,
            clock: TestClock("2025-08-20T12:00:00Z"),
            banks: { BankConnections(bank, keys: $0) },
            interposing: interposing
        ) { server in
            var run = try await Run(server, bank, try #require(failing), seed: seed &+ 1)
            try await run.live(events, on: today, lookingEvery: max(1_500, events / 20))
            #expect(try await server.faultInBooks() == nil)
            print("\(engine): seed \(seed), \(bank.report), \(run.report)")
        }
    }

    /// A run, and what it knows of before.
    private struct Run {
        struct Report: Equatable {
            var syncs = 0
            var failures = 0
            var kills = 0
            var looks = 0
            var edits = 0
        }

        var report = Report()
        private let server: InProcessServer
        private let owner: TestMember
        private let bank: LivingBank
        private let database: FailingDatabase
        private let item: ID<Entity.BankItem>
        private var random: SplitMix
        private var numbers: [Int: Int64] = [:]
        private var edits: [Int: String] = [:]

        init(
            _ server: InProcessServer,
            _ bank: LivingBank,
            _ database: FailingDatabase,
            seed: UInt64
        ) async throws {
            (self.server, self.bank, self.database) = (server, bank, database)
            random = SplitMix(seed: seed)
            owner = try await server.registerParent()
            _ = try await server.operations.banking.exchangePublicToken(
                .init(publicToken: "public-sandbox-living"),
                server.call(as: owner)
            )
            let found = try await server.database.read { session in
                try session.first(Statement("SELECT id FROM bank_items LIMIT 1"), []) {
                    try $0.id(0) as ID<Entity.BankItem>
                }
            }
            item = try #require(found)
        }

        mutating func live(
            _ events: Int,
            on day: CivilDay,
            lookingEvery step: Int
        ) async throws {
            var looked = 0
            while bank.report.events < events {
                bank.live(random.next(1...200), on: day)
                try await sync()
                guard bank.report.events - looked >= step else { continue }
                looked = bank.report.events
                try await look()
            }
            try await look()
        }

        /// Syncs, with a kill of the process by chance; a dead one's lease ends.
        private mutating func sync() async throws {
            report.syncs += 1
            let dies = random.next(0...4) == 0
            if dies {
                database.fail(at: random.next(1...60), with: .io, once: random.next(0...1) == 0)
            }
            do {
                let banking = server.operations.banking
                let outcome = try await banking.sync(item, .changes, server.call())
                if case .synced = outcome {} else { report.failures += 1 }
            } catch let error as DatabaseError where error.code == .io {
                report.kills += 1
            }
            database.fail(at: nil)
            server.clock.advance(seconds: Limits.bankLeaseMilliseconds / 1_000 + 1)
        }

        /// Holds what is shown against what should be, once the bank has told everything.
        private mutating func look() async throws {
            bank.fail(false)
            defer { bank.fail(true) }
            let outcome = try await server.operations.banking.sync(item, .changes, server.call())
            guard case .synced = outcome else {
                Issue.record("a bank without faults was not read: \(outcome)")
                return
            }
            report.looks += 1
            let (rows, count) = try await server.database.read { session in
                let rows = try session.rows(SyncSimulationTests.rows, []) { row in
                    (
                        row.text(0),
                        Row(
                            minor: row.integer(1),
                            day: row.day(2),
                            isPending: row.flag(3),
                            number: row.integer(4),
                            category: row.text(5)
                        )
                    )
                }
                return (rows, try session.first(SyncSimulationTests.shown, []) { $0.integer(0) })
            }
            let byID = Dictionary(rows) { first, _ in first }
            #expect(byID.count == rows.count, "one record has two rows")
            var visible = 0
            for (place, purchase) in bank.purchases.enumerated() {
                let told = purchase.told
                guard !purchase.isGone, told.amountMinor != 0 else {
                    if byID[purchase.id] != nil { Issue.record("\(purchase.id) is shown") }
                    continue
                }
                visible += 1
                guard let row = byID[purchase.id] else {
                    Issue.record("\(purchase.id) is missing: \(told)")
                    continue
                }
                let expected = Row(
                    minor: told.amountMinor,
                    day: told.day,
                    isPending: told.isPending,
                    number: numbers[place] ?? row.number,
                    category: edits[place] ?? LivingBank.category
                )
                if row != expected { Issue.record("\(purchase.id): \(row), not \(expected)") }
                numbers[place] = row.number
            }
            #expect(Int64(visible) == count && visible == rows.count)
            let difference = try await server.database.read { session in
                try session.first(Statement("SELECT difference_minor FROM bank_accounts"), []) {
                    $0.optionalInteger(0)
                }
            }
            #expect(difference == .some(nil), "the balance is not proved")
            try await edit(byID.mapValues(\.number))
        }

        /// Gives some rows categories of the member's own.
        private mutating func edit(_ shown: [String: Int64]) async throws {
            let purchases = bank.purchases
            // Hours have passed, and a token is good for one.
            let owner = try await server.login(owner.email)
            for _ in 0..<min(20, purchases.count) {
                let place = random.next(0...(purchases.count - 1))
                guard let number = shown[purchases[place].id] else { continue }
                let transfer = try await server.database.read { session in
                    try session.first(
                        Statement("SELECT transfer_id FROM entries WHERE number = $1"),
                        [.integer(number)]
                    ) { try $0.id(0) as ID<Entity.Transfer> }
                }
                let word = "Edit \(report.edits)"
                try await server.operations.ledger.annotateTransfer(
                    try #require(transfer),
                    category: word,
                    notes: nil,
                    server.call(as: owner)
                )
                edits[place] = word
                report.edits += 1
            }
        }
    }
}
