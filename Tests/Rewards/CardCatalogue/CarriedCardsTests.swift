import Foundation
import Kernel
import Testing

@testable import Rewards

@Suite("The reward cards the program carries")
struct CarriedCardsTests {
    let catalogue = CardCatalogue.standard

    private static func file(_ path: String) throws -> String {
        let url = URL(filePath: #filePath).appending(path: "../../../../\(path)").standardized
        return try String(contentsOf: url, encoding: .utf8)
    }

    @Test("what the program carries is what data/ says")
    func embedded() throws {
        let isSame = try Self.file("data/reward_cards.json") == CardCatalogue.carriedText
        #expect(isSame)
    }

    @Test("the licence's credit stands with the data and in the notice")
    func credit() throws {
        for path in ["data/SOURCES.md", "NOTICE"] {
            let text = try Self.file(path)
            for part in ["OpenCard DB", "thedavidweng", "CC BY 4.0", "Changes were"] {
                #expect(text.contains(part), "\(path): \(part)")
            }
        }
    }

    @Test("every card is read, has a name, a source and a value for its points")
    func everyCard() throws {
        #expect(catalogue.cards.count == 96)
        #expect(catalogue.cards.map(\.rates.count).reduce(0, +) == 289)
        #expect(Set(catalogue.cards.map(\.id)).count == 96)
        for card in catalogue.cards {
            #expect((1...100).contains(card.name.unicodeScalars.count), "\(card.id)")
            #expect(card.sourceURL.hasPrefix("https://"), "\(card.id)")
            #expect(PointValues.standard[card.program] != nil, "\(card.id)")
            #expect(catalogue.card(id: card.id) == card)
            #expect(card.rates.allSatisfy { (1...10_000).contains($0.rate) }, "\(card.id)")
            #expect(card.rates.allSatisfy { $0.cap.map { $0.limitCents > 0 } ?? true })
        }
        #expect(catalogue.card(id: "us-amex-GOLD") == nil)
        #expect(catalogue.card(id: "") == nil)
    }

    @Test("a card is as the file has it, fractions exact")
    func figures() throws {
        let gold = try #require(catalogue.card(id: "us-amex-gold"))
        #expect(gold.name == "American Express Gold Card")
        #expect(gold.issuer == "American Express")
        #expect(gold.network == .amex)
        #expect(gold.annualFeeCents == 32_500)
        #expect(gold.foreignFeeBasisPoints == 270)
        #expect(gold.program == "MR")
        #expect(gold.baseRate == 100)
        #expect(gold.rates.map(\.category) == ["dining", "groceries", "airfare"])
        #expect(gold.rates.map(\.rate) == [400, 400, 300])
        let cap = CatalogueRate.Cap(limitCents: 2_500_000, period: .calendarYear)
        #expect(gold.rates.map(\.cap) == [nil, cap, nil])
        #expect(gold.verifiedOn == CivilDay("2026-07-25"))
        let one = try #require(catalogue.card(id: "us-capital-one-ventureone"))
        #expect(one.baseRate == 125)
        let bilt = try #require(catalogue.card(id: "us-column-bilt-blue"))
        #expect(bilt.foreignFeeBasisPoints == nil)
        #expect(bilt.rates.last?.rate == 125)
    }

    @Test("a card without a date of its source is as of the catalogue's day")
    func undated() throws {
        let undated = catalogue.cards.filter { $0.verifiedOn == nil }
        #expect(undated.count == 5)
        #expect(undated.allSatisfy { $0.id.hasPrefix("x-") })
        #expect(undated.allSatisfy { $0.readOn == CivilDay("2026-11-20") })
    }

    @Test("brands, portals, choices and conditions are matched by no category")
    func unmatched() {
        let rates = catalogue.cards.flatMap(\.rates)
        #expect(rates.filter(\.isMatched).count == 182)
        let words = Set(rates.filter { !$0.isMatched }.map(\.category))
        #expect(words.count == 60)
        let told = [
            "delta", "united", "hilton", "marriott", "lyft", "uber", "walgreens", "verizon",
            "costcoGas", "chaseTravel", "citiTravelHotels", "rotating", "choice", "topCategory",
            "applePay", "onlineGroceries", "biltDining", "rentalCars", "fitness", "utilities",
            "wholesaleClubs",
        ]
        #expect(words.isSuperset(of: told))
        let merchants: Set = ["costco", "amazon", "wholeFoods", "target", "walmart", "paypal"]
        #expect(words.isDisjoint(with: merchants))
    }
}
