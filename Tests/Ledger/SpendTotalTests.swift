import Kernel
import Ledger
import Testing

@Suite("A total of spending")
struct SpendTotalTests {
    @Test("grows by purchases and other totals, and shrinks by what is taken back")
    func sums() {
        let purchase = Spending(
            member: ID(RawID(high: 1, low: 2)),
            day: CivilDay(dayNumber: 20_103),
            category: "GAMES",
            guardianCategory: "fun",
            merchant: "Steam",
            merchantKey: "steam",
            amountMinor: 700,
            count: 1
        )
        var total = SpendTotal()
        total += purchase
        total += SpendTotal(amountMinor: 300, count: 2)
        #expect(total == SpendTotal(amountMinor: 1_000, count: 3))
        total += purchase.negated
        #expect(total == SpendTotal(amountMinor: 300, count: 2))
    }
}
