import Contract
import Kernel
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Amounts in another currency than the household's")
struct OtherCurrencyTests {
    private func spent(_ id: String, _ minor: Int64) throws -> ProviderTransaction {
        ProviderTransaction(
            id: id,
            accountID: "abroad",
            amountMinor: minor,
            currency: Currency(code: "EUR"),
            day: try #require(CivilDay("2025-08-18")),
            name: "CAFE"
        )
    }

    @Test("are rows, and in no sum", arguments: Engine.all)
    func rows(engine: Engine) async throws {
        let euros = ProviderAccount.test(
            "abroad",
            currency: Currency(code: "EUR"),
            currentMinor: 5_000,
            mask: "0001"
        )
        let bank = ScriptedBank([.test(), euros])
        try await InsightsHome.scripted(engine, bank) { home, bank in
            bank.tell(
                .page(
                    .test("a", 100),
                    .test("b", 110),
                    .test("c", 120),
                    try spent("d", 900_000)
                )
            )
            _ = try await home.owner.syncTransactions()
            let answer = try await home.overview("")
            #expect(answer.total == 4 && answer.aggregates.count == 4)
            #expect(answer.aggregates.expenseTotal.minor == -330)
            #expect(answer.aggregates.categoryTotals.keys.sorted() == ["Groceries"])
            let row = try #require(answer.transactions.first { $0.currency == "EUR" })
            #expect(row.amount.minor == -900_000 && row.anomalyScore == nil)
            #expect(row.merchantName == "CAFE")
            // Found, and in no figure of what is found.
            let found = try await home.search(#"{"topK":100}"#)
            #expect(found.references.map(\.amountCents).contains(-900_000))
            #expect(found.stats.sum == -330)
            let accounts = try await home.owner.accountsOverview()
            #expect(accounts.totalBalance.minor == 100_000)
            #expect(accounts.accounts.map(\.currency).sorted() == ["EUR", "USD"])
        }
    }
}
