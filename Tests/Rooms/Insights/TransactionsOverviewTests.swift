import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Transactions with the figures of a window")
struct TransactionsOverviewTests {
    @Test("of a month are a page, and the sums of all of it", arguments: Engine.all)
    func month(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let may = try await home.overview("month=2025-05")
            #expect(may.total == 33 && may.page == 0 && may.pageSize == 15)
            #expect(may.transactions.count == 15)
            let first = try #require(may.transactions.first)
            #expect(first.merchantName == "Ally Interest" && first.amount.minor == 625)
            #expect(first.occurredAt.instant.text == "2025-05-28T00:00:00Z")
            #expect(first.category == "Income" && first.userID == home.owner.id)
            let sums = may.aggregates
            #expect(sums.count == 33)
            #expect(sums.incomeTotal.minor == 840_625)
            #expect(sums.expenseTotal.minor == -431_779)
            #expect(sums.netTotal.minor == 408_846)
            #expect(sums.categoryTotals["Transfer"]?.minor == 0)
            #expect(sums.categoryTotals["Groceries"]?.minor == -58_065)
            #expect(sums.categoryTotals["Housing"]?.minor == -185_000)
            #expect(sums.monthNet == ["2025-05": DecimalAmount(minor: 408_846)])
            #expect(sums.dayNet["2025-05-08"]?.minor == -19_265)
            #expect(sums.dayNet["2025-05-02"] == nil)
            #expect(sums.daySeries == sums.trendSeries && sums.trendGranularity == .day)
            #expect(sums.daySeries.map(\.period) == sums.dayNet.keys.sorted())
            #expect(may.period.month?.month.text == "2025-05")
            #expect(may.period.from?.day.text == "2025-05-01")
            #expect(may.period.to?.day.text == "2025-06-01")
        }
    }

    @Test("tells which expenses stand out among those of the window", arguments: Engine.all)
    func anomalies(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let marked = try await home.may().transactions.filter { $0.anomalyScore != nil }
            #expect(marked.map(\.merchantName) == ["Delta", "Oakwood Apartments"])
            let scores = marked.compactMap(\.anomalyScore)
            #expect(scores.map(\.method) == [.interquartileRange, .zScore])
            #expect(scores.map(\.deltaAmount.minor) == [37_080, 179_580])
            #expect(scores.map(\.budgetImpactPercent.minor) == [984, 4_285])
            // On a page of its own a row is compared with all the others, too.
            let last = try await home.overview("month=2025-05&page=1")
            let oakwood = last.transactions.first { $0.merchantName == "Oakwood Apartments" }
            #expect(oakwood?.anomalyScore == scores.last)
        }
    }

    @Test("takes numbers of pages as the nearest that are allowed", arguments: Engine.all)
    func pages(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let whole = try await home.may()
            #expect(whole.transactions.count == 33 && whole.pageSize == 100)
            for (query, page, size, count) in [
                ("page=2", 2, 15, 3), ("pageSize=500", 0, 100, 33), ("page=-1", 0, 15, 15),
                ("page=3", 3, 15, 0), ("pageSize=0", 0, 1, 1), ("page=1&pageSize=20", 1, 20, 13),
                ("page=9223372036854775807", .max, 15, 0),
            ] as [(String, Int64, Int64, Int)] {
                let answer = try await home.overview("month=2025-05&\(query)")
                #expect(answer.page == page && answer.pageSize == size, "\(query)")
                #expect(answer.transactions.count == count && answer.total == 33, "\(query)")
                #expect(answer.aggregates == whole.aggregates, "\(query)")
            }
            var rows: [API.Insights.Transaction] = []
            for page in 0..<5 {
                rows += try await home.overview("month=2025-05&page=\(page)&pageSize=7")
                    .transactions
            }
            #expect(rows == whole.transactions)
        }
    }

    @Test("is of months or days, both ends included, or of everything", arguments: Engine.all)
    func windows(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let both = try await home.overview("from=2025-05&to=2025-06")
            #expect(both.total == 46 && both.aggregates.dayNet == [:])
            #expect(both.aggregates.daySeries == [] && both.aggregates.trendGranularity == .week)
            #expect(both.period.month == nil && both.period.to?.day.text == "2025-07-01")
            #expect(both.aggregates.monthSeries.map(\.period) == ["2025-05", "2025-06"])
            for (query, total) in [
                ("", 112), ("from=2025-06-05&to=2025-06-05", 2), ("from=2025-06-05", 8),
                ("to=2025-03-01", 1), ("month=2025-05&from=2025-06", 13), ("month=2024-05", 0),
                ("from=2030-01", 0), ("month=2025-05&from=&to=", 33),
            ] {
                #expect(try await home.overview(query).total == Int64(total), "\(query)")
            }
            let everything = try await home.overview("")
            #expect(everything.aggregates.trendGranularity == .week)
            let json = try await home.get("/transactions").json()
            #expect(json["period"] == .object([]))
            let none = try await home.overview("month=2024-05")
            #expect(none.aggregates.trendSeries == [] && none.aggregates.trendGranularity == .day)
            let open = try await home.overview("from=2030-01").aggregates
            #expect(open.trendSeries == [] && open.trendGranularity == .month)
        }
    }

    @Test("names the field of a query that is wrong, and its rule", arguments: Engine.all)
    func refusals(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            for (query, fields) in [
                ("from=2025-06&to=2025-05", ["to"]), ("month=2025-13", ["month"]),
                ("month=2025-05-01", ["month"]), ("from=2025-02-30&to=x", ["from", "to"]),
                ("page=x&pageSize=1.5", ["page", "pageSize"]), ("accountId=7", ["accountId"]),
                ("month=2025-1&from=2025-05", ["month"]),
            ] {
                let answer = try await home.get("/transactions?\(query)")
                #expect(answer.status == 400, "\(query)")
                let named = try answer.faults().map { String($0.prefix { $0 != " " }) }
                #expect(named == fields, "\(query)")
            }
            let answer = try await home.get("/transactions?month=2025-13")
            #expect(try answer.string("error.code") == "INVALID_REQUEST")
            #expect(try answer.faults() == ["month must be a month such as 2025-01"])
        }
    }

    @Test("is of one account, which is one of the caller's", arguments: Engine.all)
    func accounts(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let accounts = try await home.owner.accountsOverview().accounts
            var totals: [Int64] = []
            for account in accounts {
                let page = try await home.overview("month=2025-05&accountId=\(account.id.text)")
                #expect(page.transactions.allSatisfy { $0.accountID == account.id })
                #expect(page.aggregates.count == page.total)
                totals.append(page.total)
            }
            #expect(totals == [7, 2, 24])
            let other = try await home.server.registerParent("other@example.com")
            let foreign = try await home.server.openAccount(of: other)
            let child = try await home.server.registerChild(of: home.owner)
            let childs = try await home.server.openAccount(of: child)
            for id in [foreign.id.text, childs.id.text, "00000000-0000-7000-8000-000000000000"] {
                let answer = try await home.get("/transactions?accountId=\(id)")
                #expect(answer.status == 404)
            }
            for member in [other, child] {
                let rows = try await member.transactionsOverview()
                #expect(rows.total == 0 && rows.aggregates.categoryTotals == [:])
            }
        }
    }

    @Test("has the ids that Banking has, and the other sign", arguments: Engine.all)
    func alike(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let own = try await home.may().transactions.filter { $0.merchantName == "Whole Foods" }
            let banking = try await home.owner.purser.call(
                API.Banking.listTransactions,
                .init(
                    limit: PageNumber(100),
                    startDate: DateFilter(test: "2025-05-01"),
                    endDate: DateFilter(test: "2025-05-31")
                )
            ).transactions.filter { $0.merchantName == "Whole Foods" }
            #expect(own.count == 3 && own.map(\.id) == banking.map(\.transactionID))
            #expect(own.allSatisfy { $0.amount.minor == -14_235 && $0.category == "Groceries" })
            #expect(banking.allSatisfy { $0.amount.minor == 14_235 })
        }
    }
}
