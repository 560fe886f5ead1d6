import Catalogue
import Testing

@Suite("Names of categories on Insights")
struct InsightsCategoryTests {
    private let catalogue = Catalogue.standard

    @Test(
        "stand for whatever an entry has",
        arguments: [
            ("FOOD_AND_DRINK_COFFEE", "Dining"), ("fun", "Entertainment"),
            ("Restaurants", "Dining"),
            ("INCOME_WAGES", "Income"), ("TRANSFER_OUT_ACCOUNT_TRANSFER", "Transfer"),
            ("", "Uncategorized"),
            ("uncategorized", "Uncategorized"), ("Birthday", "Birthday"),
            (" groceries ", "Groceries"),
        ]
    )
    func names(category: String, name: String) {
        #expect(catalogue.insightsCategory(ofEntry: category) == name)
    }

    @Test(
        "are known in any case, and other words stay as they are typed",
        arguments: [
            ("dining", "Dining"), ("TRANSFER", "Transfer"), ("Coffee", "Coffee"),
            ("UNCATEGORIZED", "Uncategorized"), ("pets", "pets"), ("health", "Health"),
        ]
    )
    func spelling(word: String, shown: String) {
        #expect(catalogue.insightsSpelling(of: word) == shown)
    }
}
