import Kernel
import Testing

@testable import Rewards

@Suite("From which day on purchases fill limits")
struct FirstDayTests {
    private func card(
        _ limits: [SpendingLimit],
        bonus: QuarterlyBonus? = nil,
        isTied: Bool = true
    ) -> RewardCard {
        var card = ValueFixture.card(1, "Gold", [], bonus: bonus, limits: limits)
        if isTied { card.accountID = ID(RawID(high: 3, low: 1)) }
        return card
    }

    private func first(_ cards: RewardCard..., of day: String = "2025-02-01") -> String {
        MissedRewards.firstDay(of: ValueFixture.day(day), wallet: cards, in: .utc).text
    }

    @Test(
        "is that on which the limit's period begins, a year before at the earliest",
        arguments: [
            ("2025-04-01", ResetType.quarterly, 1, "2025-01-01"),
            ("2026-01-01", .annually, 1, "2025-01-01"),
            ("2025-06-15", .annually, 15, "2024-06-15"),
            ("2025-02-02", .annually, 2, "2024-02-02"),
            ("2025-02-01", .annually, 1, "2025-02-01"),
            ("2025-03-31", .monthly, 31, "2025-01-31"),
            ("2031-07-10", .monthly, 10, "2025-01-10"),
            ("2024-12-24", .never, 24, "2024-12-24"),
            ("2020-01-01", .never, 1, "2024-02-01"),
            ("2025-02-20", .never, 20, "2025-02-01"),
        ]
    )
    func limits(reset: String, type: ResetType, day: Int, expected: String) {
        let limit = ValueFixture.limit(.groceries, 10_000, resets: reset, type, day: day)
        #expect(first(card([limit])) == expected)
        #expect(first(card([limit], isTied: false)) == "2025-02-01")
    }

    @Test("is that of the longest period, and of a bonus in its quarter")
    func longest() {
        let monthly = ValueFixture.limit(.gas, 1, resets: "2025-02-10", .monthly, day: 10)
        let annually = ValueFixture.limit(.groceries, 1, resets: "2025-09-01", .annually)
        #expect(first(card([monthly]), card([annually])) == "2024-09-01")
        #expect(first(card([annually, monthly])) == "2024-09-01")
        let bonus = { (quarter: Int, year: Int) in
            QuarterlyBonus(
                category: .gas,
                multiplier: Multiplier(hundredths: 500),
                pointType: .cashBack,
                limitCents: 1,
                enteredCents: 0,
                postedCents: 0,
                period: CalendarQuarter(year: year, quarter: quarter)
            )
        }
        #expect(first(card([], bonus: bonus(1, 2025))) == "2025-01-01")
        #expect(first(card([], bonus: bonus(4, 2024))) == "2025-02-01")
        #expect(first() == "2025-02-01")
    }

    @Test(
        "a program is known by its name in any case, a point type by its case name, too",
        arguments: [
            ("mr", "MR"), (" UR ", "UR"), ("capitalOneMiles", "Capital One Miles"),
            ("DELTA SKYMILES", "Delta SkyMiles"), ("cash back", "Cash Back"), ("Zlotys", nil),
            ("", nil),
        ] as [(String, String?)]
    )
    func programs(written: String, program: String?) {
        #expect(PointValues.program(written: written) == program)
        #expect(PointValues.programs.count <= Limits.pointValuesPerMember)
    }
}
