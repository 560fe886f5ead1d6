import Kernel
import Testing

@testable import Rewards

/// Of each purchase: its number, what it earned, the better card's number, what that had earned.
private typealias Line = [Int64]

@Suite("Missed rewards")
struct MissedRewardsTests {
    private func missed(
        _ first: String,
        _ last: String,
        _ purchases: [PastPurchase],
        _ wallet: [RewardCard],
        values: PointValues = .standard,
        in zone: Zone = .utc,
        limit: Int = 100
    ) -> MissedRewards {
        MissedRewards.of(
            ValueFixture.day(first)...ValueFixture.day(last),
            purchases: purchases,
            wallet: wallet,
            values: values,
            in: zone,
            limit: limit
        )
    }

    private func lines(_ missed: MissedRewards) -> [Line] {
        missed.listed.map { row in
            [
                ValueFixture.number(of: row.purchase.id.raw), row.earnedCents,
                ValueFixture.number(of: row.betterCardID.raw), row.betterCents,
            ]
        }
    }

    /// Card 1: 4x on groceries with a limit, 1x elsewhere.
    private func gold(_ limit: SpendingLimit? = nil, bonus: QuarterlyBonus? = nil) -> RewardCard {
        ValueFixture.card(
            1,
            "Gold",
            [ValueFixture.row(.groceries, 400), ValueFixture.row(.general, 100)],
            bonus: bonus,
            limits: limit.map { [$0] } ?? []
        )
    }

    /// Card 2: 2x on everything.
    private let double = ValueFixture.card(2, "Double", [ValueFixture.row(.general, 200)])

    @Test("a purchase is listed where another card would have earned more, and only there")
    func basic() {
        let missed = missed(
            "2025-02-01",
            "2025-02-28",
            [
                ValueFixture.purchase(1, "2025-02-01", 10_000, on: 2),
                ValueFixture.purchase(2, "2025-02-10", 10_000, on: 1),
                ValueFixture.purchase(3, "2025-02-28", 5_000, .gas, on: 1),
                ValueFixture.purchase(4, "2025-02-28", 5_000, .gas, on: 2),
            ],
            [gold(), double]
        )
        #expect(lines(missed) == [[1, 200, 1, 400], [3, 50, 2, 100]])
        #expect(missed.count == 2)
        #expect(missed.missedCents == 250)
        #expect(missed.missedWithoutCardCents == 0)
        #expect(missed.earnedCents == 200 + 400 + 50 + 100)
        #expect(missed.listed.map(\.missedCents) == [200, 50])
    }

    @Test("limits fill by what was really spent on a card, not by what might have been")
    func filling() {
        let limit = ValueFixture.limit(.groceries, 25_000, resets: "2025-03-01", .monthly)
        let really = missed(
            "2025-02-01",
            "2025-02-28",
            [
                ValueFixture.purchase(1, "2025-02-01", 20_000, on: 1),
                ValueFixture.purchase(2, "2025-02-02", 10_000, on: 2),
                ValueFixture.purchase(3, "2025-02-03", 10_000, on: 2),
            ],
            [gold(limit), double]
        )
        // $50 at 4x and $50 at 1x, twice: what is not spent there does not fill the limit.
        #expect(lines(really) == [[2, 200, 1, 250], [3, 200, 1, 250]])
        let never = missed(
            "2025-02-01",
            "2025-02-28",
            (1...3).map { ValueFixture.purchase($0, "2025-02-0\($0)", 20_000, on: 2) },
            [gold(limit), double]
        )
        #expect(lines(never) == (1...3).map { [$0, 400, 1, 800] })
    }

