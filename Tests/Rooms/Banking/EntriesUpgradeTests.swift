import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Entries of an earlier database")
struct EntriesUpgradeTests {
    /// What the migration made, and all that it knows of having run.
    private static let removal = [
        Statement("DROP TABLE entry_periods"), Statement("DROP TABLE entry_days"),
        Statement("DROP TABLE entries"), Statement("DROP INDEX accounts_of_member"),
        Statement("DELETE FROM schema_migrations WHERE name >= 'm0016'"),
    ]
    private static let entries = Statement(
        """
        SELECT id, transfer_id, account_id, member_id, amount_minor, day, name, merchant, category,
            is_pending, removed_at_ms
        FROM entries ORDER BY id
        """
    )

    @Test("are those that the program would have written", arguments: Engine.all)
    func backfill(engine: Engine) async throws {
        try await BankingHome.with(engine, timeZone: "America/New_York") { home in
            try await Self.live(home)
            let before = try await contents(of: home)
            #expect(before.entries.count == 15)
            try await home.server.database.write { session in
                for statement in Self.removal { try session.run(statement) }
            }
            let run = try await Migrator(Migrations.all.filter { $0.name < "m0017" }).migrate(
                home.server.database,
                now: home.server.clock.now
            )
            #expect(run == ["m0016_entries"])
            let after = try await contents(of: home)
            #expect(after.entries == before.entries)
            #expect(after.days == before.days && after.periods == before.periods)
        }
    }

    /// Every kind of transfer in every phase, and every kind of account.
    private static func live(_ home: BankingHome) async throws {
        let (server, account) = (home.server, home.account)
        let card = try await server.openAccount(.card, of: home.owner)
        try await server.record(
            account.income(5, on: server.clock.now),
            in: account
        )
        var opening = account.income(100_000, on: server.clock.now)
        opening.kind = .opening
        try await server.record(opening, in: account)
        for kind in [Transfer.Kind.own, .withdrawal, .closing] {
            var transfer = account.purchase(10, nil, at: nil, on: server.clock.now)
            (transfer.creditAccount, transfer.kind) = (card.id, kind)
            try await server.record(transfer, in: account)
        }
        for (end, edit) in [
            (nil, nil), (.post, nil), (.post, "Birthday"), (.void, "x"),
        ] as [(Transfer.Phase?, String?)] {
            let id = try await home.spend(20, "Gas", on: "1969-12-31", phase: .pending)
            if let edit { try await home.edit(id, edit) }
            if let end { try await home.spend(20, nil, phase: end, pending: id, at: "Other") }
        }
        let undone = try await home.spend(30, nil)
        try await server.record(
            account.reversal(of: undone, 30, on: server.clock.now),
            in: account
        )
        let child = try await server.registerChild(of: home.owner)
        let childID = try #require(
            try await home.owner.purser.call(API.Allowance.familyChildren).children.first?.childID
        )
        for type in [API.Allowance.TransactionType.credit, .debit] {
            _ = try await home.owner.purser.call(
                API.Allowance.createWalletTransaction,
                .init(
                    childID: childID,
                    amount: DecimalAmount(minor: type == .credit ? 2_000 : 700),
                    type: type,
                    description: "\(type)"
                )
            )
        }
        _ = try await home.owner.purser.call(
            API.Allowance.setSplit,
            .init(childID: childID, spend: 50, save: 30, give: 20)
        )
        _ = try await child.purser.call(
            API.Allowance.moveBetweenJars,
            .init(childID: childID, from: .spend, to: .save, amount: DecimalAmount(minor: 100))
        )
    }

    private func contents(
        of home: BankingHome
    ) async throws -> (entries: [[Value]], days: [[Value]], periods: [[Value]]) {
        let all = try await home.server.contents().tables
        let entries = try await home.server.database.read { session in
            try session.rows(Self.entries) { row in (0..<11).map { row.value($0) } }
        }
        let shown = { (rows: [[Value]]?, column: Int) in
            (rows ?? []).filter { $0[column] != .integer(0) }
        }
        return (entries, shown(all["entry_days"], 4), shown(all["entry_periods"], 4))
    }
}
