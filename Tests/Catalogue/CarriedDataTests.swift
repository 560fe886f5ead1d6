import Foundation
import Testing

@testable import Catalogue

@Suite("The data the catalogue carries")
struct CarriedDataTests {
    let catalogue = Catalogue.standard

    @Test(
        "what the program carries is what data/ says",
        arguments: ["categories", "mcc", "mcc_ranges", "merchants"]
    )
    func embedded(file: String) throws {
        let carried = [
            "categories": CarriedFiles.categories, "mcc": CarriedFiles.merchantCodes,
            "mcc_ranges": CarriedFiles.merchantCodeRanges, "merchants": CarriedFiles.merchants,
        ]
        let url = URL(filePath: #filePath).appending(path: "../../../data/\(file).csv").standardized
        let text = try #require(carried[file])
        let isSame = try String(contentsOf: url, encoding: .utf8) == text
        #expect(isSame)
    }

    @Test("every row is read, and its words are of the known vocabularies")
    func everyRow() {
        #expect(catalogue.categories.count == 104)
        #expect(catalogue.byMCC.count == 915)
        #expect(catalogue.mccRanges.count == 17)
        #expect(catalogue.byMerchant.count == 358)
        #expect(Set(catalogue.categories.map(\.code)).count == 104)
        let known = Set(GuardianCategory.allCases.map(\.rawValue))
        for category in catalogue.categories {
            #expect(category.guardian.map(known.contains) ?? true, "\(category.code)")
            #expect(!category.insights.isEmpty, "\(category.code)")
            #expect(category.code.hasPrefix(category.primary + "_"), "\(category.code)")
        }
    }

    @Test("each row that the contract fixes is in the data, and wins over it")
    func fixedRows() throws {
        #expect(Set(FixedCategory.all.map { $0.code }).count == FixedCategory.all.count)
        for fixed in FixedCategory.all {
            let row = try #require(catalogue.categories.first { $0.code == fixed.code })
            #expect(row.label == fixed.label)
            #expect(row.guardian == fixed.guardian?.rawValue)
            #expect(row.rewards == fixed.rewards)
            #expect(row.insights == fixed.insights)
        }
    }

    @Test("a code lies in its own row before a brand's range before a class of the standard")
    func ranges() {
        #expect(catalogue.category(ofMCC: 742)?.code == "MEDICAL_VETERINARY_SERVICES")
        #expect(catalogue.category(ofMCC: 3_350)?.code == "TRAVEL_FLIGHTS")
        #expect(catalogue.category(ofMCC: 3_351)?.code == "TRAVEL_RENTAL_CARS")
        #expect(catalogue.category(ofMCC: 3_999)?.code == "TRAVEL_LODGING")
        #expect(catalogue.category(ofMCC: 699) == nil)
    }

    @Test("a quoted field keeps its commas, quotes and line ends")
    func quoted() {
        let text = "a,b\n\"x, \"\"y\"\"\n\",\n,\"\"\nlast,ü"
        let rows = CSV.rows(text, columns: ["a", "b"])
        #expect(rows == [["x, \"y\"\n", ""], ["", ""], ["last", "ü"]])
    }
}