    @Test(
        "a limit begins anew at the bounds of its period",
        arguments: [
            ("2025-04-01", ResetType.quarterly, 1, ["2025-01-01", "2025-03-31", "2025-04-01"]),
            ("2026-10-01", .quarterly, 1, ["2025-01-01", "2025-03-31", "2025-04-01"]),
            ("2024-01-01", .quarterly, 1, ["2025-01-01", "2025-03-31", "2025-04-01"]),
            ("2026-01-01", .annually, 1, ["2025-01-01", "2025-12-31", "2026-01-01"]),
            ("2025-06-15", .annually, 15, ["2025-06-15", "2026-06-14", "2026-06-15"]),
            ("2025-04-01", .monthly, 1, ["2025-02-01", "2025-02-28", "2025-03-01"]),
            ("2025-03-31", .monthly, 31, ["2025-02-28", "2025-03-30", "2025-03-31"]),
            ("2025-03-31", .monthly, 31, ["2025-03-31", "2025-04-29", "2025-04-30"]),
            ("2025-02-28", .monthly, 31, ["2025-03-31", "2025-04-29", "2025-04-30"]),
            ("2025-02-28", .monthly, 28, ["2025-03-28", "2025-04-27", "2025-04-28"]),
            ("2028-02-29", .annually, 29, ["2024-02-29", "2025-02-27", "2025-02-28"]),
        ]
    )
    func periods(reset: String, type: ResetType, day: Int, days: [String]) {
        let limit = ValueFixture.limit(.groceries, 10_000, resets: reset, type, day: day)
        var purchases = [ValueFixture.purchase(0, days[0], 10_000, on: 1)]
        for (place, day) in days.enumerated() {
            purchases.append(ValueFixture.purchase(place + 1, day, 10_000, on: 2))
        }
        let missed = missed(days[0], days[2], purchases, [gold(limit), double])
        // In the period that the first purchase filled Double is best; in the next one it is not.
        #expect(lines(missed) == [[3, 200, 1, 400]])
        #expect(missed.earnedCents == 400 + 3 * 200)
    }

    @Test("a limit that never begins anew stays filled")
    func never() {
        let limit = ValueFixture.limit(.groceries, 10_000, entered: 4_000, .never)
        let missed = missed(
            "2025-01-01",
            "2029-12-31",
            [
                ValueFixture.purchase(1, "2025-01-01", 6_000, on: 1),
                ValueFixture.purchase(2, "2029-12-31", 10_000, on: 1),
            ],
            [gold(limit), double]
        )
        #expect(lines(missed) == [[2, 100, 2, 200]])
    }

    @Test("what was entered by hand counts in the period of the limit alone; what was posted not")
    func entered() {
        let limit = ValueFixture.limit(
            .groceries,
            10_000,
            entered: 10_000,
            posted: 9_000,
            resets: "2025-04-01",
            .quarterly
        )
        let days = ["2024-12-31", "2025-01-01", "2025-03-31", "2025-04-01"]
        let missed = missed(
            days[0],
            days[3],
            days.enumerated().map { ValueFixture.purchase($0, $1, 5_000, on: 2) },
            [gold(limit), double]
        )
        #expect(lines(missed) == [[0, 100, 1, 200], [3, 100, 1, 200]])
    }

    @Test("a correction below nothing gives no more room than the limit is")
    func correction() {
        let limit = ValueFixture.limit(.groceries, 10_000, entered: -5_000)
        let missed = missed(
            "2025-02-01",
            "2025-02-28",
            [
                ValueFixture.purchase(1, "2025-02-01", 12_000, on: 2),
                ValueFixture.purchase(2, "2025-02-02", 12_000, on: 1),
                ValueFixture.purchase(3, "2025-02-03", 12_000, on: 2),
            ],
            [gold(limit), double]
        )
        // $100 at 4x and $20 at 1x; after $120 less $50 there are $30 left, no gain over 2x.
        #expect(lines(missed) == [[1, 240, 1, 420]])
        #expect(missed.earnedCents == 240 + 420 + 240)
    }

