import Kernel
import Rewards
import Testing

@Suite("Spending of a card")
struct SpendingTests {
    private let quarter = CalendarQuarter(year: 2025, quarter: 1)

    @Test("15: setting, then adding; a category without limit is refused")
    func setAndAdd() throws {
        var card = gold(spent: 800)
        let set = try card.spend(5_000, .set, for: .groceries, in: quarter)
        #expect(set.previousCents == 80_000)
        #expect(set.totalCents == 5_000)
        let add = try card.spend(2_550, .add, for: .groceries, in: quarter)
        #expect(add.totalCents == 7_550)
        #expect(add.addedCents == 2_550)
        let before = card
        #expect(throws: SpendingChange.Refusal.noLimit) {
            try card.spend(1, .add, for: .gas, in: quarter)
        }
        #expect(card == before)
    }

    @Test("the limit that counts is the card's own, its parent's, or the general one")
    func chain() throws {
        var card = card(
            .amexGold,
            limits: [limit(.dining, 10, spent: 0), limit(.general, 20, spent: 0)]
        )
        _ = try card.spend(100, .add, for: .coffee, in: quarter)
        _ = try card.spend(200, .add, for: .gas, in: quarter)
        #expect(card.limits.map(\.spentCents) == [100, 200])
        // A reached limit may be exceeded.
        #expect(try card.spend(5_000, .add, for: .dining, in: quarter).totalCents == 5_100)
    }

    @Test("what was posted and what was entered stay apart; what is set is the whole")
    func apart() throws {
        var card = gold(spent: 0)
        _ = try card.spend(3_000, .post, for: .groceries, in: quarter)
        _ = try card.spend(500, .add, for: .groceries, in: quarter)
        #expect(card.limits[0].postedCents == 3_000)
        #expect(card.limits[0].enteredCents == 500)
        #expect(try card.spend(1_000, .set, for: .groceries, in: quarter).totalCents == 1_000)
        #expect(card.limits[0].postedCents == 3_000)
        #expect(card.limits[0].spentCents == 1_000)
    }

    @Test("adding also adds to a bonus of this quarter; where only it covers, it is what changes")
    func bonus() throws {
        var only = freedom(spent: 10)
        #expect(try only.spend(500, .add, for: .gas, in: quarter).totalCents == 1_500)
        #expect(try only.spend(200, .set, for: .gas, in: quarter).totalCents == 200)
        #expect(only.bonus?.spentCents == 200)
        let next = CalendarQuarter(year: 2025, quarter: 2)
        #expect(throws: SpendingChange.Refusal.noLimit) {
            try only.spend(1, .add, for: .gas, in: next)
        }
        var both = freedom(spent: 10)
        both.limits = [limit(.gas, 100, spent: 1)]
        #expect(try both.spend(500, .add, for: .gas, in: quarter).totalCents == 600)
        #expect(both.bonus?.spentCents == 1_500)
        #expect(try both.spend(100, .set, for: .gas, in: quarter).totalCents == 100)
        #expect(both.bonus?.spentCents == 1_500)
        #expect(try both.spend(500, .add, for: .gas, in: next).totalCents == 600)
        #expect(both.bonus?.spentCents == 1_500)
    }

    @Test("more than any amount may be is refused, and nothing changes")
    func tooMuch() throws {
        var card = gold(spent: 800)
        let before = card
        #expect(throws: SpendingChange.Refusal.tooMuch) {
            try card.spend(Limits.amountMinor, .add, for: .groceries, in: quarter)
        }
        #expect(card == before)
    }
}
