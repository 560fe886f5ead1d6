import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Sums of transactions")
struct TransactionTotalsTests {
    /// The contract's case 16.
    @Test("are by category, month by month", arguments: Engine.all)
    func categories(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let body = #"{"granularity":"CATEGORY","from":"2025-05-01","to":"2025-05-31"}"#
            let sums = try await home.aggregate(body)
            #expect(sums.granularity == .category)
            #expect(sums.from?.day.text == "2025-05-01" && sums.to?.day.text == "2025-05-31")
            let housing = try #require(sums.buckets.first)
            #expect(housing.key == "Housing" && housing.label == "Housing")
            #expect(housing.sum == -185_000 && housing.avg == -185_000 && housing.count == 1)
            let groceries = sums.buckets.first { $0.key == "Groceries" }
            #expect(groceries?.count == 5 && groceries?.sum == -58_065)
            #expect(groceries?.avg == -11_613)
            let transfer = sums.buckets.first { $0.key == "Transfer" }
            #expect(transfer?.count == 2 && transfer?.sum == 0 && transfer?.avg == 0)
            #expect(sums.buckets.map(\.sum) == sums.buckets.map(\.sum).sorted())
            #expect(sums.timeline.map(\.bucket.month.text) == ["2025-05"])
            #expect(sums.timeline.first?.count == 33 && sums.timeline.first?.sum == 408_846)
        }
    }

    @Test("are by month and by merchant, over all of the history", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let months = try await home.aggregate(#"{"granularity":"Month"}"#)
            #expect(months.from == nil && months.to == nil)
            #expect(months.buckets.first?.key == "2025-06")
            #expect(months.buckets.first?.sum == -645_653 && months.buckets.first?.count == 15)
            let timeline = months.timeline.map(\.bucket.month.text)
            #expect(timeline == ["2025-03", "2025-04", "2025-05", "2025-06"])
            #expect(months.timeline.map(\.count) == [33, 33, 33, 15])
            let merchants = try await home.aggregate(#"{"granularity":"merchant"}"#)
            #expect(Set(merchants.buckets.map(\.key)).count == merchants.buckets.count)
            #expect(merchants.buckets.allSatisfy { RawID($0.key) != nil })
            let again = try await home.aggregate(#"{"granularity":"merchant"}"#)
            #expect(again.buckets == merchants.buckets && again.chatID != merchants.chatID)
            let other = try await home.server.registerParent("other@example.com")
            _ = try await other.syncTransactions(demoSeed: true)
            let theirs = try await other.purser.call(
                API.Insights.aggregateTransactions,
                .init(granularity: .merchant)
            )
            #expect(theirs.buckets.count == merchants.buckets.count)
            let keys = Set(theirs.buckets.map(\.key))
            #expect(keys.isDisjoint(with: merchants.buckets.map(\.key)))
        }
    }

    @Test("of a month are by category and merchant", arguments: Engine.all)
    func month(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let answer = try await home.get("/rag/summaries?month=2025-05")
            #expect(answer.status == 200)
            let sums = try API.Insights.monthlyTotals.output(of: answer.body)
            #expect(sums.month.month.text == "2025-05")
            #expect(sums.totals == .init(income: 840_625, expense: -431_779))
            #expect(sums.totals.net == 408_846)
            #expect(
                sums.categories.first
                    == .init(code: "ho", label: "Housing", count: 1, sum: -185_000, avg: -185_000)
            )
            #expect(sums.categories.last?.code == "in" && sums.categories.last?.sum == 840_625)
            let codes = sums.categories.map(\.code)
            #expect(Set(codes).count == codes.count && codes.contains("tf"))
            #expect(sums.merchants.count == 20)
            #expect(sums.merchants.first?.label == "Oakwood Apartments")
            let wholeFoods = try #require(sums.merchants.first { $0.label == "Whole Foods" })
            #expect(wholeFoods.count == 3 && wholeFoods.sum == -42_705)
            let merchants = try await home.aggregate(#"{"granularity":"merchant"}"#)
            let bucket = merchants.buckets.first { $0.label == "Whole Foods" }
            #expect(bucket?.key == wholeFoods.merchantID.text)
            let empty = try await home.get("/rag/summaries?month=2024-01")
            let none = try API.Insights.monthlyTotals.output(of: empty.body)
            #expect(none.categories.isEmpty && none.merchants.isEmpty && none.totals.net == 0)
        }
    }

    @Test("are refused where a field breaks its rule", arguments: Engine.all)
    func refusals(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            for (body, field) in [
                (#"{"granularity":"week"}"#, "granularity"), ("{}", "granularity"),
                (#"{"granularity":"month","from":"2025-06"}"#, "from"),
                (#"{"granularity":"month","from":"2025-06-02","to":"2025-06-01"}"#, "to"),
            ] {
                let answer = try await home.aggregateAnswer(body)
                #expect(answer.status == 400, "\(body)")
                #expect(try answer.faults().first?.hasPrefix("\(field) ") == true, "\(body)")
            }
            let long = String(repeating: "a", count: 65)
            let chat = try await home.aggregateAnswer(#"{"granularity":"month"}"#, chat: long)
            #expect(try chat.faults() == ["X-Chat-Id is too long"])
            let echoed = try await home.aggregateAnswer(#"{"granularity":"month"}"#, chat: "c")
            #expect(echoed.status == 200 && echoed.headers["X-Chat-Id"] == "c")
            #expect(try echoed.string("chatId") == "c")
            for query in ["", "?month=2025-13", "?month=2025"] {
                let answer = try await home.get("/rag/summaries\(query)")
                #expect(answer.status == 400, "\(query)")
                #expect(try answer.faults().first?.hasPrefix("month ") == true)
            }
        }
    }
}
