import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The list of transactions")
struct ListTransactionsTests {
    private typealias Request = API.Banking.TransactionListRequest

    @Test("is paged, the newest day first, and says how many there are", arguments: Engine.all)
    func pages(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let first = Timestamp(test: "2025-03-03T08:00:00Z")
            // 120 rows over four months, several on one day, recorded in another order.
            let rows = (0..<120).map { index in
                let day = Int64(index * 7 % 120)
                let at = first.adding(seconds: day * 86_400)
                return home.account.purchase(Int64(1_000 + index), on: at)
            }
            _ = try await home.server.operations.ledger.recordTransfers(
                rows + [home.account.purchase(1, on: first), home.account.purchase(2, on: first)],
                of: home.owner.household,
                home.server.call()
            )
            let whole = try await pages(of: home, by: 100)
            #expect(whole.count == 122)
            let sorted = whole.sorted { left, right in
                (left.date.instant, left.id) > (right.date.instant, right.id)
            }
            #expect(whole == sorted)
            #expect(try await pages(of: home, by: 7) == whole)
            for (limit, offset, count, hasMore) in [
                (50, 50, 50, true), (50, 100, 22, false), (1_000, 0, 100, true), (0, 0, 1, true),
                (50, 122, 0, false), (50, 1 << 40, 0, false), (50, -1, 50, true),
            ] as [(Int64, Int64, Int, Bool)] {
                let page = try await home.list(
                    Request(limit: PageNumber(limit), offset: PageNumber(offset))
                )
                #expect(page.transactions.count == count && page.hasMore == hasMore)
                #expect(page.total == 122)
                #expect(page.limit == min(max(limit, 1), 100) && page.offset == max(offset, 0))
            }
            #expect(try await home.list().transactions == Array(whole.prefix(50)))
            let wrong = try await home.get("/api/transactions?limit=abc")
            #expect(wrong.status == 400)
        }
    }

    /// Every transaction, read page by page.
    private func pages(
        of home: BankingHome,
        by limit: Int64
    ) async throws -> [API.Banking.Transaction] {
        var rows: [API.Banking.Transaction] = []
        while true {
            let offset = PageNumber(Int64(rows.count))
            let page = try await home.list(Request(limit: PageNumber(limit), offset: offset))
            rows += page.transactions
            guard page.hasMore else { return rows }
            #expect(page.transactions.count == Int(limit))
        }
    }

    @Test("is of a window of the household's days, both ends included", arguments: Engine.all)
    func window(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let days = ["2025-07-31", "2025-08-01", "2025-08-15", "2025-08-31", "2025-09-01"]
            for (index, day) in days.enumerated() {
                try await home.spend(Int64(index + 1), on: day)
            }
            for (start, end, rows) in [
                ("2025-08-01T00:00:00Z", "2025-08-31T23:59:59Z", [4, 3, 2]),
                ("2025-08-01", "2025-08-31", [4, 3, 2]), ("2025-08-15", nil, [5, 4, 3]),
                (nil, "2025-08-01T00:00:00Z", [2, 1]), ("2025-08-16", "2025-08-30", []),
                ("2026-01-01", nil, []), ("0001-01-01", "9999-12-31", [5, 4, 3, 2, 1]),
            ] as [(String?, String?, [Int64])] {
                let page = try await home.list(
                    Request(
                        startDate: start.map { DateFilter(test: $0) },
                        endDate: end.map { DateFilter(test: $0) }
                    )
                )
                #expect(page.minors == rows && page.total == Int64(rows.count))
            }
            let query = "start_date=2025-08-31&end_date=2025-08-01"
            let reversed = try await home.get("/api/transactions?\(query)")
            #expect(reversed.status == 400 && reversed.text.contains("\"start_date\""))
            for wrong in ["start_date=x", "end_date=2025-02-30", "account_id=x"] {
                let answer = try await home.get("/api/transactions?\(wrong)")
                #expect(answer.status == 400, "\(wrong)")
            }
        }
    }

    @Test("tells the start of the household's day", arguments: Engine.all)
    func zone(engine: Engine) async throws {
        try await BankingHome.with(engine, timeZone: "America/New_York") { home in
            let at = Timestamp(test: "2025-08-06T03:59:59Z")
            try await home.server.record(home.account.purchase(500, on: at), in: home.account)
            let day = DateFilter(test: "2025-08-05")
            let page = try await home.list(Request(startDate: day, endDate: day))
            #expect(page.transactions.map(\.date.instant.text) == ["2025-08-05T04:00:00Z"])
            let instant = DateFilter(test: "2025-08-06T03:59:59Z")
            #expect(try await home.list(Request(startDate: instant, endDate: instant)).total == 1)
        }
    }

    @Test("is of a category by any of its words, in any case", arguments: Engine.all)
    func categories(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            try await home.spend(1, "FOOD_AND_DRINK_GROCERIES", on: "2025-08-01")
            try await home.spend(2, "FOOD_AND_DRINK_COFFEE", on: "2025-08-02")
            try await home.spend(3, "TRANSPORTATION_GAS", on: "2025-01-02")
            try await home.spend(4, nil, on: "2025-08-04")
            try await home.spend(5, "birthday", on: "2025-08-04")
            for (word, rows) in [
                ("food and drink", [2, 1]), ("Groceries", [1]), ("Food", []), ("GAS", [3]),
                ("transportation", [3]), ("Uncategorized", [4]), ("Birthday", [5]),
            ] as [(String, [Int64])] {
                let page = try await home.list(Request(category: word))
                #expect(page.minors == rows && page.total == Int64(rows.count), "\(word)")
                // A page that begins within a day of which other rows are left out.
                let second = try await home.list(
                    Request(limit: PageNumber(1), offset: PageNumber(1), category: word)
                )
                #expect(second.minors == Array(rows.dropFirst().prefix(1)))
            }
            let shown = try await home.list().transactions.map(\.category)
            #expect(
                shown == [
                    ["birthday"], ["Uncategorized"], ["Food and Drink", "Coffee"],
                    ["Food and Drink", "Groceries"], ["Transportation", "Gas"],
                ]
            )
        }
    }

    @Test("is of one account, which is one of the caller's", arguments: Engine.all)
    func accounts(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let card = try await home.server.openAccount(.card, of: home.owner)
            let child = try await home.server.registerChild(of: home.owner)
            let others = try await home.server.openAccount(of: child)
            try await home.spend(1)
            try await home.spend(2, from: card)
            try await home.spend(3, from: others)
            let accounts = try await home.owner.purser.call(API.Banking.listAccounts).accounts
            #expect(accounts.map(\.accountID) == [home.account.id, card.id])
            for (account, rows) in zip(accounts, [[1], [2]] as [[Int64]]) {
                let page = try await home.list(Request(accountID: account.id))
                #expect(page.minors == rows && page.total == 1)
                #expect(page.transactions.map(\.accountID) == [account.id])
            }
            let childs = try await child.purser.call(API.Banking.listAccounts).accounts
            for id in childs.map(\.id) + [0, -1, .max] {
                let answer = try await home.get("/api/transactions?account_id=\(id)")
                #expect(answer.status == 404)
            }
            #expect(try await home.list().minors == [2, 1])
        }
    }

    @Test("follows a pending transaction, with its edits", arguments: Engine.all)
    func phases(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let pending = try await home.spend(4_000, on: "2025-08-18", phase: .pending)
            let before = try #require(try await home.list().transactions.first)
            #expect(before.pending && before.amount.minor == 4_000)
            try await home.edit(pending, "Birthday", notes: "tip")
            let posted = try await home.spend(
                4_800,
                on: "2025-08-20",
                phase: .post,
                pending: pending,
                at: "ALDI SUED"
            )
            let after = try #require(try await home.list().transactions.first)
            #expect(after.id == before.id && after.transactionID == before.transactionID)
            #expect(after.amount.minor == 4_800 && !after.pending)
            #expect(after.category == ["Birthday"] && after.primaryCategory == "Birthday")
            #expect(after.notes == "tip" && after.name == "ALDI SUED")
            #expect(after.date.instant.text == "2025-08-20T00:00:00Z")
            try await home.edit(posted, nil)
            #expect(try await home.list().transactions.first?.category.last == "Groceries")
            try await home.server.record(
                home.account.reversal(of: posted, 4_800, on: home.server.clock.now),
                in: home.account
            )
            let voided = try await home.spend(100, phase: .pending)
            try await home.spend(100, phase: .void, pending: voided)
            #expect(try await home.list().total == 0)
            #expect(try await home.list().transactions.isEmpty)
            #expect(try await home.summary().transactionCount == 0)
            #expect(try await home.recent().transactions.isEmpty)
        }
    }

    @Test("shows both sides of a transfer between own accounts", arguments: Engine.all)
    func own(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let card = try await home.server.openAccount(.card, of: home.owner)
            var transfer = home.account.purchase(700, nil, at: nil, on: home.server.clock.now)
            transfer.creditAccount = card.id
            transfer.kind = .own
            try await home.server.record(transfer, in: home.account)
            let rows = try await home.list().transactions
            #expect(rows.map(\.amount.minor) == [-700, 700])
            #expect(Set(rows.map(\.transactionID)).count == 2 && Set(rows.map(\.id)).count == 2)
            #expect(rows.map(\.primaryCategory) == ["Transfer In", "Transfer Out"])
            #expect(rows.map(\.name) == ["Transfer", "Transfer"])
            #expect(try await home.summary().transactionCount == 0)
        }
    }

    @Test("keeps its days right in another time zone", arguments: Engine.all)
    func moved(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let at = Timestamp(test: "2025-08-19T20:00:00Z")
            let pending = try await home.server.record(
                home.account.purchase(500, on: at, phase: .pending),
                in: home.account
            )[0]
            try await home.spend(600, on: "2025-08-20", phase: .post, pending: pending)
            try await home.server.record(home.account.purchase(700, on: at), in: home.account)
            try await home.server.operations.identity.changeTimeZone(
                "Asia/Tokyo",
                email: home.owner.email,
                home.server.call()
            )
            let rows = try await home.list().transactions
            #expect(rows.map(\.amount.minor) == [700, 600])
            #expect(
                rows.map(\.date.instant.text) == ["2025-08-19T15:00:00Z", "2025-08-19T15:00:00Z"]
            )
            #expect(try await home.summary().dailySpending.map(\.transactionCount) == [2])
        }
    }
}
