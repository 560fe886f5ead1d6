import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Testbed
import Testing

/// A change that somebody made in the database behind the program's back.
struct Tampering: Sendable, CustomTestStringConvertible {
    /// The statement that makes it.
    let sql: String
    /// How the row that is named begins.
    let row: String
    /// What is said of it.
    let reason: String

    var testDescription: String { sql }

    init(_ sql: String, names row: String, _ reason: String) {
        self.sql = sql
        self.row = row
        self.reason = reason
    }
}

extension Tampering {
    private static let changed = "its content was changed"

    /// Every column of a link's row, changed at one place; the row that holds it is named.
    ///
    /// In the household of ``TamperedBooks`` link 5 is a posted purchase, 6 a decision and 3 an
    /// edit.
    static let contents: [Tampering] =
        [
            "amount_minor = amount_minor + 1", "currency = 'EUR'", "kind = 'income'",
            "merchant = 'Other'", "merchant = NULL", "category = 'groceries'",
            "description = 'new'", "provider_record = 'other'", "member_id = NULL",
            "occurred_at_ms = occurred_at_ms + 1", "day = day - 31",
            "chained_day = day - 31",
            "recorded_at_ms = recorded_at_ms - 1",
            "debit_account_id = credit_account_id, credit_account_id = debit_account_id",
        ].map {
            Tampering(
                "UPDATE transfers SET \($0) WHERE sequence = 5",
                names: "transfers 5",
                changed
            )
        }
        + [
            "amount_minor = 1", "merchant = 'Other'", "category = 'fun'",
            "category_source = 'mcc'", "limit_minor = 1, spent_minor = 1",
            "spent_minor = 0", "answer = 'DECLINE'",
            "reason = 'risky'", "message = 'new'", "trace = '[]'",
            "decided_at_ms = decided_at_ms + 1", "override_id = household_id",
            "wallet_minor = 1",
        ].map {
            Tampering(
                "UPDATE decisions SET \($0) WHERE sequence = 6",
                names: "decisions 6",
                changed
            )
        }
        + [
            "author_id = NULL", "kind = 'other'", "subject = '99'", "body = '{}'",
            "made_at_ms = 0",
        ].map {
            Tampering("UPDATE edits SET \($0) WHERE sequence = 3", names: "edits 3", changed)
        }
        + [
            Tampering(
                "UPDATE transfers SET hash = previous_hash WHERE sequence = 5",
                names: "transfers 5",
                changed
            )
        ]

    /// Links that are missing, added or out of their place.
    static let places: [Tampering] = [
        Tampering(
            "DELETE FROM transfers WHERE sequence = 10",
            names: "edits 11",
            "link 10 is missing before it"
        ),
        Tampering(
            "DELETE FROM edits WHERE sequence = 11",
            names: "households",
            "its chain does not end where it says"
        ),
        Tampering(
            "DELETE FROM edits WHERE sequence = 1",
            names: "edits 2",
            "link 1 is missing before it"
        ),
        Tampering(
            "UPDATE decisions SET sequence = 1000 WHERE sequence = 6",
            names: "transfers 7",
            "link 6 is missing before it"
        ),
        Tampering(
            "UPDATE transfers SET previous_hash = hash WHERE sequence = 5",
            names: "transfers 5",
            "it does not follow the link before it"
        ),
        Tampering(
            """
            INSERT INTO edits (id, household_id, sequence, author_id, kind, subject, body,
                made_at_ms, previous_hash, hash)
            SELECT 'ffffffff-0000-7000-8000-000000000000', household_id, 100, author_id, kind,
                subject, body, made_at_ms, previous_hash, hash
            FROM edits WHERE sequence = 3
            """,
            names: "edits 100",
            "link 12 is missing before it"
        ),
        Tampering(
            "UPDATE households SET chain_sequence = chain_sequence + 1",
            names: "households",
            "its chain does not end where it says"
        ),
        Tampering(
            "UPDATE households SET chain_hash = '0'",
            names: "households",
            "its chain does not end where it says"
        ),
    ]

