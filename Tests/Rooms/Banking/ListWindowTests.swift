import Contract
import Kernel
import Ledger
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Windows, filters and pages of transactions")
struct ListWindowTests {
    private static let words = ["Food and Drink", "Transportation", "Uncategorized"]

    /// Seven transactions on every fifth day of five months, in two accounts and three categories.
    private static func fill(_ home: BankingHome) async throws {
        let other = try await home.server.openAccount(.card, of: home.owner)
        let first = try #require(CivilDay("2025-03-20"))
        for step in 0..<30 {
            let day = first.adding(days: step * 5).text
            for number in 0..<7 {
                let minor = Int64(step * 7 + number + 1)
                let category = ["FOOD_AND_DRINK_GROCERIES", "transport", nil][number % 3]
                let account = number % 2 == 0 ? home.account : other
                try await home.spend(minor, category, on: day, from: account)
            }
        }
    }

    @Test("are slices of the whole list", arguments: Engine.all)
    func slices(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            try await Self.fill(home)
            var whole: [API.Banking.Transaction] = []
            for offset in [0, 100, 200] {
                let page = try await home.list(
                    .init(limit: PageNumber(100), offset: PageNumber(Int64(offset)))
                )
                whole += page.transactions
            }
            #expect(whole.map(\.amount.minor) == (1...210).reversed().map { Int64($0) })
            let days: [(String?, String?)] = [
                (nil, nil), ("2025-04-03", "2025-06-10"), (nil, "2025-06-17"),
                ("2025-05-04", nil), ("2025-08-12", "2025-08-12"), ("2025-03-20", "2025-03-24"),
            ]
            let accounts = [nil] + Set(whole.map(\.accountID)).sorted()
            for (start, end) in days {
                for account in accounts {
                    for word in [nil] + Self.words.map(Optional.some) {
                        let expected = whole.filter { row in
                            let day = Zone.utc.day(of: row.date.instant).text
                            return (start ?? day) <= day && day <= (end ?? day)
                                && row.accountID == account ?? row.accountID
                                && row.primaryCategory == word ?? row.primaryCategory
                        }
                        try await Self.expect(expected, in: home, start, end, account, word)
                    }
                }
            }
        }
    }

    private static func expect(
        _ rows: [API.Banking.Transaction],
        in home: BankingHome,
        _ start: String?,
        _ end: String?,
        _ account: Int64?,
        _ word: String?
    ) async throws {
        for (limit, offset) in [(5, 0), (5, 1), (5, 6), (9, 12), (100, 3), (1, 8)] {
            let page = try await home.list(
                .init(
                    limit: PageNumber(Int64(limit)),
                    offset: PageNumber(Int64(offset)),
                    startDate: start.map { DateFilter(test: $0) },
                    endDate: end.map { DateFilter(test: $0) },
                    category: word,
                    accountID: account
                )
            )
            let text = "\(start ?? "-") \(end ?? "-") \(account ?? 0) \(word ?? "-") \(limit)"
            #expect(page.total == Int64(rows.count), "\(text) \(offset)")
            let slice = rows.dropFirst(offset).prefix(limit)
            #expect(page.transactions.map(\.id) == slice.map(\.id), "\(text) \(offset)")
            #expect(page.hasMore == (offset + slice.count < rows.count))
        }
    }
}
