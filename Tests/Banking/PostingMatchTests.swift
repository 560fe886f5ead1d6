import Kernel
import Testing

@testable import Banking

@Suite("Pending records that posted under another id")
struct PostingMatchTests {
    /// A record of a day of August at a café; above zero is what comes in.
    private static func side(
        _ day: Int,
        _ amountMinor: Int64,
        _ category: String? = nil,
        at payee: String = "CAFE"
    ) -> PostingMatch.Side {
        let first = CivilDay("2025-08-01") ?? CivilDay(dayNumber: 0)
        return PostingMatch.Side(
            amountMinor: amountMinor,
            day: first.adding(days: day - 1),
            payee: payee,
            category: category
        )
    }

    private static let tips = PostingMatch.tipPercents.keys.sorted()

    @Test("are more by a tip of that category at the most, and never less", arguments: tips)
    func tip(category: String) throws {
        let percent = try #require(PostingMatch.tipPercents[category])
        let pending = [Self.side(1, -10_000)]
        let most = -10_000 - percent * 100
        for (amount, isSame) in [
            (-10_000, true), (-10_001, true), (most, true), (most - 1, false), (-9_999, false),
            (10_000, false), (0, false),
        ] as [(Int64, Bool)] {
            let pairs = PostingMatch.pairs(pending, [Self.side(1, amount, category)])
            #expect(pairs == [isSame ? 0 : nil], "\(amount)")
        }
    }

    @Test("are up to 30 percent more in a restaurant, 20 where one sleeps, and else the same")
    func percents() {
        for (category, most) in [
            ("FOOD_AND_DRINK_RESTAURANT", -5_200), ("TRAVEL_LODGING", -4_800),
            ("FOOD_AND_DRINK_GROCERIES", -4_000), ("TRAVEL_FLIGHTS", -4_000), (nil, -4_000),
        ] as [(String?, Int64)] {
            let pending = [Self.side(1, -4_000)]
            #expect(PostingMatch.pairs(pending, [Self.side(1, most, category)]) == [0])
            #expect(PostingMatch.pairs(pending, [Self.side(1, most - 1, category)]) == [nil])
        }
    }

    @Test("are no more than whole cents of a tip, whatever the amount")
    func wholeCents() {
        // 30 percent of 3.33 are 99.9 cents.
        let pending = [Self.side(1, -333)]
        let posted = { Self.side(1, $0, "FOOD_AND_DRINK_COFFEE") }
        #expect(PostingMatch.pairs(pending, [posted(-432)]) == [0])
        #expect(PostingMatch.pairs(pending, [posted(-433)]) == [nil])
        #expect(PostingMatch.pairs([Self.side(1, -1)], [posted(-2)]) == [nil])
        // The largest amount that is booked has its tip, too.
        let large = -Limits.amountMinor
        #expect(PostingMatch.pairs([Self.side(1, large)], [posted(large - 1)]) == [0])
    }

    @Test("have the category of what posted, else that of what was reserved")
    func whoseCategory() {
        let tipped = "FOOD_AND_DRINK_RESTAURANT"
        let plain = "FOOD_AND_DRINK_GROCERIES"
        for (before, after, isSame) in [
            (tipped, nil, true), (nil, tipped, true), (plain, tipped, true),
            (tipped, plain, false),
        ] as [(String?, String?, Bool)] {
            let pairs = PostingMatch.pairs(
                [Self.side(1, -4_000, before)],
                [Self.side(1, -4_500, after)]
            )
            #expect(pairs == [isSame ? 0 : nil])
        }
    }

    @Test("come on the day or up to a week later", arguments: -2...9)
    func days(later: Int) {
        let pairs = PostingMatch.pairs([Self.side(10, -400)], [Self.side(10 + later, -400)])
        #expect(pairs == [(0...Limits.bankPostingDays).contains(later) ? 0 : nil])
        #expect(Limits.bankPostingDays == 7)
    }

    @Test("are of the same payee, whom somebody knows")
    func payee() {
        let pending = [Self.side(1, -400)]
        #expect(PostingMatch.pairs(pending, [Self.side(1, -400, at: "BAR")]) == [nil])
        let nobody = Self.side(1, -400, at: "")
        #expect(PostingMatch.pairs([nobody], [nobody]) == [nil])
    }

    @Test("are income of the very same amount, without a tip")
    func income() {
        let pending = [Self.side(1, 4_000, "FOOD_AND_DRINK_RESTAURANT")]
        for (amount, isSame) in [(4_000, true), (4_001, false), (3_999, false), (-4_000, false)]
            as [(Int64, Bool)]
        {
            let pairs = PostingMatch.pairs(pending, [Self.side(1, amount)])
            #expect(pairs == [isSame ? 0 : nil], "\(amount)")
        }
    }

    @Test("are the nearest amount, of those the nearest day, of those the first")
    func nearest() {
        let coffee = "FOOD_AND_DRINK_COFFEE"
        // The amount counts before the day.
        let amounts = [Self.side(5, -400), Self.side(2, -500), Self.side(5, -450)]
        #expect(PostingMatch.pairs(amounts, [Self.side(5, -500, coffee)]) == [1])
        #expect(PostingMatch.pairs(amounts, [Self.side(5, -510, coffee)]) == [1])
        let days = [Self.side(2, -400), Self.side(4, -400), Self.side(3, -400)]
        #expect(PostingMatch.pairs(days, [Self.side(5, -400)]) == [1])
        let equal = [Self.side(4, -400), Self.side(4, -400)]
        #expect(PostingMatch.pairs(equal, [Self.side(5, -400)]) == [0])
    }

    @Test("are one record each, and the nearest pair is made first")
    func once() {
        let coffee = "FOOD_AND_DRINK_COFFEE"
        let one = [Self.side(1, -400)]
        let two = [Self.side(1, -450, coffee), Self.side(1, -400, coffee)]
        #expect(PostingMatch.pairs(one, two) == [nil, 0])
        #expect(PostingMatch.pairs(one + one, two) == [1, 0])
        let equal = [Self.side(2, -400), Self.side(2, -400), Self.side(2, -400)]
        #expect(PostingMatch.pairs(one + one, equal) == [0, 1, nil])
        // What is nearest is taken by one that is nearer still, and the next one serves.
        let pending = [Self.side(1, -400), Self.side(1, -380)]
        let posted = [Self.side(1, -420, coffee), Self.side(1, -400, coffee)]
        #expect(PostingMatch.pairs(pending, posted) == [1, 0])
    }

    @Test("are none where there is nothing")
    func nothing() {
        #expect(PostingMatch.pairs([], []) == [])
        #expect(PostingMatch.pairs([Self.side(1, -400)], []) == [])
        #expect(PostingMatch.pairs([], [Self.side(1, -400)]) == [nil])
    }
}
