import Kernel
import Testing

@testable import Rewards

@Suite("What a purchase on a card is worth")
struct PurchaseValueTests {
    private func value(
        _ cents: Int64,
        _ category: RewardsCategory,
        on card: RewardCard,
        isForeign: Bool = false,
        values: PointValues = .standard,
        at day: String = "2025-02-10"
    ) -> PurchaseValue {
        let ready = WalletCard(card, at: ValueFixture.midnight(day), in: .utc)
        return CardValuation(ready, values: values).value(
            of: ValuedPurchase(amountCents: cents, category: category, isForeign: isForeign)
        )
    }

    private func parts(_ value: PurchaseValue) -> [Int64] {
        [value.atBonusCents, value.atRateCents, value.aboveLimitCents]
    }

    private func gold(spent: Int64, posted: Int64 = 0) -> RewardCard {
        ValueFixture.card(
            1,
            "Gold",
            [
                ValueFixture.row(.groceries, 400, .membershipRewards),
                ValueFixture.row(.general, 100, .membershipRewards),
            ],
            limits: [ValueFixture.limit(.groceries, 100_000, entered: spent, posted: posted)],
            fee: 270
        )
    }

    @Test(
        "a purchase that crosses a limit is split",
        arguments: [
            // $150 at 4x; $100 of it; the last cent of the limit; nothing left; more than spent.
            (Int64(0), [Int64(0), 15_000, 0], Int64(600)),
            (85_000, [0, 15_000, 0], 600),
            (90_000, [0, 10_000, 5_000], 450),
            // 1 × 4 + 14,999 × 1 hundredths of a cent: 150.03.
            (99_999, [0, 1, 14_999], 150),
            (100_000, [0, 0, 15_000], 150),
            (120_000, [0, 0, 15_000], 150),
        ]
    )
    func split(spent: Int64, parts: [Int64], cents: Int64) {
        let value = value(15_000, .groceries, on: gold(spent: spent))
        #expect(self.parts(value) == parts)
        #expect(value.cents == cents)
        let posted = self.value(15_000, .groceries, on: gold(spent: 0, posted: spent))
        #expect(posted == value)
        #expect(self.value(15_000, .gas, on: gold(spent: spent)).cents == 150)
    }

    @Test("the fee abroad is taken off, and is rounded by itself")
    func foreign() {
        let card = gold(spent: 0)
        // $100: 400 less 2.70.
        let abroad = value(10_000, .groceries, on: card, isForeign: true)
        #expect(abroad.rewardCents == 400)
        #expect(abroad.feeCents == 270)
        #expect(abroad.cents == 130)
        #expect(value(10_000, .general, on: card, isForeign: true).cents == -170)
        var unknown = card
        unknown.foreignFeeBasisPoints = nil
        #expect(value(10_000, .groceries, on: unknown, isForeign: true).cents == 400)
    }

    @Test(
        "halves of a cent go to the even cent",
        arguments: [
            (Int64(49), Int64(0)), (50, 0), (51, 1), (149, 1), (150, 2), (151, 2), (250, 2),
            (251, 3), (350, 4), (0, 0), (1, 0),
        ]
    )
    func rounding(amount: Int64, cents: Int64) {
        let one = ValueFixture.card(1, "One", [ValueFixture.row(.general, 100)])
        #expect(value(amount, .general, on: one).rewardCents == cents)
        // A fee of one per cent is as much as one point of a cent for each dollar.
        var fee = one
        fee.foreignFeeBasisPoints = 100
        #expect(value(amount, .general, on: fee, isForeign: true).feeCents == cents)
    }

    @Test("points are worth what their program is worth, the member's own judgement first")
    func programs() {
        let plain = ValueFixture.card(1, "Miles", [ValueFixture.row(.general, 200)])
        let listed = ValueFixture.card(
            1,
            "Miles",
            [ValueFixture.row(.general, 200), ValueFixture.row(.gas, 200, .ultimateRewards)],
            listedAs: "us-amex-delta-skymiles-gold"
        )
        // $100 at 2x: 200 points of 1 cent; of 1.1 cents; of 1.35 cents.
        #expect(value(10_000, .general, on: plain).cents == 200)
        #expect(value(10_000, .general, on: listed).cents == 220)
        let own = ValueFixture.values([("Delta SkyMiles", 135), ("UR", 150)])
        #expect(value(10_000, .general, on: listed, values: own).cents == 270)
        #expect(value(10_000, .general, on: plain, values: own).cents == 200)
        #expect(value(10_000, .gas, on: listed, values: own).cents == 300)
        let unknown = ValueFixture.card(
            1,
            "Gone",
            [ValueFixture.row(.general, 200)],
            listedAs: "us-no-more"
        )
        #expect(value(10_000, .general, on: unknown).cents == 200)
    }

