import Testing

@testable import Catalogue

@Suite("Guardian's category of a purchase")
struct GuardianCategoryTests {
    let catalogue = Catalogue.standard

    @Test(
        "a merchant category code that the contract fixes has its category",
        arguments: [
            (6_513, "rent_bills"), (5_411, "groceries"), (5_814, "fast_food"),
            (5_921, "alcohol"), (5_651, "clothing"), (5_732, "electronics"),
            (5_912, "pharmacy_health"), (4_121, "transport"), (4_899, "subscription"),
            (5_999, "misc_online"), (7_994, "fun"), (7_832, "entertainment"),
        ]
    )
    func anchoredCode(mcc: Int, category: String) {
        let found = catalogue.guardianCategory(given: nil, merchant: "Unheard-of Ltd", mcc: mcc)
        #expect(found == PurchaseCategory(category: category, step: .mcc))
    }

    @Test(
        "a merchant that the contract fixes has its category, in any spelling",
        arguments: [
            ("groceries", "Whole Foods, Trader Joe's, Safeway, Walmart, Target"),
            ("fast_food", "McDonald's, Starbucks, Chipotle, Subway, Taco Bell, Panera"),
            ("alcohol", "Total Wine, BevMo"),
            ("clothing", "Zara, H&M, Nike, Adidas, Gap, Uniqlo, Macy's"),
            ("electronics", "Apple Store, Best Buy, Newegg"),
            ("pharmacy_health", "CVS, Walgreens, Rite Aid, GNC"),
            ("transport", "Uber, Lyft, Shell, Chevron"),
            (
                "subscription",
                "Netflix, Spotify, Disney+, Hulu, YouTube Premium, Amazon Prime"
            ),
            ("misc_online", "Amazon, eBay, Etsy, AliExpress, Shein"),
        ]
    )
    func anchoredMerchant(category: String, names: String) {
        let expected = PurchaseCategory(category: category, step: .merchant)
        for name in names.split(separator: ",").map({ String($0.drop { $0 == " " }) }) {
            for spelling in [name, "  \(name.uppercased())\t", name.lowercased()] {
                let found = catalogue.guardianCategory(given: nil, merchant: spelling, mcc: 6_513)
                #expect(found == expected, "\(spelling)")
            }
        }
    }

    @Test("the anchors are exactly those of the contract: 12 codes and 42 merchants")
    func anchorCount() {
        #expect(Anchor.codes.count == 12)
        #expect(Anchor.merchants.map(\.1.count).reduce(0, +) == 42)
    }

    @Test(
        "the given word wins over merchant and code, and is normalised",
        arguments: [
            ("fun", "fun"), (" Fun ", "fun"), ("Rent & Bills", "rent_bills"),
            ("RENT & BILLS", "rent_bills"), ("Online Shopping", "misc_online"),
            ("online shopping\n", "misc_online"), ("Pharmacy & Health", "pharmacy_health"),
            ("Subscriptions", "subscription"), ("subscription", "subscription"),
            ("Fast Food", "fast_food"), ("fast_food", "fast_food"), ("Games", "games"),
            ("Dining", "dining"), ("Pferde ", "pferde"), ("ÜBUNG", "übung"),
            ("fast  food", "fast  food"), ("rent_bills & more", "rent_bills & more"),
        ]
    )
    func given(word: String, category: String) {
        let found = catalogue.guardianCategory(given: word, merchant: "Starbucks", mcc: 5_411)
        #expect(found == PurchaseCategory(category: category, step: .given))
    }

    @Test("a blank word is none", arguments: ["", " ", "\t \n", "\u{A0}"])
    func blank(word: String) {
        let found = catalogue.guardianCategory(given: word, merchant: "Starbucks", mcc: 5_411)
        #expect(found == PurchaseCategory(category: "fast_food", step: .merchant))
    }

    @Test(
        "the merchant table knows exact names only; then the code counts; then nothing does",
        arguments: [
            ("Steam Games", 5_411, "fun", PurchaseCategory.Step.merchant),
            ("steam  GAMES", nil, "fun", .merchant),
            ("Steam", 5_816, "fun", .mcc),
            ("Starbucks #1234", nil, "uncategorized", .none),
            ("SBUX", 5_812, "fast_food", .mcc),
            ("AMC Theatres", nil, "entertainment", .merchant),
            // Pet supplies have no word in Guardian, so what the code says counts.
            ("Petco", 5_411, "groceries", .mcc),
            ("Petco", 5_995, "uncategorized", .none),
            ("Unheard-of", 3_005, "fun", .mcc),
            ("Unheard-of", 3_999, "fun", .mcc),
            ("Unheard-of", 3_400, "transport", .mcc),
            ("Unheard-of", 5_698, "clothing", .mcc),
            ("Unheard-of", 9_999, "uncategorized", .none),
            ("Unheard-of", 0, "uncategorized", .none),
            ("Unheard-of", 1_200, "uncategorized", .none),
            ("Unheard-of", -1, "uncategorized", .none),
            ("Unheard-of", 10_000, "uncategorized", .none),
            (nil, nil, "uncategorized", .none),
            ("", nil, "uncategorized", .none),
        ] as [(String?, Int?, String, PurchaseCategory.Step)]
    )
    func steps(
        merchant: String?,
        mcc: Int?,
        category: String,
        step: PurchaseCategory.Step
    ) {
        let found = catalogue.guardianCategory(given: nil, merchant: merchant, mcc: mcc)
        #expect(found == PurchaseCategory(category: category, step: step))
    }

    @Test("display names and codes both become the code", arguments: GuardianCategory.allCases)
    func displayNames(category: GuardianCategory) {
        #expect(GuardianCategory.normalised(category.displayName) == category.rawValue)
        #expect(GuardianCategory.normalised(category.rawValue.uppercased()) == category.rawValue)
    }
}
