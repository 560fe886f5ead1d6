import Kernel
import Testing

@testable import Rewards

@Suite("Looking for a card in the catalogue")
struct CardSearchTests {
    let catalogue = CardCatalogue.standard

    private func ids(_ text: String, skipping: Int = 0, limit: Int = 100) -> [String] {
        catalogue.search(text, skipping: skipping, limit: limit).cards.map(\.id)
    }

    @Test(
        "the best stand first",
        arguments: [
            ("amex gold", 2, ["us-amex-gold", "us-amex-delta-skymiles-gold"]),
            (" AMEX,  Gold ", 2, ["us-amex-gold", "us-amex-delta-skymiles-gold"]),
            ("gold american", 2, ["us-amex-delta-skymiles-gold", "us-amex-gold"]),
            ("Prime", 2, ["us-chase-amazon-prime", "us-synchrony-amazon-prime-store"]),
            ("visa prime", 1, ["us-chase-amazon-prime"]),
            ("freedom unl", 1, ["us-chase-freedom-unlimited"]),
            ("citi strata", 3, ["x-citi-strata", "us-citi-strata-elite"]),
            (
                "discover it cash back", 2,
                ["us-discover-it-cash-back", "us-discover-it-student-cash-back"]
            ),
            ("gold", 4, ["us-amex-gold", "us-amex-delta-skymiles-gold", "x-robinhood-gold"]),
            ("us bank", 6, ["us-us-bank-altitude-connect"]),
            ("AT&T", 2, ["us-citi-at-and-t-points-plus", "us-wells-fargo-attune"]),
            ("j\u{E9}tBL\u{DC}e", 2, ["us-barclays-jetblue-plus", "us-barclays-jetblue-premier"]),
            ("chase", 23, ["us-chase-freedom-flex", "us-chase-freedom-rise"]),
        ]
    )
    func best(text: String, count: Int, first: [String]) {
        let found = ids(text)
        #expect(found.count == count)
        #expect(Array(found.prefix(first.count)) == first)
    }

    @Test(
        "every word must begin one of the card's",
        arguments: ["zzz", "amex gold zzz", "old", "caf\u{E9}"]
    )
    func none(text: String) {
        #expect(ids(text) == [])
    }

    @Test("a text without words finds all cards by name", arguments: ["", "  ", "+ - /"])
    func all(text: String) {
        let found = ids(text)
        #expect(found.count == 96)
        #expect(found == catalogue.cards.map(\.id))
        #expect(found.first == "us-barclays-aadvantage-aviator-red-world-elite")
        #expect(found.last == "us-chase-world-of-hyatt")
    }

    @Test("pages follow one another without a gap", arguments: ["", "card", "chase"])
    func pages(text: String) {
        let all = ids(text)
        let pages = stride(from: 0, to: all.count + 7, by: 7)
            .flatMap { ids(text, skipping: $0, limit: 7) }
        #expect(pages == all)
        #expect(catalogue.search(text, skipping: 3, limit: 1).total == all.count)
        #expect(ids(text, skipping: 1_000) == [])
        #expect(ids(text, limit: 0) == [])
    }

    @Test("a card is found by each word of its name, and alone first by its whole name")
    func everyCard() {
        for card in catalogue.cards {
            for word in CardWords.words(of: card.name) {
                #expect(ids(word).contains(card.id), "\(card.id): \(word)")
            }
            let namesakes = catalogue.cards.filter {
                CardWords.words(of: $0.name) == CardWords.words(of: card.name)
            }
            #expect(ids(card.name).first == namesakes.first?.id, "\(card.id)")
        }
    }

    @Test("a hostile text costs no more than a long name")
    func long() {
        let marks = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(ids(marks).count == ids("e").count)
        #expect(Set(ids(String(repeating: "a ", count: 100_000))) == Set(ids("a")))
    }
}
