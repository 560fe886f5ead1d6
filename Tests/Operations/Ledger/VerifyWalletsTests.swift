import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Testbed
import Testing

@Suite("Verifying wallets")
struct VerifyWalletsTests {
    /// Changes behind the program's back, in the household of ``TamperedWallet``.
    static let tamperings: [Tampering] =
        [
            (
                "balance_after_minor = balance_after_minor + 1",
                "its balance is not that of the transfers"
            ),
            ("position = 9", "it is out of its place"),
            ("created_at_ms = created_at_ms + 1", "it was not posted when its transfer was"),
            (
                "transfer_id = (SELECT id FROM transfers WHERE amount_minor = 7)",
                "it is missing"
            ),
        ].map { change, reason in
            Tampering(
                "UPDATE wallet_movements SET \(change) WHERE position = 2",
                names: "wallet_movements 2",
                reason
            )
        }
        + [
            Tampering(
                "DELETE FROM wallet_movements WHERE position = 2",
                names: "wallet_movements 2",
                "it is missing"
            ),
            Tampering(
                "DELETE FROM wallet_movements WHERE position = 4",
                names: "wallet_movements 4",
                "it is missing"
            ),
            Tampering(
                """
                INSERT INTO wallet_movements
                    (child_id, position, transfer_id, balance_after_minor, created_at_ms)
                SELECT w.child_id, 5, t.id, 0, 0 FROM wallet_movements w, transfers t
                WHERE w.position = 1 AND t.amount_minor = 7
                """,
                names: "wallet_movements",
                "a movement has no transfer"
            ),
            Tampering(
                "UPDATE wallet_days SET movement_count = movement_count + 1 WHERE day = 20103",
                names: "wallet_days",
                "it is not the count of its movements"
            ),
            Tampering(
                "UPDATE wallet_days SET day = 3 WHERE day = 20103",
                names: "wallet_days",
                "it is not the count of its movements"
            ),
            Tampering("DELETE FROM wallet_days", names: "wallet_days", "it is missing"),
            Tampering(
                "UPDATE wallet_months SET credit_minor = credit_minor + 1",
                names: "wallet_months",
                "it is not the sum of its movements"
            ),
            Tampering(
                "UPDATE wallet_months SET debit_minor = debit_minor + 1",
                names: "wallet_months",
                "it is not the sum of its movements"
            ),
            Tampering(
                "UPDATE wallet_months SET month = 3",
                names: "wallet_months",
                "it is not the sum of its movements"
            ),
            Tampering("DELETE FROM wallet_months", names: "wallet_months", "it is missing"),
        ]

    @Test("finds nothing wrong in what the program wrote", arguments: Engine.all)
    func sound(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await TamperedWallet.fill(server)
            #expect(try await server.operations.ledger.verifyBooks().firstFault == nil)
            let child = try await parent.purser.call(API.Allowance.familyChildren).children[0]
            let request = API.Allowance.ChildRequest(childID: child.childID)
            _ = try await parent.purser.call(API.Allowance.removeChild, request)
            #expect(try await server.operations.ledger.verifyBooks().firstFault == nil)
        }
    }

    @Test(
        "names the movement, the count or the sum that does not fit",
        arguments: Engine.all,
        tamperings
    )
    func tampered(engine: Engine, tampering: Tampering) async throws {
        try await withServer(engine) { server in
            let parent = try await TamperedWallet.fill(server)
            let named = try await row(tampering.row, server)
            let changed = try await server.database.write { session in
                try session.run(Statement(tampering.sql))
            }
            try #require(changed > 0)
            let fault = try await server.operations.ledger.verifyBooks().firstFault
            #expect(fault?.household == parent.household)
            #expect(fault?.row.hasPrefix(named) == true, "\(fault?.row ?? "nothing") is named")
            #expect(fault?.reason == tampering.reason)
        }
    }

    @Test("names what does not fit in the wallet of a removed child", arguments: Engine.all)
    func removed(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await TamperedWallet.fill(server)
            let child = try await parent.purser.call(API.Allowance.familyChildren).children[0]
            let request = API.Allowance.ChildRequest(childID: child.childID)
            _ = try await parent.purser.call(API.Allowance.removeChild, request)
            let changed = try await server.database.write { session in
                try session.run(Statement("DELETE FROM wallet_movements WHERE position = 5"))
            }
            #expect(changed == 1)
            let fault = try await server.operations.ledger.verifyBooks().firstFault
            #expect(fault?.row.hasPrefix("wallet_movements ") == true)
            #expect(fault?.reason == "it is missing")
        }
    }

    /// `wallet_movements 2` is the second movement; the id of its transfer is what is named.
    private func row(_ text: String, _ server: InProcessServer) async throws -> String {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let position = Int64(parts[1]) else { return text }
        let id = try await server.database.read { session in
            try session.first(
                Statement("SELECT transfer_id FROM wallet_movements WHERE position = $1"),
                [.integer(position)]
            ) { $0.text(0) }
        }
        return "\(parts[0]) \(try #require(id))"
    }
}

/// A household with four movements of a child's wallet, on two days of one month, and a transfer of
/// seven cents that has nothing to do with it.
struct TamperedWallet {
    /// Fills a server with the household.
    static func fill(_ server: InProcessServer) async throws -> TestMember {
        let parent = try await server.registerParent()
        _ = try await server.registerChild(of: parent)
        let child = try await parent.purser.call(API.Allowance.familyChildren).children[0].childID
        let bank = try await server.openAccount(of: parent)
        try await server.spend(7, from: bank)
        for (minor, type) in [(1_000, "Credit"), (250, "Debit"), (75, "Credit"), (10, "Debit")] {
            if type == "Credit", minor == 75 { server.clock.advance(seconds: 43_200) }
            _ = try await parent.purser.call(
                API.Allowance.createWalletTransaction,
                API.Allowance.CreateTransactionRequest(
                    childID: child,
                    amount: DecimalAmount(minor: Int64(minor)),
                    type: type == "Credit" ? .credit : .debit,
                    description: "Money"
                )
            )
        }
        return parent
    }
}