    @Test("a bonus corrected below nothing gives no more room than its limit is")
    func bonusCorrection() {
        let bonus = QuarterlyBonus(
            category: .gas,
            multiplier: Multiplier(hundredths: 500),
            pointType: .cashBack,
            limitCents: 10_000,
            enteredCents: -5_000,
            period: CalendarQuarter(year: 2025, quarter: 1)
        )
        let missed = missed(
            "2025-02-01",
            "2025-02-28",
            [
                ValueFixture.purchase(1, "2025-02-01", 12_000, .gas, on: 2),
                ValueFixture.purchase(2, "2025-02-02", 12_000, .gas, on: 1),
                ValueFixture.purchase(3, "2025-02-03", 12_000, .gas, on: 2),
            ],
            [gold(bonus: bonus), double]
        )
        // $100 at 5x and $20 at 1x; after $120 less $50 there are $30 left, no gain over 2x.
        #expect(lines(missed) == [[1, 240, 1, 520]])
        #expect(missed.earnedCents == 240 + 520 + 240)
    }

    @Test("a bonus counts in its quarter, and real spending uses it up")
    func bonus() {
        let bonus = QuarterlyBonus(
            category: .gas,
            multiplier: Multiplier(hundredths: 500),
            pointType: .cashBack,
            limitCents: 20_000,
            enteredCents: 5_000,
            postedCents: 15_000,
            period: CalendarQuarter(year: 2025, quarter: 1)
        )
        let missed = missed(
            "2024-12-01",
            "2025-04-30",
            [
                ValueFixture.purchase(1, "2024-12-31", 10_000, .gas, on: 2),
                ValueFixture.purchase(2, "2025-01-01", 10_000, .gas, on: 2),
                ValueFixture.purchase(3, "2025-02-01", 12_000, .gas, on: 1),
                ValueFixture.purchase(4, "2025-03-31", 10_000, .gas, on: 2),
                ValueFixture.purchase(5, "2025-04-01", 10_000, .gas, on: 2),
            ],
            [gold(bonus: bonus), double]
        )
        // $150 of it are left; after $120 there are $30: 150 and 70 at 1x.
        #expect(lines(missed) == [[2, 200, 1, 500], [4, 200, 1, 220]])
        #expect(missed.earnedCents == 200 + 200 + 600 + 200 + 200)
    }

    @Test("earlier purchases fill limits and are not listed; later ones are not looked at")
    func window() {
        let limit = ValueFixture.limit(.groceries, 10_000)
        let missed = missed(
            "2025-02-01",
            "2025-02-28",
            [
                ValueFixture.purchase(1, "2025-01-31", 10_000, on: 1),
                ValueFixture.purchase(2, "2025-01-31", 10_000, .gas, on: 1),
                ValueFixture.purchase(3, "2025-02-01", 10_000, on: 1),
                ValueFixture.purchase(4, "2025-03-01", 10_000, on: 1),
            ],
            [gold(limit), double]
        )
        #expect(lines(missed) == [[3, 100, 2, 200]])
        #expect(missed.earnedCents == 100)
    }

    @Test("a purchase on no card of the wallet earned nothing, and is summed by itself too")
    func withoutCard() {
        let missed = missed(
            "2025-02-01",
            "2025-02-28",
            [
                ValueFixture.purchase(1, "2025-02-01", 10_000, on: nil),
                ValueFixture.purchase(2, "2025-02-02", 10_000, on: 77),
                ValueFixture.purchase(3, "2025-02-03", 10_000, on: 2),
                ValueFixture.purchase(4, "2025-02-03", 0, on: 2),
                ValueFixture.purchase(5, "2025-02-03", -10_000, on: 2),
            ],
            [gold(), double]
        )
        #expect(lines(missed) == [[1, 0, 1, 400], [2, 0, 1, 400], [3, 200, 1, 400]])
        #expect(missed.missedCents == 1_000)
        #expect(missed.missedWithoutCardCents == 800)
        #expect(missed.earnedCents == 200)
    }

