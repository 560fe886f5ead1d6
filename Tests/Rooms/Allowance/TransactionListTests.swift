import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What moved in a wallet")
struct TransactionListTests {
    @Test("is shown page by page, newest first", arguments: Engine.all)
    func pages(engine: Engine) async throws {
        try await withWallet(engine) { family in
            for number in 1...25 {
                if number % 3 == 0 { family.server.clock.advance(seconds: 1) }
                #expect(try await family.move("1", "Credit", "\(number)").status == 201)
            }
            let path = "/transactions/children/\(family.id.text)"
            let all = (1...25).reversed().map(String.init)
            let queries: [(String, Int, Int, Range<Int>)] = [
                ("", 20, 0, 0..<20), ("?limit=500", 100, 0, 0..<25),
                ("?offset=20", 20, 20, 20..<25), ("?limit=0&offset=-3", 1, 0, 0..<1),
                ("?limit=-1", 1, 0, 0..<1), ("?limit=101", 100, 0, 0..<25),
                ("?limit=3&offset=4", 3, 4, 4..<7), ("?offset=25", 20, 25, 25..<25),
                ("?limit=%202%20&offset=", 2, 0, 0..<2), ("?limit=2.0", 2, 0, 0..<2),
                ("?limit=99999999999999999999", 100, 0, 0..<25),
                ("?limit=-99999999999999999999&x=1", 1, 0, 0..<1),
            ]
            for (query, limit, offset, shown) in queries {
                let answer = try await family.get(path + query)
                #expect(answer.status == 200, "\(query)")
                let json = try answer.json()
                #expect(json["totalCount"] == .number("25"))
                #expect(json["limit"] == .number("\(limit)"), "\(query)")
                #expect(json["offset"] == .number("\(offset)"), "\(query)")
                guard case .array(let rows) = json["transactions"] else {
                    Issue.record("no list in \(answer.text)")
                    continue
                }
                let texts = rows.map { $0["description"] }
                #expect(texts == all[shown].map { .string($0) }, "\(query)")
            }
            let far = try await family.movements(1, offset: Int64.max)
            #expect(far.offset == Int64.max)
            #expect(far.transactions.isEmpty)
        }
    }

    @Test(
        "is not shown for a number that is none",
        arguments: [
            "limit=abc", "offset=abc", "limit=1.5", "offset=0x10", "limit=true", "limit=1e",
        ]
    )
    func noNumber(query: String) async throws {
        try await withWallet(.sqlite) { family in
            let answer = try await family.get("/transactions/children/\(family.id.text)?\(query)")
            #expect(answer.status == 400)
            #expect(try answer.string("error.code") == "VALIDATION_ERROR")
            #expect(try answer.faults() == ["\(query.prefix { $0 != "=" }) has the wrong type"])
        }
    }

    @Test("names both numbers that are none at once")
    func bothNumbers() async throws {
        try await withWallet(.sqlite) { family in
            let path = "/transactions/children/\(family.id.text)?offset=a&limit=b"
            let faults = try await family.get(path).faults()
            #expect(faults == ["limit has the wrong type", "offset has the wrong type"])
        }
    }

    @Test("is shown by when it moved, also when the clock was set back", arguments: Engine.all)
    func setBack(engine: Engine) async throws {
        try await withWallet(engine) { family in
            // The clock goes back an hour after the first.
            for (hour, text) in [(11, "1"), (10, "2"), (10, "3"), (12, "4")] {
                family.server.clock.set("2025-01-03T\(hour):00:00Z")
                #expect(try await family.move("1", "Credit", text).status == 201)
            }
            let rows = try await family.movements().transactions
            #expect(rows.map(\.description) == ["4", "1", "3", "2"])
            // Each tells what the wallet held after it, in the order of posting.
            #expect(rows.map(\.balanceAfter.minor) == [400, 100, 300, 200])
            let page = try await family.movements(2, offset: 1).transactions
            #expect(page == Array(rows.dropFirst().prefix(2)))
        }
    }

    @Test("tells for each movement what the wallet held right after it", arguments: Engine.all)
    func balances(engine: Engine) async throws {
        try await withWallet(engine) { family in
            for (amount, type) in [("10", "Credit"), ("2.5", "Debit"), ("0.25", "Credit")] {
                #expect(try await family.move(amount, type).status == 201)
            }
            let rows = try await family.movements().transactions
            #expect(rows.map(\.balanceAfter.minor) == [775, 750, 1_000])
            #expect(rows.map(\.type) == [.credit, .debit, .credit])
            #expect(rows.allSatisfy { $0.createdBy == family.parent.id })
        }
    }

    @Test("names who moved it, and what it was where nobody said", arguments: Engine.all)
    func words(engine: Engine) async throws {
        try await withWallet(engine) { family in
            let wallet = try await family.walletAccount()
            try await family.record("Weekly Allowance - 2025-01-06", .allowance, wallet, by: nil)
            try await family.record(nil, .allowance, wallet, by: nil)
            try await family.record(nil, .income, wallet, by: family.child.id)
            try await family.record(nil, .purchase, wallet, merchant: "Steam", by: family.child.id)
            let odd = Transfer.Kind(rawValue: "odd")
            try await family.record(nil, odd, wallet, by: family.parent.id)
            try await family.execute(
                """
                UPDATE members SET first_name = NULL, last_name = NULL
                WHERE id = '\(family.parent.id.text)'
                """,
                "UPDATE members SET last_name = NULL WHERE id = '\(family.child.id.text)'"
            )
            let rows = try await family.movements().transactions
            #expect(
                rows.map { "\($0.description) by \($0.createdByName)" } == [
                    "Movement by parent@example.com", "Steam by Alice", "Income by Alice",
                    "Allowance by System", "Weekly Allowance - 2025-01-06 by System",
                ]
            )
            #expect(rows[3].createdBy.text == "00000000-0000-0000-0000-000000000000")
        }
    }
}

extension WalletFamily {
    /// The wallet with the World account beside it.
    func walletAccount() async throws -> TestAccount {
        let id = id
        let (wallet, world) = try await server.database.read { session in
            let select = { (sql: String) in
                try session.first(Statement(sql)) { try $0.id(0, Entity.Account.self) }
            }
            return (
                try select("SELECT wallet_id FROM children WHERE id = '\(id.text)'"),
                try select(
                    """
                    SELECT w.id FROM accounts w JOIN accounts a ON a.household_id = w.household_id
                    JOIN children c ON c.wallet_id = a.id
                    WHERE w.kind = 'world' AND c.id = '\(id.text)'
                    """
                )
            )
        }
        return TestAccount(owner: child, id: try #require(wallet), world: try #require(world))
    }

    /// Records one dollar that comes into the wallet.
    fileprivate func record(
        _ text: String?,
        _ kind: Transfer.Kind,
        _ wallet: TestAccount,
        merchant: String? = nil,
        by author: ID<Entity.Member>?
    ) async throws {
        let transfer = NewTransfer(
            debitAccount: wallet.world,
            creditAccount: wallet.id,
            amount: Money(minor: 100, currency: .usd),
            kind: kind,
            details: Transfer.Details(merchant: merchant, text: text),
            author: author,
            occurredAt: server.clock.now
        )
        try await server.record(transfer, in: wallet)
    }
}
