import Catalogue
import Testing

@Suite("Merchants in what is written")
struct FoundMerchantTests {
    @Test(
        "are found by their longest alias in whole words",
        arguments: [
            ("WHOLEFDS MKT 10233 AUSTIN TX", "Whole Foods Market"),
            ("Blue Bottle SQ *BLUE BOTTLE 0231", "Blue Bottle Coffee"),
            ("Target TARGET 00012345", "Target"), ("the netflix bill", "Netflix"),
            ("SQ *CORNER CAFE", "Square"), ("WHOLEFDSX", nil), ("", nil), ("東京", nil),
        ]
    )
    func found(text: String, name: String?) {
        #expect(Catalogue.standard.merchant(in: text)?.name == name)
    }

    @Test("have the label of the data file, which a contract may have changed elsewhere")
    func labels() throws {
        let uber = try #require(Catalogue.standard.merchant(in: "UBER *TRIP")?.category)
        #expect(uber.fileLabel == "Taxis and Ride Shares")
        #expect(uber.label == "Taxis and Transit")
    }
}
