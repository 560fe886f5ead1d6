import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@Suite("Summing up spending")
struct SumUpSpendingTests {
    private func sumUp(_ home: NoticesHome, hours: Int64 = 1) async throws -> Int {
        let earlier = home.server.clock.now.adding(seconds: -hours * 3_600)
        return try await home.server.operations.banking.sumUpSpending(
            after: earlier,
            home.server.call()
        )
    }

    @Test("tells each member its week, on Monday morning and once", arguments: Engine.all)
    func weekly(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            let account = try await home.server.openAccount(of: home.parent)
            let groceries = "FOOD_AND_DRINK_GROCERIES"
            for (minor, category) in [(5_000, groceries), (2_500, groceries), (3_000, "fun")] {
                let purchase = account.purchase(
                    Int64(minor),
                    category,
                    on: home.server.clock.now
                )
                try await home.server.record(purchase, in: account)
            }
            home.server.clock.set("2025-01-20T07:59:59Z")
            #expect(try await sumUp(home) == 0)
            home.server.clock.set("2025-01-20T08:00:00Z")
            #expect(try await sumUp(home) == 2)
            #expect(try await sumUp(home) == 0)
            try await home.deliver()
            #expect(home.sender.kinds == ["weekly_summary", "weekly_summary"])
            let bodies = Set(home.sender.sent.map(\.message.body))
            #expect(
                bodies == [
                    """
                    You spent $105.00 in 3 transactions, the most on Food and Drink: $75.00.
                    """,
                    "You spent nothing.",
                ]
            )
        }
    }

    @Test("tells who wants it each day, and who wants none nothing", arguments: Engine.all)
    func daily(engine: Engine) async throws {
        try await NoticesHome.with(engine) { home in
            try await home.prefer(home.child, .init(spendingSummary: .daily))
            try await home.prefer(home.parent, .init(spendingSummary: SummaryFrequency.none))
            for day in 16...20 {
                home.server.clock.set("2025-01-\(day)T08:10:00Z")
                #expect(try await sumUp(home) == 1)
            }
            try await home.deliver()
            #expect(Set(home.told(home.child)) == ["daily_summary"])
            #expect(home.told(home.parent).isEmpty)
        }
    }

    private typealias SummaryFrequency = API.Banking.SummaryFrequency
}
