import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The card catalogue")
struct CardCatalogueTests {
    private func found(
        _ home: RewardsHome,
        _ query: String
    ) async throws
        -> API.Rewards.CatalogueList
    {
        let answer = try await home.send("GET", "/api/cards/catalogue\(query)")
        try #require(answer.status == 200, "\(answer.text)")
        return try API.Rewards.searchCardCatalogue.output(of: answer.body)
    }

    private func add(_ home: RewardsHome, _ body: String) async throws -> TransportResponse {
        try await home.send("POST", "/api/cards/catalogue", body)
    }

    @Test("finds cards by words, the best first, with their terms, their day and the credit")
    func search() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let list = try await found(home, "?q=amex%20GOLD")
            #expect(list.cards.map(\.id) == ["us-amex-gold", "us-amex-delta-skymiles-gold"])
            #expect(list.total == 2)
            #expect(list.attribution.contains("OpenCard DB"))
            #expect(list.attribution.contains("CC BY 4.0"))
            let gold = try #require(list.cards.first)
            #expect(gold.name == "American Express Gold Card")
            #expect(gold.network == .amex && gold.cardType == .amexGold)
            #expect(gold.annualFee.minor == 32_500 && gold.foreignFeePercent?.minor == 270)
            #expect(gold.program == "MR" && gold.pointType == .membershipRewards)
            #expect(gold.rates.map(\.category) == [.dining, .groceries, .airfare])
            #expect(gold.rates.map(\.multiplier.minor) == [400, 400, 300])
            #expect(gold.rates[1].cap?.minor == 2_500_000)
            #expect(gold.rates[1].capPeriod == .calendarYear)
            #expect(gold.rates[0].cap == nil && gold.rates[0].capPeriod == nil)
            #expect(gold.readOn.day.text == "2026-07-25")
            let delta = list.cards[1]
            #expect(delta.program == "Delta SkyMiles" && delta.pointType == .cashBack)
            #expect(delta.rates.map(\.category) == [nil, .dining, .groceries])
            #expect(delta.remarks.contains("Delta purchases: 2x, not counted by category"))
        }
    }

    @Test("shows pages of all cards, and takes the nearest numbers that are allowed")
    func pages() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let all = try await found(home, "?limit=1000")
            #expect(all.cards.count == 96 && all.total == 96)
            #expect(try await found(home, "").cards == Array(all.cards.prefix(20)))
            #expect(try await found(home, "?q=%20&limit=0").cards == Array(all.cards.prefix(1)))
            let page = try await found(home, "?offset=90&limit=7")
            #expect(page.cards == Array(all.cards.suffix(6)) && page.total == 96)
            #expect(try await found(home, "?offset=99999999999999999999").cards.isEmpty)
            #expect(try await found(home, "?offset=-5&limit=2").cards == Array(all.cards.prefix(2)))
            #expect(try await found(home, "?q=zzz").total == 0)
            let long = String(repeating: "a", count: 101)
            let refused = try await home.send("GET", "/api/cards/catalogue?q=\(long)")
            #expect(refused.status == 400)
            #expect(try await home.server.raw("GET", "/api/cards/catalogue", nil).status == 401)
        }
    }

    @Test("adds a card with its rates, limits, fee, page and day", arguments: Engine.all)
    func adding(engine: Engine) async throws {
        try await RewardsHome.with(engine, timeZone: "America/New_York") { home in
            let card = try await add(home, #"{"card":"us-amex-gold"}"#).card()
            #expect(card.name == "American Express Gold Card" && card.cardType == .amexGold)
            let rows = card.rewardCategories.map { "\($0.category) \($0.multiplier.minor)" }
            #expect(rows == ["dining 400", "groceries 400", "airfare 300", "general 100"])
            let limit = try #require(card.spendingLimits.first)
            #expect(card.spendingLimits.count == 1 && limit.category == .groceries)
            #expect(limit.limit.minor == 2_500_000 && limit.currentSpending.minor == 0)
            #expect(limit.resetType == .annually)
            #expect(limit.resetDate.instant.text == "2026-01-01T05:00:00Z")
            #expect(card.foreignFeePercent?.minor == 270)
            #expect(card.source?.catalogueID == "us-amex-gold")
            #expect(card.source?.readOn.day.text == "2026-07-25")
            #expect(card.source?.url.hasPrefix("https://www.americanexpress.com/") == true)
            #expect(try await home.cards() == [card])
            let named = try await add(home, #"{"card":"x-target-circle-card","name":" T "}"#).card()
            #expect(named.name == "T" && named.foreignFeePercent == nil)
            #expect(named.rewardCategories.map(\.multiplier.minor) == [500, 1])
            // Edited, it still tells where it came from.
            let edited = try await home.change(card.id, #"{"name":"Mine"}"#).card()
            #expect(edited.source == card.source)
        }
    }

    @Test(
        "what it does not hold is refused, and nothing is stored",
        arguments: [
            (#"{"card":"us-amex-black"}"#, "card is not in the catalogue"),
            (#"{"card":"US-AMEX-GOLD"}"#, "card is not in the catalogue"),
            (#"{"name":"A"}"#, "card is required"),
            (
                #"{"card":"us-amex-gold","accountId":"00000000-0000-7000-8000-000000000000"}"#,
                "accountId is not one of your accounts"
            ),
            (#"{"card":"us-amex-gold","name":"Shit card"}"#, "name has a word that is not allowed"),
        ]
    )
    func refusals(body: String, rule: String) async throws {
        try await RewardsHome.with(.sqlite) { home in
            let before = try await home.server.contents()
            let answer = try await add(home, body)
            #expect(answer.status == 400)
            #expect(try answer.faults() == [rule])
            #expect(try await home.server.contents().changed(since: before).isEmpty)
        }
    }

    @Test("a wallet that is full takes no card of it; a repeat adds none twice")
    func bounds() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let body = #"{"card":"us-citi-double-cash"}"#
            let key: Headers = ["Idempotency-Key": "k-1"]
            let first = try await home.send("POST", "/api/cards/catalogue", body, key)
            let again = try await home.send("POST", "/api/cards/catalogue", body, key)
            #expect(first.status == 201 && again.status == 201)
            #expect(first.text == again.text)
            #expect(try await home.cards().count == 1)
            for _ in 1..<50 { _ = try await add(home, body).card() }
            #expect(try await add(home, body).status == 409)
            #expect(try await home.cards().count == 50)
        }
    }
}