    /// Rows that hold what the program cannot have stored.
    static let unreadable: [Tampering] = [
        Tampering(
            "UPDATE transfers SET currency = 'XXX' WHERE sequence = 7",
            names: "transfers 7",
            "it cannot be read: a transfer has an unknown currency or phase"
        ),
        Tampering(
            "UPDATE decisions SET override_id = 'x' WHERE sequence = 6",
            names: "decisions 6",
            "it cannot be read: a column that holds an id holds something else"
        ),
        Tampering(
            "UPDATE decisions SET currency = '' WHERE sequence = 6",
            names: "decisions 6",
            "it cannot be read: a decision has an unknown currency"
        ),
        Tampering(
            "UPDATE accounts SET currency = 'XXX' WHERE kind = 'bank'",
            names: "households",
            "it cannot be read: an account has an unknown kind or currency"
        ),
        Tampering(
            "UPDATE households SET time_zone = 'Mars/Olympus'",
            names: "households",
            "it cannot be read: a household has no time zone"
        ),
    ]

    /// Balances and sums that are not those of the transfers.
    static let sums: [Tampering] =
        [
            "posted_debit_minor = posted_debit_minor + 1",
            "posted_credit_minor = posted_credit_minor + 1",
            "pending_debit_minor = pending_debit_minor + 1",
            "pending_credit_minor = pending_credit_minor + 1",
        ].flatMap { change in
            ["bank", "world", "wallet"].map { kind in
                Tampering(
                    "UPDATE accounts SET \(change) WHERE kind = '\(kind)'",
                    names: "accounts",
                    "its totals are not those of its transfers"
                )
            }
        }.filter { !($0.sql.contains("debit_minor = ") && $0.sql.contains("wallet")) }
        + ["spend_by_day", "spend_by_month", "spend_by_merchant"].flatMap { table in
            [
                Tampering(
                    "UPDATE \(table) SET amount_minor = amount_minor - 1",
                    names: table,
                    "it is not the sum of its purchases"
                ),
                Tampering(
                    "UPDATE \(table) SET purchase_count = purchase_count + 1",
                    names: table,
                    "it is not the sum of its purchases"
                ),
                Tampering(
                    "DELETE FROM \(table)",
                    names: table,
                    "a sum of purchases is missing"
                ),
            ]
        }
        + [
            Tampering(
                "UPDATE annotations SET category = 'alcohol'",
                names: "spend_by_day",
                "it is not the sum of its purchases"
            ),
            Tampering(
                "DELETE FROM annotations",
                names: "spend_by_day",
                "it is not the sum of its purchases"
            ),
        ]
}

/// A household whose chain has each kind of link at a known place.
struct TamperedBooks {
    /// How many links the chain has.
    static let links = 11

    /// Fills a server with the household.
    static func fill(_ server: InProcessServer) async throws -> TestMember {
        // 1, 2: the parent and the child join. 3: a limit. 4: an override.
        let parent = try await server.registerParent()
        _ = try await server.registerChild(of: parent)
        _ = try await parent.purser.call(API.Guardian.setRule, .fun)
        _ = try await parent.purser.call(API.Guardian.createOverride, .steam)
        // 5: a purchase. 6: a decision. 7, 8: one in two phases. 9: one that is taken back by 10.
        let account = try await server.openAccount(of: parent)
        let now = server.clock.now
        let kept = try await server.record(
            account.purchase(700, on: now, record: "r-1"),
            in: account
        )[0]
        _ = try await parent.purser.call(API.Guardian.authorizePurchase, .coffee)
        let pending = try await server.record(
            account.purchase(500, on: now, phase: .pending),
            in: account
        )[0]
        try await server.record(
            account.purchase(450, on: now, phase: .post, pending: pending),
            in: account
        )
        let undone = try await server.spend(300, from: account)
        try await server.record(account.reversal(of: undone, 300, on: now), in: account)
        // 11: the kept purchase becomes another kind.
        try await server.operations.ledger.annotateTransfer(
            kept,
            category: "electronics",
            notes: nil,
            server.call(as: parent)
        )
        return parent
    }
}
