import Contract
import Kernel
import Ledger
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The summary of transactions")
struct SummarizeTransactionsTests {
    private typealias Request = API.Banking.SpendingSummaryRequest

    @Test("counts what goes out, but not between own accounts", arguments: Engine.all)
    func counted(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            try await home.spend(1_250, "FOOD_AND_DRINK_GROCERIES", on: "2025-08-01")
            try await home.spend(3_750, "FOOD_AND_DRINK_COFFEE", on: "2025-08-02", phase: .pending)
            try await home.spend(5_000, "TRANSPORTATION_GAS", on: "2025-08-02")
            try await home.earn(420_000, "INCOME_WAGES", on: "2025-08-01")
            try await home.spend(50_000, "TRANSFER_OUT_SAVINGS", on: "2025-08-03")
            try await home.spend(7_000, "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT", on: "2025-08-03")
            try await home.spend(9_999, on: "2025-07-31")
            try await home.spend(9_999, on: "2025-09-01")
            let august = Request(
                startDate: DateFilter(test: "2025-08-01"),
                endDate: DateFilter(test: "2025-08-31")
            )
            let summary = try await home.summary(august)
            #expect(summary.totalSpent.minor == 10_000 && summary.transactionCount == 3)
            #expect(
                summary.categoryBreakdown.map { "\($0.category) \($0.amount.minor)" } == [
                    "Food and Drink 5000", "Transportation 5000",
                ]
            )
            #expect(summary.categoryBreakdown.map(\.transactionCount) == [2, 1])
            #expect(summary.categoryBreakdown.map(\.percentage.minor) == [5_000, 5_000])
            #expect(
                summary.dailySpending.map { "\($0.date.instant.text) \($0.amount.minor)" } == [
                    "2025-08-01T00:00:00Z 1250", "2025-08-02T00:00:00Z 8750",
                ]
            )
            #expect(summary.dailySpending.map(\.transactionCount) == [1, 2])
            #expect(summary.startDate.day.text == "2025-08-01")
            #expect(summary.endDate.day.text == "2025-08-31")
        }
    }

    @Test("rounds each share alone", arguments: Engine.embedded)
    func shares(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            for (minor, category) in [(1_000, "a"), (2_000, "b"), (7_001, "c")] {
                try await home.spend(Int64(minor), category, on: "2025-08-10")
            }
            for category in ["a", "b", "c"] { try await home.spend(100, category) }
            let day = DateFilter(test: "2025-08-10")
            let first = try await home.summary(Request(startDate: day, endDate: day))
            #expect(first.totalSpent.minor == 10_001)
            #expect(first.categoryBreakdown.map(\.category) == ["c", "b", "a"])
            #expect(first.categoryBreakdown.map(\.percentage.minor) == [7_000, 2_000, 1_000])
            let second = try await home.summary(Request(days: 1))
            #expect(second.categoryBreakdown.map(\.category) == ["a", "b", "c"])
            #expect(second.categoryBreakdown.map(\.percentage.minor) == [3_333, 3_333, 3_333])
        }
    }

    @Test("is of the last thirty days, or of as many as are asked for", arguments: Engine.embedded)
    func windows(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            for (start, end, days, first, last) in [
                (nil, nil, nil, "2025-07-22", "2025-08-20"),
                (nil, nil, 1, "2025-08-20", "2025-08-20"),
                (nil, nil, 366, "2024-08-20", "2025-08-20"),
                ("2025-08-01", nil, 3, "2025-08-01", "2025-08-20"),
                (nil, "2025-08-10", 3, "2025-07-12", "2025-08-10"),
                ("2025-01-01", "2025-01-02", nil, "2025-01-01", "2025-01-02"),
            ] as [(String?, String?, Int64?, String, String)] {
                try await home.spend(1, on: first)
                try await home.spend(1, on: last)
                let request = Request(
                    startDate: start.map { DateFilter(test: $0) },
                    endDate: end.map { DateFilter(test: $0) },
                    days: days
                )
                let summary = try await home.summary(request)
                #expect(summary.startDate.day.text == first && summary.endDate.day.text == last)
                let shown = summary.dailySpending.map(\.date.instant.text)
                #expect(shown.first == "\(first)T00:00:00Z" && shown.last == "\(last)T00:00:00Z")
            }
            for wrong in ["days=0", "days=367", "days=x", "start_date=2025-08-21"] {
                let path = "/api/transactions/summary?\(wrong)"
                #expect(try await home.get(path).status == 400, "\(wrong)")
            }
        }
    }

    @Test("is of the household's currency, and 0 of nothing", arguments: Engine.all)
    func currency(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let empty = try await home.summary()
            #expect(empty.totalSpent.minor == 0 && empty.transactionCount == 0)
            #expect(empty.categoryBreakdown.isEmpty && empty.dailySpending.isEmpty)
            let euro = try #require(Currency(code: "EUR"))
            let ids = try await home.server.openAccounts(in: euro, of: home.owner)
            let abroad = TestAccount(owner: home.owner, id: ids[0], world: ids[1])
            let now = home.server.clock.now
            try await home.server.record(
                abroad.purchase(500, on: now, currency: euro),
                in: abroad
            )
            try await home.spend(300)
            #expect(try await home.summary().totalSpent.minor == 300)
            #expect(try await home.list().transactions.map(\.currencyCode) == ["USD", "EUR"])
        }
    }

    @Test("moves with an edit of a category", arguments: Engine.all)
    func edits(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let id = try await home.spend(300)
            for (word, shown) in [
                ("Travel", "Travel"), ("Own Word", "Own Word"), (nil, "Food and Drink"),
            ] as [(String?, String)] {
                try await home.edit(id, word)
                let sums = try await home.summary().categoryBreakdown
                #expect(sums.map(\.category) == [shown] && sums.map(\.transactionCount) == [1])
            }
            try await home.edit(id, "Transfer")
            #expect(try await home.summary().transactionCount == 0)
        }
    }
}