    @Test("above the limit of everything else one point is earned; without rows too")
    func generalLimit() {
        let card = ValueFixture.card(
            1,
            "Two",
            [ValueFixture.row(.general, 200, .ultimateRewards)],
            limits: [ValueFixture.limit(.general, 1_000, entered: 500)]
        )
        // $5 at 2x and $5 at 1x.
        let half = value(1_000, .dining, on: card)
        #expect(parts(half) == [0, 500, 500])
        #expect(half.cents == 15)
        let bare = ValueFixture.card(1, "Bare", [])
        #expect(value(10_000, .dining, on: bare).cents == 100)
        let own = ValueFixture.values([("MR", 200)])
        #expect(value(10_000, .dining, on: bare, values: own).cents == 200)
    }

    @Test("the largest amount at the largest rate is bounded, not undone")
    func largest() {
        let card = ValueFixture.card(1, "Most", [ValueFixture.row(.general, 10_000)])
        let own = ValueFixture.values([("Cash Back", 1_000)])
        // 10^12 × 10^4 × 10^3 / 10^6 is above the largest amount.
        let largest = value(Limits.amountMinor, .general, on: card, values: own)
        #expect(largest.cents == Limits.amountMinor)
        #expect(value(Limits.amountMinor, .general, on: card).cents == Limits.amountMinor)
        let tenth = value(Limits.amountMinor / 1_000, .general, on: card, values: own)
        #expect(tenth.cents == 10_000_000_000)
    }

    private func freedom(spent: Int64, limits: [SpendingLimit] = []) -> RewardCard {
        ValueFixture.card(
            1,
            "Freedom",
            [ValueFixture.row(.general, 100, .ultimateRewards)],
            bonus: QuarterlyBonus(
                category: .gas,
                multiplier: Multiplier(hundredths: 500),
                pointType: .ultimateRewards,
                limitCents: 150_000,
                enteredCents: spent,
                period: CalendarQuarter(year: 2025, quarter: 1)
            ),
            limits: limits
        )
    }

    @Test(
        "a bonus is paid in its quarter up to its limit",
        arguments: [
            ("2025-02-10", Int64(0), [Int64(10_000), 0, 0], Int64(500)),
            ("2025-03-31", 145_000, [5_000, 5_000, 0], 300),
            ("2025-02-10", 150_000, [0, 10_000, 0], 100),
            ("2025-02-10", 190_000, [0, 10_000, 0], 100),
            ("2025-04-01", 0, [0, 10_000, 0], 100),
            ("2024-12-31", 0, [0, 10_000, 0], 100),
        ]
    )
    func bonus(day: String, spent: Int64, parts: [Int64], cents: Int64) {
        let value = value(10_000, .gas, on: freedom(spent: spent), at: day)
        #expect(self.parts(value) == parts)
        #expect(value.cents == cents)
        #expect(self.value(10_000, .dining, on: freedom(spent: spent), at: day).cents == 100)
    }

    @Test("a reached limit ends the bonus too, as a score says it")
    func bonusAndLimit() {
        // $30 left of the limit, $50 of the bonus: 30 at 5x, 70 at 1x.
        let limit = ValueFixture.limit(.gas, 20_000, entered: 17_000)
        let value = value(10_000, .gas, on: freedom(spent: 145_000, limits: [limit]))
        #expect(parts(value) == [3_000, 0, 7_000])
        #expect(value.cents == 220)
    }

    @Test("the best card by value has the most left after its fee; equals stand by name, then id")
    func best() {
        let two = [ValueFixture.row(.general, 200)]
        let wallet = [
            ValueFixture.card(9, "beta", two), ValueFixture.card(8, "Alpha", two),
            ValueFixture.card(7, "alpha", two),
            ValueFixture.card(6, "Abroad", [ValueFixture.row(.general, 400)], fee: 300),
            ValueFixture.card(5, "Off", [ValueFixture.row(.general, 900)], isActive: false),
        ]
        let ready = RewardWallet(wallet, at: ValueFixture.epoch, in: .utc)
        func best(isForeign: Bool) -> BestByValue? {
            let purchase = ValuedPurchase(
                amountCents: 10_000,
                category: .dining,
                isForeign: isForeign
            )
            return BestByValue.of(purchase, in: ready, values: .standard)
        }
        #expect(best(isForeign: false)?.cardID == ValueFixture.cardID(6))
        #expect(best(isForeign: false)?.value.cents == 400)
        #expect(best(isForeign: true)?.cardID == ValueFixture.cardID(7))
        #expect(best(isForeign: true)?.value.cents == 200)
        let none = RewardWallet([wallet[4]], at: ValueFixture.epoch, in: .utc)
        let purchase = ValuedPurchase(amountCents: 1, category: .gas)
        #expect(BestByValue.of(purchase, in: none, values: .standard) == nil)
    }
}
