import Testing

@testable import Insights

@Suite("Texts of a transaction")
struct TransactionTextTests {
    @Test("are all that is written, the note, and the kind of purchase")
    func parts() {
        let texts = Household.ofTwo.texts
        let blueBottle = texts[0]
        #expect(
            blueBottle.whole
                == "Blue Bottle SQ *BLUE BOTTLE 0231 Food and Drink Coffee latte with Dana"
        )
        #expect(blueBottle.note == "latte with Dana")
        #expect(blueBottle.kind == "Food and Drink Coffee")
        #expect(
            texts[1].whole
                == "Whole Foods Market WHOLEFDS MKT 10233 AUSTIN TX Food and Drink Groceries"
        )
        #expect(texts[1].note == "")
        #expect(texts[1].kind == "Food and Drink Groceries")
        #expect(texts[1].shownMerchant == "WHOLEFDS MKT 10233 AUSTIN TX")
    }

    @Test("keep repeats, leave out what is blank, and name an unknown merchant by nothing")
    func blanks() {
        let text = TransactionText(
            merchant: " ",
            description: "Zzyzx",
            category: "Zzyzx",
            notes: "\t"
        )
        #expect(text.whole == "Zzyzx Zzyzx")
        #expect(text.kind == "Zzyzx")
        #expect(text.merchant == nil && text.notes == nil)
        let nothing = TransactionText(merchant: nil, description: nil, category: nil, notes: nil)
        #expect(nothing.whole == "" && nothing.kind == "" && nothing.shownMerchant == "")
    }

    @Test("take the catalogue's label as its data file writes it")
    func labels() {
        let text = TransactionText(
            merchant: nil,
            description: "UBER *TRIP",
            category: nil,
            notes: nil
        )
        #expect(text.kind == "Taxis and Ride Shares")
    }

    @Test("are kept once, by their bytes")
    func distinct() {
        var texts = SearchTexts()
        let text = { (description: String, notes: String?) in
            TransactionText(merchant: nil, description: description, category: nil, notes: notes)
        }
        #expect(texts.add(text("cafe\u{301}", nil)) == 0)
        #expect(texts.add(text("caf\u{E9}", nil)) == 1)
        #expect(texts.add(text("cafe\u{301}", nil)) == 0)
        #expect(texts.add(text("cafe\u{301}", "x")) == 2)
        #expect(texts.count == 3 && texts.unused == 0)
        #expect(texts.rows(with: "cafe") == 4)
        texts.remove(at: 1)
        #expect(texts.unused == 1 && texts.rows(with: "cafe") == 3 && texts.has("cafe"))
        texts.remove(at: 2)
        #expect(texts.has("x") == false && texts.has("nothing") == false)
        #expect(texts.add(text("caf\u{E9}", nil)) == 1)
        #expect(texts.count == 3 && texts.unused == 1)
    }
}
