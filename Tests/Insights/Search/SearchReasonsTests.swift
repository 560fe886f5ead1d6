import Kernel
import Testing

@testable import Insights

@Suite("Why a transaction was found")
struct SearchReasonsTests {
    @Test("is told by merchant, words, meaning, date and amount")
    func reasons() throws {
        let household = Household.ofTwo
        let latte = try #require(household.hits("Latte in Austin", today: 40).first)
        #expect(latte.matchedTerms == ["latte"])
        #expect(latte.reasons == ["matched terms: latte", "similar meaning"])
        let blue = try #require(household.hits("blue bottle blue", today: 30).first)
        #expect(blue.matchedTerms == ["blue", "bottle"])
        #expect(
            blue.reasons == [
                "merchant match", "matched terms: blue, bottle", "similar meaning", "recent",
            ]
        )
        let food = try #require(household.hits("groceries", today: 31).first)
        #expect(food.reasons == ["matched terms: groceries", "similar meaning"])
    }

    @Test("is told without text by the filters, or else by the date")
    func withoutText() {
        let household = Household.ofTwo
        let reasons = { (filter: SearchFilter, today: Int) in
            household.hits("", filter, today: today).first?.reasons
        }
        #expect(reasons(SearchFilter(), 31) == ["by date"])
        #expect(reasons(SearchFilter(), 30) == ["recent"])
        #expect(reasons(SearchFilter(amountMax: 100), 31) == ["amount filter"])
        #expect(reasons(SearchFilter(merchant: "blue"), 31) == ["merchant match"])
        #expect(reasons(SearchFilter(merchant: "  "), 31) == ["by date"])
        #expect(household.hits("").allSatisfy { $0.matchedTerms.isEmpty })
    }

    @Test("names what was looked for as it is written")
    func exact() {
        var household = Household()
        household.add(merchant: "東京", "x")
        household.add("y", notes: "東京")
        let reasons = household.hits("東京", today: 50).map(\.reasons)
        #expect(
            reasons == [["matched terms: 東京"], ["merchant match", "matched terms: 東京"]]
        )
    }
}
