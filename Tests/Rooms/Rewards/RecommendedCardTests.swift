import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The card that an authorize answer names")
struct RecommendedCardTests {
    private static let starbucks = #"{"amount_cents":5000,"merchant":"Starbucks","category":"fun"}"#

    private func ask(
        _ home: RewardsHome,
        _ body: String = starbucks,
        _ headers: Headers = [:]
    ) async throws -> TransportResponse {
        let answer = try await home.send("POST", "/guardian/authorize", body, headers)
        try #require(answer.status == 200, "\(answer.text)")
        return answer
    }

    private func named(
        _ answer: TransportResponse
    ) throws -> API.Guardian.RecommendedCard? {
        try API.Guardian.authorizePurchase.output(of: answer.body).recommendedCard
    }

    @Test(
        "is the best of the member's active cards, and left out without one",
        arguments: Engine.all
    )
    func named(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            #expect(try await !ask(home).text.contains("recommended_card"))
            let gold = try await home.add()
            let cash = try await home.add(#"{"name":"Cash","cardType":"citiDoubleCash"}"#)
            let answer = try await ask(home)
            let json = """
                "recommended_card":{"card_id":"\(gold.id.text)","card_name":"Amex Gold",\
                "category":"coffee","multiplier":4,"point_type":"MR"}
                """
            #expect(answer.text.contains(json))
            #expect(
                try named(answer)
                    == API.Guardian.RecommendedCard(
                        cardID: gold.id,
                        cardName: "Amex Gold",
                        category: .coffee,
                        multiplier: API.Rewards.Multiplier(minor: 400),
                        pointType: gold.rewardCategories[0].pointType
                    )
            )
            let shell = #"{"amount_cents":5000,"merchant":"Shell"}"#
            #expect(try named(try await ask(home, shell))?.cardID == cash.id)
            for card in [gold, cash] {
                _ = try await home.change(card.id, #"{"isActive":false}"#).card()
            }
            #expect(try await !ask(home).text.contains("recommended_card"))
        }
    }

    @Test("is of what limits hold by now", arguments: Engine.all)
    func limits(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let gold = try await home.add()
            let cash = try await home.add(#"{"name":"Cash","cardType":"citiDoubleCash"}"#)
            let aldi = #"{"amount_cents":5000,"merchant":"Aldi"}"#
            #expect(try named(try await ask(home, aldi))?.cardID == gold.id)
            _ = try await home.spend(gold.id, #"{"category":"groceries","amount":1000}"#).card()
            #expect(try named(try await ask(home, aldi))?.cardID == cash.id)
        }
    }

    @Test("is the member's own, not another's of the household", arguments: Engine.all)
    func own(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            _ = try await home.add()
            let child = try await home.server.registerChild(of: home.owner)
            let answer = try await home.server.raw(
                "POST",
                "/guardian/authorize",
                Self.starbucks,
                token: child.token
            )
            #expect(answer.status == 200 && !answer.text.contains("recommended_card"))
        }
    }

    @Test("is no part of the decision: its trace is what it is without", arguments: Engine.all)
    func trace(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let before = try API.Guardian.authorizePurchase.output(of: try await ask(home).body)
            _ = try await home.add()
            let after = try API.Guardian.authorizePurchase.output(of: try await ask(home).body)
            #expect(before.recommendedCard == nil && after.recommendedCard != nil)
            #expect(before.trace == after.trace && before.decision == after.decision)
        }
    }

    @Test("is repeated with the answer to a key", arguments: Engine.all)
    func repeated(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let gold = try await home.add()
            let key: Headers = ["Idempotency-Key": "8f9a5f0e-6f64-4a1e-9d35-6b8d6f1a2c11"]
            let first = try await ask(home, Self.starbucks, key)
            _ = try await home.change(gold.id, #"{"name":"Other"}"#).card()
            let second = try await ask(home, Self.starbucks, key)
            #expect(first.body == second.body && first.text.contains("Amex Gold"))
        }
    }
}
