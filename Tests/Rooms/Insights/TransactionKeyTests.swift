import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Transactions behind one of them")
struct TransactionKeyTests {
    private func record(
        _ home: InsightsHome,
        _ account: TestAccount,
        _ rows: [(minor: Int64, at: String)]
    ) async throws {
        for row in rows {
            let purchase = account.purchase(row.minor, on: Timestamp(test: row.at))
            try await home.server.record(purchase, in: account)
        }
    }

    private func key(_ row: API.Insights.Transaction) -> String {
        "before=\(row.occurredAt.instant.text)&beforeId=\(row.id.text)"
    }

    @Test(
        "are all of the window, each once, whatever comes before it meanwhile",
        arguments: Engine.all
    )
    func walking(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let account = try await home.server.openAccount(of: home.owner)
            let days = (1...9).map { "2025-06-0\($0)T12:00:00Z" }
            // Three at each noon, which only the order of their posting tells apart.
            let rows = days.flatMap { day in (0..<3).map { _ in day } }.enumerated()
                .map { (minor: Int64($0.offset + 1), at: $0.element) }
            try await record(home, account, rows)
            let whole = try await home.overview("month=2025-06&pageSize=100").transactions
            #expect(whole.count == 27)
            var seen: [API.Insights.Transaction] = []
            var query = "month=2025-06&pageSize=4"
            while true {
                let page = try await home.overview(query)
                guard let last = page.transactions.last else { break }
                seen += page.transactions
                #expect(page.page == 0 && page.pageSize == 4)
                query = "month=2025-06&pageSize=4&\(key(last))"
                // Newer ones come, and one at the instant of the last that was seen.
                try await record(
                    home,
                    account,
                    [(900, "2025-06-10T08:00:00Z"), (901, last.occurredAt.instant.text)]
                )
                #expect(try await home.overview("month=2025-06").total > page.total)
            }
            #expect(seen.map(\.id) == whole.map(\.id))
            let early = try await home.overview("month=2025-06&before=2025-06-02T12:00:00Z")
            #expect(early.transactions.suffix(3).map(\.id) == whole.suffix(3).map(\.id))
            #expect(early.transactions.allSatisfy { $0.occurredAt.instant.text < "2025-06-02" })
        }
    }

    @Test("go on where it was, when it is no more or was moved", arguments: Engine.all)
    func gone(engine: Engine) async throws {
        try await InsightsHome.scripted(engine) { home, bank in
            let days = (11...16).map { "2025-08-\($0)" }
            for day in days { bank.tell(.page(.test("t\(day)", 700, on: day))) }
            for _ in days { _ = try await home.owner.syncTransactions() }
            let whole = try await home.overview("month=2025-08").transactions
            #expect(whole.count == 6)
            let last = whole[2]
            let rest = whole.suffix(3).map(\.id)
            #expect(try await home.overview(key(last)).transactions.map(\.id) == rest)
            bank.tell(.page(modified: [.test("t2025-08-14", 700, on: "2025-08-02")]))
            _ = try await home.owner.syncTransactions()
            let moved = try await home.overview(key(last)).transactions.map(\.id)
            #expect(moved == rest + [last.id])
            bank.tell(.page(removed: ["t2025-08-14"]))
            _ = try await home.owner.syncTransactions()
            #expect(try await home.overview(key(last)).transactions.map(\.id) == rest)
        }
    }

    @Test("and those of a kind or of amounts are listed and summed alone", arguments: Engine.all)
    func filters(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let may = try await home.may()
            let groceries = may.transactions.filter { $0.category == "Groceries" }
            let kind = try await home.overview("month=2025-05&category=%20groCeries&pageSize=2")
            #expect(kind.total == Int64(groceries.count) && kind.transactions.count == 2)
            #expect(kind.aggregates.expenseTotal.minor == -58_065)
            #expect(kind.aggregates.categoryTotals.keys.sorted() == ["Groceries"])
            let second = try #require(kind.transactions.last)
            let rest = try await home.overview("month=2025-05&category=Groceries&\(key(second))")
            #expect(kind.transactions + rest.transactions == groceries)
            let dear = try await home.overview("month=2025-05&amountMin=100000&amountMax=200000")
            #expect(dear.minors.allSatisfy { (100_000...200_000).contains($0.magnitude) })
            #expect(dear.minors.contains(-185_000))
            // What stands out does so among all of the month.
            let oakwood = may.transactions.first { $0.merchantName == "Oakwood Apartments" }
            #expect(dear.transactions.contains { $0 == oakwood && $0.anomalyScore != nil })
            #expect(try await home.overview("month=2025-05&category=nothing").total == 0)
        }
    }

    @Test("and those that are named come by their ids, whenever they were", arguments: Engine.all)
    func named(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let may = try await home.may().transactions
            let oakwood = try #require(may.first { $0.merchantName == "Oakwood Apartments" })
            let first = try #require(may.first)
            let ids = "ids=\(oakwood.id.text),\(first.id.text)"
            let both = try await home.overview(ids)
            #expect(both.transactions.map(\.id) == [first.id, oakwood.id] && both.total == 2)
            #expect(both.transactions.allSatisfy { $0.anomalyScore == nil })
            #expect(both.aggregates.netTotal.minor == first.amount.minor + oakwood.amount.minor)
            #expect(try await home.overview("\(ids)&pageSize=1&page=1").minors == [-185_000])
            let month = try await home.overview("month=2025-05&ids=\(oakwood.id.text)")
            #expect(month.transactions == [oakwood] && oakwood.anomalyScore != nil)
            #expect(try await home.overview("month=2025-04&ids=\(oakwood.id.text)").total == 0)
            let other = try await home.server.registerParent("other@example.com")
            let foreign = try await home.server.get("/transactions?\(ids)", token: other.token)
            #expect(foreign.status == 200 && !foreign.text.contains("Oakwood"))
        }
    }

    @Test("are refused where a query says what does not belong together", arguments: Engine.all)
    func refusals(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let id = "00000000-0000-7000-8000-000000000000"
            let many = Array(repeating: id, count: 101).joined(separator: ",")
            for (query, field) in [
                ("beforeId=\(id)", "before"), ("before=x", "before"), ("ids=1", "ids"),
                ("before=2025-06-01T00:00:00Z&page=1", "page"), ("ids=\(many)", "ids"),
                ("ids=\(id)&before=2025-06-01T00:00:00Z", "ids"), ("ids=\(id),", "ids"),
                ("amountMin=2&amountMax=1", "amountMax"), ("amountMin=-1", "amountMin"),
                ("category=\(String(repeating: "a", count: 65))", "category"),
            ] {
                let answer = try await home.get("/transactions?\(query)")
                #expect(answer.status == 400, "\(query)")
                #expect(try answer.faults().allSatisfy { $0.hasPrefix("\(field) ") }, "\(query)")
            }
        }
    }

    @Test("and a search is of one account, and goes on after its first results")
    func searches() async throws {
        try await InsightsHome.with(.sqlite) { home in
            let accounts = try await home.owner.accountsOverview().accounts
            var found: [ID<Entity.Entry>] = []
            for account in accounts {
                let rows = try await home.overview("accountId=\(account.id.text)&pageSize=100")
                let hits = try await home.search(
                    #"{"topK":100,"accountId":"\#(account.id.text)"}"#
                )
                #expect(hits.stats.count == rows.total)
                found += hits.references.map(\.transactionID)
            }
            #expect(Set(found).count == found.count)
            let nobodys = try await home.searchAnswer(
                #"{"accountId":"00000000-0000-7000-8000-000000000000"}"#
            )
            #expect(nobodys.status == 404)
            let first = try await home.search(#"{"topK":50}"#)
            let second = try await home.search(#"{"topK":50,"offset":20}"#)
            let third = try await home.search(#"{"topK":50,"offset":40}"#)
            #expect(second.stats == first.stats && first.references.count == 20)
            #expect(second.references.count == 20 && third.references.count == 10)
            let all = (first.references + second.references + third.references)
                .map(\.transactionID)
            #expect(Set(all).count == 50)
        }
    }
}
