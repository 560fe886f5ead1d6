import Kernel
import Testing

@testable import Insights

@Suite("A search")
struct SearchTests {
    @Test("without text ranks by date, and by how near the amount is (case 15)")
    func withoutText() {
        var household = Household()
        for day in [-22, -29, -36] { household.add("x", day: day, cents: -14_235) }
        let bound = SearchFilter(amountMin: 14_235, amountMax: 14_235)
        #expect(household.hits("", bound).map(\.thousandths) == [283, 275, 270])
        #expect(household.hits("").map(\.thousandths) == [33, 25, 20])
        #expect(household.places(" ") == [0, 1, 2])
    }

    @Test(
        "without text counts an amount by its distance from the middle of the bounds",
        arguments: [
            (SearchFilter(amountMin: 100, amountMax: 300), -150, 938),
            (SearchFilter(amountMin: 100), -150, 875), (SearchFilter(amountMax: 200), 150, 938),
            (SearchFilter(amountMin: 10), -150, 750), (SearchFilter(amountMin: 0), 0, 1_000),
            (SearchFilter(amountMin: 0), -50, 750), (SearchFilter(amountMin: 10), -15, 875),
            (SearchFilter(), -150, 750),
        ]
    )
    func amounts(filter: SearchFilter, cents: Int64, score: Int) {
        var household = Household()
        household.add("x", cents: cents)
        #expect(household.hits("", filter).map(\.thousandths) == [score])
    }

    @Test("counts what is dated after today as of today")
    func future() {
        var household = Household()
        household.add("x", day: 5)
        #expect(household.hits("", today: 0).map(\.thousandths) == [750])
    }

    @Test("ranks by score, then the newest, then what was posted last")
    func order() {
        var household = Household()
        household.add("coffee", occurredAt: 5)
        household.add("coffee", occurredAt: 7)
        household.add("coffee", occurredAt: 5)
        household.add("coffee at the corner", occurredAt: 9)
        #expect(household.places("coffee") == [1, 2, 0, 3])
        #expect(household.places("coffee", most: 2) == [1, 2])
        #expect(household.places("coffee", most: 0) == [])
    }

    @Test("keeps the best whatever the order of the rows")
    func shuffled() {
        var household = Household()
        let texts = ["coffee", "coffee shop", "tea", "rent", "espresso bar", "groceries"]
        for number in 0..<500 {
            let day = -(number * 37 % 50)
            household.add(texts[number * 11 % 6], day: day, occurredAt: Int64(day))
        }
        let all = household.places("coffee", most: 500)
        #expect(all.count > 100 && Set(all).count == all.count)
        for most in [1, 2, 7, 100] {
            #expect(household.places("coffee", most: most) == Array(all.prefix(most)))
            var reversed = household
            reversed.rows.reverse()
            #expect(reversed.places("coffee", most: most) == Array(all.prefix(most)))
        }
        let scores = household.hits("coffee", most: 500).map(\.thousandths)
        #expect(scores == scores.sorted(by: >))
    }

    @Test("holds results against the best of the filtered rows, left out ones included")
    func best() {
        var household = Household.ofTwo
        #expect(household.places("grocries") == [1])
        #expect(household.places("grocries", leavingOut: [1]) == [])
        let others = SearchFilter(merchant: "blue")
        #expect(household.places("grocries", others) == [0])
        household.add("groceries", category: "groceries")
        #expect(household.places("groceries", leavingOut: [2]) == [1])
        #expect(household.places("", leavingOut: [0, 2]) == [1])
    }

    @Test("looks for what has no known word as it is written, whatever the case")
    func exact() {
        var household = Household()
        household.add("ラーメン 東京 123456")
        household.add(merchant: "ДОМ", "x", category: "99999")
        household.add("x", notes: "🎂 дом")
        household.add("x", category: "東京")
        #expect(household.places("東京") == [0])
        #expect(household.places(" дом ") == [2, 1])
        #expect(household.places("🎂") == [2])
        #expect(household.places("99999") == [])
        #expect(household.places("123456") == [0])
        #expect(household.places("京 東") == [])
        #expect(household.hits("🎂").map(\.thousandths) == [1_000])
    }
}

@Suite("A search's filter")
struct SearchFilterTests {
    @Test("takes days and amounts with their bounds")
    func bounds() {
        var household = Household()
        for day in 1...5 {
            household.add("x", day: day, cents: Int64(day) * (day % 2 == 0 ? 1 : -1))
        }
        let day = { CivilDay(dayNumber: $0) }
        #expect(household.places("", SearchFilter(from: day(2), to: day(4))) == [3, 2, 1])
        #expect(household.places("", SearchFilter(from: day(5))) == [4])
        #expect(household.places("", SearchFilter(to: day(1))) == [0])
        let amounts = SearchFilter(amountMin: 2, amountMax: 4)
        #expect(Set(household.places("", amounts)) == [1, 2, 3])
        #expect(household.places("", SearchFilter(amountMin: 6)) == [])
    }

    @Test("takes categories by name in any case, and all words of a merchant")
    func names() {
        var household = Household()
        household.add(merchant: "Whole Foods", "a", category: "Groceries")
        household.add(merchant: nil, "WHOLE FOODS MKT", category: "Dining")
        household.add(merchant: "Café Zoë's", "whole foods", category: nil)
        let places = { (filter: SearchFilter) in household.places("", filter).sorted() }
        #expect(places(SearchFilter(categories: ["groceries"])) == [0])
        #expect(places(SearchFilter(categories: ["GROCERIES", "dining "])) == [0, 1])
        #expect(places(SearchFilter(categories: ["groc"])) == [])
        #expect(places(SearchFilter(merchant: "foods whole")) == [0, 1])
        #expect(places(SearchFilter(merchant: "FOOD")) == [0, 1])
        #expect(places(SearchFilter(merchant: "whole mkt")) == [1])
        #expect(places(SearchFilter(merchant: "cafe zoes")) == [2])
        #expect(places(SearchFilter(merchant: "CAFÉ")) == [2])
        #expect(places(SearchFilter(merchant: "whole pizza")) == [])
        #expect(places(SearchFilter(merchant: " ")) == [0, 1, 2])
        #expect(places(SearchFilter(categories: ["Dining"], merchant: "cafe")) == [])
        #expect(places(SearchFilter(merchant: "😀")) == [])
    }
}
