import Kernel
import Testing

@testable import Rewards

@Suite("A wallet card made from the catalogue")
struct CatalogueWalletTests {
    let catalogue = CardCatalogue.standard
    let now = Timestamp("2026-11-21T10:00:00Z") ?? Timestamp(seconds: 0)

    private func listed(_ id: String) throws -> CatalogueCard {
        try #require(catalogue.card(id: id))
    }

    private func added(_ id: String, in zone: Zone = .utc) throws -> RewardCard {
        var count: UInt64 = 0
        return try listed(id).walletCard(id: ID(.zero), at: now, in: zone) {
            count += 1
            return RawID(high: 0, low: count)
        }
    }

    private func rows(_ card: RewardCard) -> [String] {
        card.rows.map { "\($0.category) \($0.multiplier.text) \($0.pointType.displayValue)" }
    }

    private func limits(_ card: RewardCard) -> [String] {
        card.limits.map {
            "\($0.category) \($0.limitCents) \($0.resetType) \($0.resetDate.text) \($0.resetDay)"
        }
    }

    @Test("it carries rates, caps, fee, page and day")
    func gold() throws {
        let card = try added("us-amex-gold")
        #expect(card.name == "American Express Gold Card")
        #expect(card.type == .amexGold)
        #expect(rows(card) == ["dining 4 MR", "groceries 4 MR", "airfare 3 MR", "general 1 MR"])
        #expect(limits(card) == ["groceries 2500000 annually 2027-01-01T00:00:00Z 1"])
        #expect(card.foreignFeeBasisPoints == 270)
        #expect(card.source?.catalogueID == "us-amex-gold")
        let page = "https://www.americanexpress.com/us/credit-cards/card/gold-card/"
        #expect(card.source?.address == page)
        #expect(card.source?.readOn == CivilDay("2026-07-25"))
        #expect(card.isActive)
        #expect(card.accountID == nil && card.bonus == nil)
        #expect(card.createdAt == now && card.updatedAt == now)
        #expect(card.limits.allSatisfy { $0.spentCents == 0 })
        #expect(Set(card.rows.map(\.id.raw)).union(card.limits.map(\.id.raw)).count == 5)
    }

    @Test("shops that Rewards knows are rows; others and portals are remarks")
    func shops() throws {
        let prime = try added("us-chase-amazon-prime")
        let cash = "Cash Back"
        #expect(
            rows(prime) == [
                "amazon 5 \(cash)", "wholeFoods 5 \(cash)", "gas 2 \(cash)", "dining 2 \(cash)",
                "transit 2 \(cash)", "general 1 \(cash)",
            ]
        )
        let remarks = try listed("us-chase-amazon-prime").remarks
        #expect(remarks.contains("Audible: 5x, not counted by category"))
        #expect(remarks.contains("Chase Travel: 5x, not counted by category"))
        #expect(remarks.contains("Chase Travel: portal booking only; needs Prime, 3 without"))
        #expect(!remarks.contains { $0.hasPrefix("Gas stations") })
        let delta = try added("us-amex-delta-skymiles-gold")
        #expect(rows(delta) == ["dining 2 \(cash)", "groceries 2 \(cash)", "general 1 \(cash)"])
        let store = try added("x-target-circle-card")
        #expect(rows(store) == ["target 5 \(cash)", "general 0.01 \(cash)"])
        #expect(store.source?.readOn == CivilDay("2026-11-20"))
        #expect(store.foreignFeeBasisPoints == nil)
    }

    @Test("each period of a cap is a rhythm of a limit")
    func caps() throws {
        #expect(
            limits(try added("us-discover-it-chrome")) == [
                "gas 100000 quarterly 2027-01-01T00:00:00Z 1",
                "dining 100000 quarterly 2027-01-01T00:00:00Z 1",
            ]
        )
        #expect(
            limits(try added("us-web-bank-gemini")) == [
                "gas 30000 monthly 2026-12-01T00:00:00Z 1",
                "transit 30000 monthly 2026-12-01T00:00:00Z 1",
            ]
        )
        let boundless = limits(try added("us-chase-marriott-bonvoy-boundless"))
        #expect(boundless.first == "groceries 600000 annually 2027-11-21T00:00:00Z 21")
        let newYork = try #require(Zone.named("America/New_York"))
        let local = limits(try added("us-amex-gold", in: newYork))
        #expect(local == ["groceries 2500000 annually 2027-01-01T05:00:00Z 1"])
    }

    @Test("a limit is of a category that the card has once, as the wallet asks")
    func everyCard() throws {
        for listed in catalogue.cards {
            let card = try added(listed.id)
            #expect(card.rows.count <= 50, "\(listed.id)")
            #expect(card.rows.last?.category == .general, "\(listed.id)")
            #expect(card.rows.allSatisfy { $0.multiplier.hundredths > 0 }, "\(listed.id)")
            #expect(Set(card.rows.map(\.category)).count == card.rows.count, "\(listed.id)")
            #expect(Set(card.limits.map(\.category)).count == card.limits.count, "\(listed.id)")
            #expect(card.limits.allSatisfy { $0.resetDate > now }, "\(listed.id)")
            #expect(card.limits.allSatisfy { $0.resetType != .never }, "\(listed.id)")
            #expect(Set(card.rows.map(\.pointType)) == [listed.pointType], "\(listed.id)")
            #expect(card.rows.count + listed.remarks.count > listed.rates.count, "\(listed.id)")
        }
    }

    @Test("a program that is a point type is that one, and others are cash back")
    func programs() {
        for card in catalogue.cards where card.id != "us-capital-one-venture-x" {
            let isKnown = card.pointType.displayValue == card.program
            #expect(isKnown || card.pointType == .cashBack, "\(card.id)")
            #expect(isKnown == (card.programBesides == nil), "\(card.id)")
        }
        let ventureX = catalogue.card(id: "us-capital-one-venture-x")
        #expect(ventureX?.pointType == .ventureXMiles)
        #expect(ventureX?.programBesides == nil)
        #expect(catalogue.cards.filter { $0.type != .custom }.count == 15)
    }
}
