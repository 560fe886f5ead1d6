import Testing

@testable import Catalogue

@Suite("Guardian's word for a category of the ledger")
struct LedgerCategoryTests {
    let catalogue = Catalogue.standard

    @Test(
        "a word that several rows carry means the first of them",
        arguments: [
            ("Shopping", "misc_online"), ("Dining", "fast_food"), ("Transport", "transport"),
            ("Entertainment", "entertainment"), ("Travel", "fun"), ("Housing", "rent_bills"),
            ("Utilities", "rent_bills"), ("Healthcare", "pharmacy_health"),
            ("Health", "pharmacy_health"), ("Food and Drink", "groceries"),
            ("General Merchandise", "misc_online"), ("Medical", "pharmacy_health"),
            ("Groceries", "groceries"), ("Games", "fun"), ("Streaming", "subscription"),
            ("Beer Wine and Liquor", "alcohol"), ("Gyms", "pharmacy_health"),
            ("Clothing", "clothing"), ("hotels", "fun"), ("fastFood", "fast_food"),
            ("Education", "rent_bills"), ("Other", "uncategorized"), ("Fees", "uncategorized"),
            ("Income", "uncategorized"), ("Transfer", "uncategorized"),
            ("Uncategorized", "uncategorized"), ("FOOD_AND_DRINK_COFFEE", "fast_food"),
            ("GENERAL_MERCHANDISE_PET_SUPPLIES", "uncategorized"),
            ("Rent & Bills", "rent_bills"), ("Online Shopping", "misc_online"),
        ]
    )
    func words(word: String, category: String) {
        for spelling in [word, word.lowercased(), " \(word.uppercased()) "] {
            #expect(catalogue.guardianCategory(ofLedger: spelling) == category, "\(spelling)")
        }
    }

    @Test(
        "a member's own word stays, in lower case",
        arguments: [("Birthday", "birthday"), (" Pferde ", "pferde"), ("Tante Ömer", "tante ömer")]
    )
    func ownWords(word: String, category: String) {
        #expect(catalogue.guardianCategory(ofLedger: word) == category)
        #expect(catalogue.category(named: word) == nil)
    }

    @Test("no category is shown as uncategorized", arguments: [nil, "", "  "])
    func none(word: String?) {
        #expect(catalogue.guardianCategory(ofLedger: word) == "uncategorized")
    }

    @Test("each of Guardian's own codes means itself", arguments: GuardianCategory.allCases)
    func guardianCodes(category: GuardianCategory) {
        #expect(catalogue.guardianCategory(ofLedger: category.rawValue) == category.rawValue)
        #expect(catalogue.guardianCategory(ofLedger: category.displayName) == category.rawValue)
    }

    @Test(
        "a word that wide names an expense before it names a loan or a transfer",
        arguments: [
            ("Other", true), ("Education", true), ("Fees", true), ("Shopping", true),
            ("Loan Payments", false), ("Transfer", false), ("Income", false),
            ("Credit Card Payment", false), ("Mortgage Payment", false),
            ("Account Transfer", false),
        ]
    )
    func purchases(word: String, isPurchase: Bool) throws {
        #expect(try #require(catalogue.category(named: word)).isPurchase == isPurchase)
    }

    @Test(
        "a charge in fun shows as Entertainment / Games, an edit to Transfer In comes in",
        arguments: [
            ("fun", "Entertainment", "Games"), ("Transfer In", "Transfer In", "Account Transfer"),
            ("Transfer", "Transfer Out", "Account Transfer"),
            ("entertainment", "Entertainment", "Events"),
            ("subscription", "Entertainment", "Streaming"),
            ("transit", "Transportation", "Taxis and Transit"),
            ("rent_bills", "Rent and Utilities", "Rent"),
        ]
    )
    func banking(word: String, primary: String, detail: String) throws {
        let category = try #require(catalogue.category(named: word))
        #expect(category.primaryLabel == primary)
        #expect(category.label == detail)
    }
}