    @Test("an inactive card is not named; no cards, one card and no purchases miss nothing")
    func few() {
        var off = gold()
        off.isActive = false
        let purchases = [
            ValueFixture.purchase(1, "2025-02-01", 10_000, on: 2),
            ValueFixture.purchase(2, "2025-02-01", 10_000, .gas, on: 1),
        ]
        let one = missed("2025-02-01", "2025-02-28", purchases, [off, double])
        #expect(lines(one) == [[2, 100, 2, 200]])
        let alone = missed("2025-02-01", "2025-02-28", [purchases[0]], [double])
        #expect(alone.count == 0 && alone.earnedCents == 200)
        let none = missed("2025-02-01", "2025-02-28", purchases, [])
        #expect(none.count == 0 && none.missedCents == 0 && none.earnedCents == 0)
        #expect(missed("2025-02-01", "2025-02-28", [], [gold(), double]).listed == [])
    }

    @Test(
        "of equally good cards the first by name is named, then by id, in any order of the wallet"
    )
    func ties() {
        let cards = [
            ValueFixture.card(5, "beta", [ValueFixture.row(.general, 300)]),
            ValueFixture.card(4, "ALPHA", [ValueFixture.row(.general, 300)]),
            ValueFixture.card(3, "alpha", [ValueFixture.row(.general, 300)]), double,
        ]
        let purchase = ValueFixture.purchase(1, "2025-02-01", 10_000, on: 2)
        for wallet in [cards, cards.reversed()] {
            let missed = missed("2025-02-01", "2025-02-28", [purchase], wallet)
            #expect(lines(missed) == [[1, 200, 3, 300]])
        }
    }

    @Test("the fee abroad decides too, and a loss counts as what it is")
    func foreign() {
        var fee = double
        fee.foreignFeeBasisPoints = 300
        let missed = missed(
            "2025-02-01",
            "2025-02-28",
            [
                ValueFixture.purchase(1, "2025-02-01", 10_000, .gas, on: 2, isForeign: true),
                ValueFixture.purchase(2, "2025-02-01", 10_000, .gas, on: 1, isForeign: true),
                ValueFixture.purchase(3, "2025-02-01", 10_000, .gas, on: nil, isForeign: true),
            ],
            [gold(), fee]
        )
        #expect(lines(missed) == [[1, -100, 1, 100], [3, 0, 1, 100]])
        #expect(missed.missedCents == 300)
        #expect(missed.earnedCents == 0)
    }

    @Test("a list that is cut has the largest, in the order in which they were made; sums have all")
    func cut() {
        let amounts: [Int64] = [1_000, 9_000, 2_000, 9_000, 5_000]
        let purchases = amounts.enumerated().map { place, cents in
            ValueFixture.purchase(place, "2025-02-0\(place + 1)", cents, on: 2)
        }
        let wallet = [gold(), double]
        let two = missed("2025-02-01", "2025-02-28", purchases, wallet, limit: 2)
        #expect(two.listed.map(\.purchase.id) == [purchases[1].id, purchases[3].id])
        let one = missed("2025-02-01", "2025-02-28", purchases, wallet, limit: 1)
        #expect(one.listed.map(\.purchase.id) == [purchases[1].id])
        let three = missed("2025-02-01", "2025-02-28", purchases, wallet, limit: 3)
        #expect(three.listed.map(\.purchase.amountCents) == [9_000, 9_000, 5_000])
        let none = missed("2025-02-01", "2025-02-28", purchases, wallet, limit: 0)
        #expect(none.listed == [])
        for result in [none, one, two, three] {
            #expect(result.count == 5)
            #expect(result.missedCents == 26_000 * 2 / 100)
        }
    }

    @Test("a limit's day is the household's")
    func zones() throws {
        let newYork = try #require(Zone.named("America/New_York"))
        let limit = ValueFixture.limit(
            .groceries,
            10_000,
            resets: "2025-04-01",
            .quarterly,
            in: newYork
        )
        let missed = missed(
            "2025-03-01",
            "2025-04-30",
            [
                ValueFixture.purchase(1, "2025-03-30", 10_000, on: 1),
                ValueFixture.purchase(2, "2025-03-31", 10_000, on: 2),
                ValueFixture.purchase(3, "2025-04-01", 10_000, on: 2),
            ],
            [gold(limit), double],
            in: newYork
        )
        #expect(lines(missed) == [[3, 200, 1, 400]])
    }
}
