import Testing

@testable import Insights

@Suite("A query is read as the member's transactions write it")
struct QueryCorrectionTests {
    private static func texts(_ descriptions: String...) -> SearchTexts {
        var household = Household()
        for description in descriptions { household.add(description) }
        return household.texts
    }

    private static func corrected(_ query: String, _ descriptions: String...) -> String {
        var household = Household()
        for description in descriptions { household.add(description) }
        return household.texts.corrected(SearchWords.words(in: query)).joined(separator: " ")
    }

    @Test("two neighbours that are one word there become it")
    func joined() {
        #expect(Self.corrected("blue ticket master", "TICKETMASTER") == "blue ticketmaster")
        #expect(Self.corrected("airbn b", "airbnb") == "airbnb")
        #expect(Self.corrected("ticket master", "ticketmaster ticket") == "ticketmaster")
        #expect(Self.corrected("ticket master x", "ticketmaster", "masterx") == "ticketmaster x")
    }

    @Test("but not when both are there, when they are short, or when nobody writes them so")
    func notJoined() {
        let both = Self.corrected("ticket master", "ticketmaster", "ticket", "master")
        #expect(both == "ticket master")
        #expect(Self.corrected("a bcd", "abcd") == "a bcd")
        #expect(Self.corrected("ab cde", "abcde") == "abcde")
        #expect(Self.corrected("ticket master", "something") == "ticket master")
        #expect(Self.corrected("7 eleven", "7 eleven 7-eleven") == "7 eleven")
    }

    @Test("an unknown word becomes the one that is one slip away")
    func respelt() {
        #expect(Self.corrected("grocries", "groceries") == "groceries")
        #expect(Self.corrected("zzyxz", "zzyzx") == "zzyzx")
        #expect(Self.corrected("zzyz at", "zzyzx") == "zzyz at")
    }

    @Test("but not a word of the vocabulary, one that is there, or one with another beginning")
    func notRespelt() {
        #expect(WordEmbeddings.carried.pieces.has("coffee"))
        #expect(Self.corrected("coffee", "coffees") == "coffee")
        #expect(Self.corrected("zzyzx", "zzyzx zzyzxx") == "zzyzx")
        #expect(Self.corrected("ayzzx", "zyzzx") == "ayzzx")
        #expect(Self.corrected("zzyzxab", "zzyzx") == "zzyzxab")
    }

    @Test("of several the one in most transactions, then the first of the alphabet")
    func several() {
        #expect(Self.corrected("zzyzx", "zzyzxb", "zzyzxa") == "zzyzxa")
        #expect(Self.corrected("zzyzx", "zzyzxb", "zzyzxa", "zzyzxb 2") == "zzyzxb")
        #expect(Self.corrected("zzyzx", "zzyzxb", "zzyzxa", "zzyzxb") == "zzyzxb")
        #expect(Self.corrected("zzyzx", "zzyzxa", "zzyzxb zzyzxb") == "zzyzxa")
    }

    @Test("a word of texts that no transaction has any more is not there")
    func removed() {
        var texts = Self.texts("zzyzxb", "zzyzxa")
        texts.remove(at: 1)
        #expect(texts.corrected(["zzyzx"]) == ["zzyzxb"])
        texts.remove(at: 0)
        #expect(texts.corrected(["zzyzx"]) == ["zzyzx"])
    }

    @Test("what is blank asks for everything, what has no such word is looked for as it is")
    func kinds() {
        let texts = Self.texts("groceries")
        #expect(texts.query("") == .everything)
        #expect(texts.query(" \n\u{3000}") == .everything)
        #expect(texts.query(" 東京 ") == .exactly("東京"))
        #expect(texts.query("99999") == .exactly("99999"))
        #expect(texts.query("😀 ***") == .exactly("😀 ***"))
        #expect(texts.query("東京 Grocries!") == .words(["groceries"]))
    }

    @Test("corrected words stay as they are")
    func stable() {
        let texts = Self.texts("groceries ticketmaster", "zzyzxa", "zzyzxb")
        for query in ["grocries", "ticket master", "zzyzx", "the coffee shop", "b b b"] {
            let once = texts.corrected(SearchWords.words(in: query))
            #expect(texts.corrected(once) == once)
        }
    }
}
