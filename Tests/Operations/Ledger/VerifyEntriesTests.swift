import Kernel
import Ledger
import Operations
import SQL
import Testbed
import Testing

@Suite("Verifying the entries of lists")
struct VerifyEntriesTests {
    private static let differs = "it is not what its transfer says"

    /// Changes behind the program's back, in the household of ``TamperedBooks``: purchases of 700
    /// and 450 that stand, one of 300 that was taken back, one of 5 that is pending.
    static let tamperings: [Tampering] =
        [
            "amount_minor = -amount_minor", "amount_minor = amount_minor + 1", "day = day + 1",
            "is_pending = 1", "category = 'groceries'",
        ].map { change in
            Tampering(
                "UPDATE entries SET \(change) WHERE amount_minor IN (700, 450)",
                names: "entries of transfer",
                differs
            )
        }
        + [
            Tampering(
                "DELETE FROM entries WHERE amount_minor = 700",
                names: "entries of transfer",
                "one is missing"
            ),
            Tampering(
                "UPDATE entries SET removed_at_ms = NULL WHERE amount_minor = 300",
                names: "entries of transfer",
                "it was taken back, and is shown"
            ),
            Tampering(
                "UPDATE entries SET removed_at_ms = 1 WHERE amount_minor = 450",
                names: "entries of account",
                "they are not its transfers"
            ),
            Tampering(
                "DELETE FROM entries WHERE amount_minor = 5",
                names: "entries of account",
                "they are not its transfers"
            ),
            Tampering(
                "UPDATE entries SET amount_minor = 6 WHERE amount_minor = 5",
                names: "entries of account",
                "they are not its transfers"
            ),
        ]
        + [
            "entry_days SET entry_count = entry_count + 1",
            "entry_days SET expense_count = expense_count + 1",
            "entry_days SET expense_minor = expense_minor - 1", "entry_days SET day = day - 1",
            "entry_periods SET entry_count = entry_count + 1",
            "entry_periods SET period = period - 1",
        ].map { change in
            Tampering(
                "UPDATE \(change)",
                names: "entry_days",
                "it is not the sum of its entries"
            )
        }
        + ["entry_days", "entry_periods"].map { table in
            Tampering(
                "DELETE FROM \(table)",
                names: "entry_days",
                "it is not the sum of its entries"
            )
        }

    @Test("an opening balance that is taken back was in no list", arguments: Engine.all)
    func opening(engine: Engine) async throws {
        try await withServer(engine) { server in
            let account = try await server.openAccount(of: server.registerParent())
            var opening = account.income(900, on: server.clock.now)
            opening.kind = .opening
            let id = try await server.record(opening, in: account)[0]
            let reversal = NewTransfer(
                debitAccount: account.id,
                creditAccount: account.world,
                amount: opening.amount,
                kind: .opening,
                reverses: id,
                member: account.owner.id,
                occurredAt: server.clock.now
            )
            try await server.record(reversal, in: account)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("names what does not fit", arguments: Engine.all, tamperings)
    func tampered(engine: Engine, tampering: Tampering) async throws {
        try await withServer(engine) { server in
            let parent = try await TamperedBooks.fill(server)
            let account = try await server.openAccount(of: parent)
            let pending = account.purchase(5, on: server.clock.now, phase: .pending)
            try await server.record(pending, in: account)
            #expect(try await server.operations.ledger.verifyBooks().firstFault == nil)
            let changed = try await server.database.write { session in
                try session.run(Statement(tampering.sql))
            }
            try #require(changed > 0)
            let fault = try await server.operations.ledger.verifyBooks().firstFault
            #expect(fault?.household == parent.household)
            #expect(fault?.row.hasPrefix(tampering.row) == true, "\(fault?.row ?? "nothing")")
            #expect(fault?.reason == tampering.reason)
        }
    }
}
