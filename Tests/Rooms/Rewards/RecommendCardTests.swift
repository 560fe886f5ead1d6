import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The card that is recommended")
struct RecommendCardTests {
    /// The document's request.
    static let sample = """
        {"userQuery":"I'm buying groceries at Whole Foods","spendingCategory":"groceries",\
        "merchant":"whole foods","amount":150.0,"userPreferences":{"preferredPointSystem":\
        "membershipRewards","alertThreshold":0.85,"language":"english"},"userCards":[]}
        """

    @Test(
        "is that of the document's example, and nothing is stored (case 1)",
        arguments: Engine.all
    )
    func example(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let gold = try await home.add()
            let cash = try await home.add(RewardsHome.doubleCash)
            let before = try await home.server.contents()
            let answer = try await home.recommended(Self.sample)
            #expect(answer.named == ["Amex Gold 4 MR 1", "Citi Double Cash 2 TYP 2"])
            let first = answer.primaryRecommendation
            #expect(first.cardID == gold.id && first.category == .groceries)
            #expect(first.currentSpending.minor == 80_000 && first.limit.minor == 100_000)
            #expect(!first.isLimitReached && first.rank == 1)
            #expect(first.reasoning.hasPrefix("Amex Gold offers 4x MR points on groceries"))
            let second = try #require(answer.secondaryRecommendation)
            #expect(second.cardID == cash.id && second.limit.minor == 0 && second.id != first.id)
            #expect(
                answer.warnings == ["Amex Gold is close to its limit for groceries (95%)."]
            )
            #expect(answer.suggestions == ["Consider Citi Double Cash as a backup."])
            #expect(answer.reasoning == first.reasoning + " Backup: Citi Double Cash.")
            let text = try await home.recommend(Self.sample).text
            #expect(text.contains(#""multiplier":4,"pointType":"MR""#))
            #expect(try await home.server.contents().changed(since: before).isEmpty)
        }
    }

    @Test("is another one when a limit is reached (cases 3 and 4)", arguments: Engine.all)
    func reached(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let gold = try await home.add()
            let cash = try await home.add(RewardsHome.doubleCash)
            _ = try await home.spend(gold.id, #"{"category":"groceries","amount":1000}"#)
            let query = #"{"userQuery":"groceries"}"#
            let both = try await home.recommended(query)
            #expect(both.named == ["Citi Double Cash 2 TYP 1", "Amex Gold 1 MR 2"])
            #expect(both.secondaryRecommendation?.isLimitReached == true)
            let warning = "Amex Gold has reached its limit for groceries."
            #expect(both.warnings == [warning])
            let better = "A card with a better rate on groceries would help."
            #expect(both.suggestions == [better])
            _ = try await home.send("DELETE", "/api/cards/\(cash.id.text)")
            let alone = try await home.recommended(query)
            #expect(alone.named == ["Amex Gold 1 MR 1"])
            #expect(alone.primaryRecommendation.isLimitReached)
            #expect(alone.warnings == [warning] && alone.suggestions == [better])
        }
    }

    @Test("is found by the chain of the category (case 5)")
    func chain() async throws {
        try await RewardsHome.with(.sqlite) { home in
            _ = try await home.add(#"{"name":"Amex Gold","cardType":"amexGold"}"#)
            let cash = try await home.add(RewardsHome.doubleCash)
            for (query, named) in [
                ("whole foods", ["Amex Gold 4 MR 1", "Citi Double Cash 2 TYP 2"]),
                ("Costco run", ["Citi Double Cash 2 TYP 1", "Amex Gold 1 MR 2"]),
                ("a coffee", ["Amex Gold 4 MR 1", "Citi Double Cash 2 TYP 2"]),
            ] {
                #expect(try await home.recommended(#"{"userQuery":"\#(query)"}"#).named == named)
            }
            for card in try await home.cards() where card.id != cash.id {
                _ = try await home.send("DELETE", "/api/cards/\(card.id.text)")
            }
            let gas = try await home.recommended(#"{"userQuery":"???","spendingCategory":"Gas"}"#)
            #expect(gas.named == ["Citi Double Cash 2 TYP 1"])
            #expect(gas.primaryRecommendation.category == .gas)
        }
    }

    @Test("is the first by name where all else is equal (case 6)")
    func equal() async throws {
        try await RewardsHome.with(.sqlite) { home in
            for (name, type) in [
                ("Chase Sapphire Reserve", "chaseSapphireReserve"),
                ("Chase Sapphire Preferred", "chaseSapphirePreferred"),
            ] {
                _ = try await home.add(#"{"name":"\#(name)","cardType":"\#(type)"}"#)
            }
            _ = try await home.send(
                "PUT",
                "/api/preferences",
                #"{"preferredPointSystem":"UR"}"#
            )
            let answer = try await home.recommended(#"{"userQuery":"dining"}"#)
            #expect(
                answer.named == [
                    "Chase Sapphire Preferred 3 UR 1", "Chase Sapphire Reserve 3 UR 2",
                ]
            )
            #expect(answer.suggestions.isEmpty)
        }
    }

    @Test("earns a bonus in its quarter only (cases 7 and 8)", arguments: Engine.all)
    func bonus(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let card = try await home.add(
                """
                {"name":"Freedom","cardType":"chaseFreedom","quarterlyBonus":{"category":"gas",\
                "multiplier":5,"pointType":"UR","limit":1500,"quarter":1,"year":2025}}
                """
            )
            let first = try await home.recommended(#"{"userQuery":"gas"}"#)
            #expect(first.named == ["Freedom 5 UR 1"])
            #expect(first.primaryRecommendation.limit.minor == 150_000)
            for (spent, query, rate) in [
                ("1450", "gas for $100", "3"), ("1450", "gas", "5"), ("1500", "gas", "1"),
            ] {
                _ = try await home.spend(card.id, #"{"category":"gas","amount":\#(spent)}"#)
                let answer = try await home.recommended(#"{"userQuery":"\#(query)"}"#)
                #expect(answer.named == ["Freedom \(rate) UR 1"], "\(spent) \(query)")
            }
            _ = try await home.spend(card.id, #"{"category":"gas","amount":0}"#)
            let later = try await home.later("2025-04-01T00:00:00Z")
            let next = try await later.recommended(#"{"userQuery":"gas"}"#)
            #expect(next.named == ["Freedom 1 UR 1"])
        }
    }

    @Test("is for the amount and the category that a query tells (case 17)")
    func query() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let card = { (limit: String) in
                """
                {"userQuery":"$1,250.50 flight to Paris","userCards":[{"id":\
                "00000000-0000-7000-8000-00000000000a","name":"Gold","cardType":"amexPlatinum",\
                "spendingLimits":[{"category":"airfare","limit":\(limit)}]}]}
                """
            }
            let close = try await home.recommended(card("1250.5"))
            #expect(close.primaryRecommendation.category == .airfare)
            #expect(close.named == ["Gold 5 MR 1"])
            #expect(close.warnings == ["Gold is close to its limit for airfare (100%)."])
            let passing = try await home.recommended(card("1250.49"))
            #expect(
                passing.warnings == ["This purchase would pass the limit of Gold for airfare."]
            )
            #expect(try await home.cards().isEmpty)
        }
    }

    @Test("is an active one (case 18)")
    func inactive() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let gold = try await home.add()
            _ = try await home.change(gold.id, #"{"isActive":false}"#)
            _ = try await home.add(RewardsHome.doubleCash)
            let answer = try await home.recommend(#"{"userQuery":"groceries"}"#)
            #expect(!answer.text.contains("secondaryRecommendation"))
            let output = try API.Rewards.recommendCard.output(of: answer.body)
            #expect(output.named == ["Citi Double Cash 2 TYP 1"])
        }
    }

    @Test("follows every change of cards, preferences and values", arguments: Engine.all)
    func follows(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let query = #"{"userQuery":"dining","amount":100}"#
            _ = try await home.add(RewardsHome.doubleCash)
            // Twice each, because the second time the cards are in memory.
            for _ in 1...2 {
                #expect(try await home.recommended(query).named == ["Citi Double Cash 2 TYP 1"])
            }
            _ = try await home.add(#"{"name":"Amex Gold","cardType":"amexGold"}"#)
            for _ in 1...2 {
                #expect(try await home.recommended(query).named.first == "Amex Gold 4 MR 1")
            }
            let english = try await home.recommended(query)
            let values = #"[{"program":"MR","centsPerPoint":0.5}]"#
            let changed = #"{"language":"Chinese","pointValues":\#(values)}"#
            #expect(try await home.send("PUT", "/api/preferences", changed).status == 200)
            for _ in 1...2 {
                let chinese = try await home.recommended(query)
                #expect(chinese.reasoning != english.reasoning)
                #expect(chinese.primaryRecommendation.rewardValue?.minor == 200)
            }
            // What is sent counts for the one question.
            let asked = #"{"userQuery":"dining","userPreferences":{"language":"english"}}"#
            #expect(try await home.recommended(asked).reasoning == english.reasoning)
            #expect(try await home.recommended(query).reasoning != english.reasoning)
        }
    }

    @Test("needs one: else the answer asks for a card", arguments: Engine.all)
    func none(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let refused = try await home.recommend(Self.sample)
            #expect(refused.status == 400)
            #expect(try refused.string("error.code") == "INVALID_REQUEST")
            #expect(try refused.faults() == ["userCards has no active card"])
            #expect(try refused.string("error.message")?.hasPrefix("Add a card") == true)
            let chinese = try await home.recommend(
                """
                {"userQuery":"gas","userPreferences":{"language":"Chinese"},"userCards":[{"id":\
                "00000000-0000-7000-8000-00000000000a","name":"A","cardType":"custom",\
                "isActive":false}]}
                """
            )
            #expect(chinese.status == 400)
            #expect(try chinese.string("error.message")?.hasPrefix("请先添加一张卡") == true)
        }
    }

    @Test("is one of the cards that are sent, by preferences that are sent", arguments: Engine.all)
    func sent(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            _ = try await home.add()
            _ = try await home.send("PUT", "/api/preferences", #"{"language":"bilingual"}"#)
            let before = try await home.server.contents()
            // A custom card without rows earns one for one (case 9).
            let answer = try await home.recommended(
                """
                {"userQuery":"groceries","userPreferences":{"preferredPointSystem":"UR"},\
                "userCards":[{"id":"00000000-0000-7000-8000-00000000000A","name":" Mine ",\
                "cardType":"custom","version":7,"accountId":null}]}
                """
            )
            #expect(answer.named == ["Mine 1 MR 1"])
            let sent = "00000000-0000-7000-8000-00000000000a"
            #expect(answer.primaryRecommendation.cardID.text == sent)
            // The stored language stays, the sent points count.
            #expect(answer.suggestions.count == 2)
            #expect(answer.suggestions[1].contains("None of these cards earns UR points"))
            #expect(answer.suggestions[1].contains("这些卡都不累积您偏好的 UR 积分"))
            #expect(answer.reasoning.contains(" / Mine 在超市杂货消费可得 1x MR 积分"))
            let english = try await home.recommended(Self.sample)
            #expect(english.named == ["Amex Gold 4 MR 1"])
            #expect(!english.reasoning.contains(" / "))
            #expect(try await home.server.contents().changed(since: before).isEmpty)
        }
    }

    @Test("is named again under the same key, with the same ids", arguments: Engine.all)
    func repeated(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            _ = try await home.add()
            let key: Headers = ["Idempotency-Key": "k"]
            let first = try await home.recommend(Self.sample, key)
            let again = try await home.recommend(Self.sample, key)
            #expect(first.status == 200 && again.body == first.body)
            #expect(again.headers["Idempotency-Replayed"] == "true")
            let without = try await home.recommend(Self.sample)
            #expect(without.status == 200 && without.body != first.body)
            #expect(try await home.recommend(#"{"userQuery":"gas"}"#, key).status == 409)
        }
    }

    @Test("is no other member's", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            _ = try await home.add()
            let child = try await home.server.registerChild(of: home.owner)
            let other = RewardsHome(server: home.server, owner: child)
            #expect(try await other.recommend(Self.sample).status == 400)
            _ = try await other.add(RewardsHome.doubleCash)
            #expect(
                try await other.recommended(Self.sample).named == ["Citi Double Cash 2 TYP 1"]
            )
        }
    }
}
