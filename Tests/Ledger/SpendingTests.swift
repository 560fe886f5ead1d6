import Kernel
import Testing

@testable import Ledger

@Suite("What counts as spending")
struct SpendingTests {
    @Test("a purchase taken back is the same purchase with the other sign")
    func negated() {
        let spending = Spending(
            member: id(7),
            day: CivilDay(dayNumber: 20_103),
            category: "GENERAL_MERCHANDISE_ELECTRONICS",
            guardianCategory: "electronics",
            merchant: "Best Buy",
            merchantKey: "best buy",
            amountMinor: 12_345,
            count: 1
        )
        #expect(spending.negated.amountMinor == -12_345)
        #expect(spending.negated.count == -1)
        #expect(spending.negated.negated == spending)
        #expect(spending.negated.day == spending.day)
    }

    @Test(
        "only a final purchase of a member counts, in the household's currency",
        arguments: [
            (transfer(member: 7), true), (transfer(kind: .charge, member: 7), true),
            (transfer(kind: .charge, phase: .post, pending: 50, member: 7), true),
            (transfer(kind: .charge, phase: .pending, member: 7), false),
            (transfer(phase: .post, pending: 50, member: 7), true),
            (transfer(phase: .pending, member: 7), false),
            (transfer(phase: .void, pending: 50, member: 7), false), (transfer(), false),
            (transfer(1_000, .eur, member: 7), false),
            (transfer(kind: .income, member: 7), false), (transfer(kind: .own, member: 7), false),
            (transfer(kind: .opening, member: 7), false),
            (transfer(kind: Transfer.Kind(rawValue: "fee"), member: 7), false),
        ]
    )
    func finality(transfer: Transfer, isCounted: Bool) {
        #expect(transfer.isFinalPurchase(householdCurrency: .usd) == isCounted)
    }
}
