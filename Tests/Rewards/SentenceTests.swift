import Kernel
import Rewards
import Testing

@Suite("Purchase sentences")
struct SentenceTests {
    @Test("of phrases as long the category first in the alphabet counts")
    func ties() {
        let rows: [(String, RewardsCategory)] = [
            ("taxi or rent", .rent), ("rent or taxi", .rent), ("cafe by taxi", .coffee),
            ("gas, eat", .dining), ("Shell Delta", .airfare), ("food and gas", .groceries),
            ("online shopping", .online), ("eating out on a trip", .dining),
        ]
        for (text, category) in rows {
            #expect(ToldCategory(query: text).category == category, "\(text)")
        }
    }

    @Test("a given category comes first, then the merchant field, then the sentence")
    func order() {
        let given = ToldCategory(given: .gas, merchant: "Netflix", query: "dinner at Delta")
        #expect(given.category == .gas)
        #expect(given.source == .given)
        #expect(ToldCategory(merchant: "netflix", query: "at Delta").category == .streaming)
        #expect(ToldCategory(merchant: "trader joes", query: "gas").category == .groceries)
        #expect(ToldCategory(merchant: "Nobody", query: "lunch at Delta").category == .airfare)
        #expect(ToldCategory(merchant: "Target", query: "gas").category == .target)
        #expect(ToldCategory(merchant: "whole foods", query: "abc").category == .wholeFoods)
        let nothing = ToldCategory(merchant: "Nobody", query: "abc")
        #expect(nothing.category == .general)
        #expect(nothing.source == .nothing)
        #expect(nothing.merchant == "Nobody")
    }

    @Test("whole words alone count")
    func wholeWords() {
        for text in ["gasp", "restaurateur", "seafood", "shellfish", "renting", "amcs", "t-mobil3"]
        {
            #expect(ToldCategory(query: text).source == .nothing, "\(text)")
        }
    }

    @Test("long and odd texts are read in time and say nothing")
    func odd() {
        let texts = [
            String(repeating: "$", count: 1_000), String(repeating: "1", count: 1_000),
            String(repeating: "1,", count: 500), String(repeating: "a\u{301}", count: 500),
            String(repeating: "two ", count: 250) + "dollars", "\u{0}\u{7}",
            String(repeating: "'", count: 1_000), "１２３ dollars",
        ]
        for text in texts {
            let read = PurchaseSentence(text)
            #expect(read.amount == nil, "\(text.prefix(20))")
            #expect(read.category == nil, "\(text.prefix(20))")
        }
    }

    @Test("profane words are found whole, in any case")
    func refused() {
        #expect(RefusedWords.areIn("My SHITTY card"))
        #expect(RefusedWords.areIn("what the fuck?"))
        for text in ["Scunthorpe United", "Amex Gold", "", "classic", "Cockburn"] {
            #expect(!RefusedWords.areIn(text))
        }
    }
}
