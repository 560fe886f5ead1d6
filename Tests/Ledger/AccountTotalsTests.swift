import Testing

@testable import Ledger

@Suite("The totals of an account")
struct AccountTotalsTests {
    @Test("a balance counts what is posted, what is available also what is about to leave")
    func sums() {
        let totals = AccountTotals(
            postedDebitMinor: 300,
            postedCreditMinor: 1_000,
            pendingDebitMinor: 50,
            pendingCreditMinor: 7
        )
        #expect(totals.balanceMinor == 700)
        #expect(totals.availableMinor == 650)
        #expect(AccountTotals().balanceMinor == 0)
    }

    @Test(
        "only a wallet may not owe",
        arguments: zip(AccountKind.allCases, [true, true, true, true, false])
    )
    func kinds(kind: AccountKind, mayOverdraw: Bool) {
        #expect(kind.mayOverdraw == mayOverdraw)
    }
}
