import Testing

@testable import Catalogue

@Suite("Merchants and codes in descriptors")
struct MerchantAliasTests {
    let catalogue = Catalogue.standard

    private static let rows = CSV.rows(
        CarriedFiles.merchants,
        columns: ["name", "aliases", "mcc", "category"]
    )

    @Test("each merchant is found by its name and by each of its aliases", arguments: rows)
    func merchants(row: [String]) {
        let known = catalogue.byMerchant[MerchantName.normalised(row[0])]
        for spelling in [row[0]] + row[1].split(separator: "|").map(String.init) {
            for text in [spelling, spelling.lowercased(), "POS DEBIT \(spelling) 0123456"] {
                let found = catalogue.categorise(descriptor: text, mcc: 742)
                #expect(found.step == .alias, "\(text)")
                #expect(found.merchant == row[0], "\(text)")
                #expect(found.category == known, "\(text)")
            }
        }
    }

    @Test("each anchored merchant has the contract's category in Guardian's words")
    func anchors() {
        for (category, names) in Anchor.merchants {
            for name in names {
                let found = catalogue.categorise(descriptor: name)
                #expect(found.step == .alias, "\(name)")
                #expect(found.category.word(in: .guardian) == category.rawValue, "\(name)")
            }
        }
    }

    @Test("each code tells the category of an unknown merchant")
    func codes() {
        #expect(catalogue.byMCC.count == 915)
        for (mcc, category) in catalogue.byMCC {
            let found = catalogue.categorise(descriptor: "ACME 123", mcc: mcc)
            #expect(found.step == .mcc && found.category == category && found.merchant == nil)
        }
        for (mcc, category) in Anchor.codes {
            let found = catalogue.categorise(descriptor: "ACME 123", mcc: mcc)
            #expect(found.category.word(in: .guardian) == category.rawValue, "\(mcc)")
        }
    }

    @Test("each surface has its own word for a category")
    func vocabularies() {
        let coffee = catalogue.categorise(descriptor: "SBUX").category
        #expect(
            Vocabulary.allCases.map(coffee.word(in:)) == [
                "FOOD_AND_DRINK_COFFEE", "Food and Drink", "Coffee", "fast_food", "Dining",
                "coffee",
            ]
        )
        let wages = catalogue.categorise(descriptor: "ACME PAYROLL").category
        #expect(
            Vocabulary.allCases.map(wages.word(in:)) == [
                "INCOME_WAGES", "Income", "Wages", "uncategorized", "Income", nil,
            ]
        )
        for category in catalogue.categories {
            for vocabulary in Vocabulary.allCases {
                guard let word = category.word(in: vocabulary), word != "uncategorized" else {
                    continue
                }
                #expect(catalogue.category(named: word) != nil, "\(word)")
            }
        }
    }
}
