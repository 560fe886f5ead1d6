import Contract
import Kernel
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Talk about reward cards")
struct RewardChatTests {
    private static let spent = "I spent $50 on groceries with Amex Gold"

    @Test("adds what was spent, and keeps both sides (case 12)", arguments: Engine.all)
    func spending(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let gold = try await home.add()
            let answer = try await home.answer(to: Self.spent)
            #expect(answer.sender == .assistant && answer.cardRecommendations == nil)
            #expect(
                answer.spendingUpdate
                    == API.Rewards.SpendingUpdate(
                        cardID: gold.id,
                        category: .groceries,
                        amount: DecimalAmount(minor: 85_000),
                        previousAmount: DecimalAmount(minor: 80_000),
                        added: DecimalAmount(minor: 5_000)
                    )
            )
            #expect(
                answer.content
                    == "Added $50.00 to Amex Gold for groceries: now $850.00 of $1,000.00."
            )
            let card = try #require(try await home.cards().first)
            #expect(card.spent == [85_000])
            // One link, as of a change by PUT.
            #expect(card.version == gold.version + 1)
            let messages = try await home.shown()
            #expect(messages.map(\.sender) == [.user, .assistant])
            #expect(messages.map(\.content) == [Self.spent, answer.content])
            #expect(messages.last == answer)
            #expect(messages.first?.spendingUpdate == nil)
            let now = home.server.clock.now
            #expect(messages.map(\.timestamp.instant) == [now, now])
        }
    }

    @Test("is carried out once for a key (case 13)", arguments: Engine.all)
    func repeated(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            _ = try await home.add()
            let key: Headers = ["Idempotency-Key": "k"]
            let first = try await home.say(Self.spent, key)
            let again = try await home.say(Self.spent, key)
            #expect(first.status == 201 && again.status == 201 && again.body == first.body)
            #expect(again.headers["Idempotency-Replayed"] == "true")
            #expect(try await home.cards().map(\.spent) == [[85_000]])
            #expect(try await home.shown().count == 2)
            #expect(try await home.say("Another", key).status == 409)
            #expect(try await home.shown().count == 2)
        }
    }

    @Test("is carried out once for a key that comes several times at once", arguments: Engine.all)
    func repeatedAtOnce(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            _ = try await home.add()
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await home.say(Self.spent, ["Idempotency-Key": "k"]).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            // Who comes while the first one runs is told so.
            #expect(statuses.contains(201) && Set(statuses).isSubset(of: [201, 409]))
            #expect(try await home.cards().map(\.spent) == [[85_000]])
            #expect(try await home.shown().count == 2)
        }
    }

    @Test("says what is missing, and changes nothing (case 14)", arguments: Engine.all)
    func missing(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let gold = try await home.add()
            _ = try await home.add(RewardsHome.doubleCash)
            for (content, answer) in [
                ("I spent $50 with Amex Gold", "Which category was it? Nothing was changed."),
                (
                    "I spent $50 on gas with Amex Gold",
                    "Amex Gold has no limit for gas. Nothing was changed."
                ),
                ("I spent $50 on groceries", "Which card was it? Nothing was changed."),
                (
                    "I spent $50",
                    "Which card and which category was it? Nothing was changed."
                ),
                (
                    "I paid $10,000,000,000 for groceries with Amex Gold",
                    "That is too much for the limit of Amex Gold for groceries."
                        + " Nothing was changed."
                ),
            ] {
                let message = try await home.answer(to: content)
                #expect(message.content == answer)
                #expect(message.spendingUpdate == nil && message.cardRecommendations == nil)
            }
            let cards = try await home.cards()
            #expect(cards.first(where: { $0.id == gold.id }) == gold)
            #expect(try await home.shown().count == 10)
        }
    }

    @Test("tells how much of the limits is used", arguments: Engine.all)
    func limits(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            _ = try await home.add()
            home.server.clock.advance(seconds: 1)
            _ = try await home.add(
                """
                {"name":"Freedom","cardType":"chaseFreedom","quarterlyBonus":{"category":"gas",\
                "multiplier":5,"pointType":"UR","limit":1500,"currentSpending":20.5}}
                """
            )
            let gold = "Amex Gold, groceries: $800.00 used of $1,000.00, $200.00 remaining."
            let freedom = "Freedom, gas: $20.50 used of $1,500.00, $1,479.50 remaining."
            #expect(try await home.answer(to: "My limits?").content == "\(freedom)\n\(gold)")
            let one = try await home.answer(to: "How much is left on my Amex Gold?")
            #expect(one.content == gold && one.spendingUpdate == nil)
            _ = try await home.add(RewardsHome.doubleCash)
            let none = try await home.answer(to: "progress of Citi Double Cash")
            #expect(none.content == "Citi Double Cash has no limits.")
        }
    }

    @Test("recommends cards, which stay with the message", arguments: Engine.all)
    func recommendation(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let gold = try await home.add()
            let cash = try await home.add(RewardsHome.doubleCash)
            let answer = try await home.answer(to: "Groceries for $150, which card?")
            let cards = try #require(answer.cardRecommendations)
            #expect(cards.map(\.cardID) == [gold.id, cash.id] && cards.map(\.rank) == [1, 2])
            #expect(answer.spendingUpdate == nil)
            let lines = answer.content.split(separator: "\n").map(String.init)
            #expect(
                lines == [
                    cards[0].reasoning + " Backup: Citi Double Cash.",
                    "Amex Gold is close to its limit for groceries (95%).",
                    "Consider Citi Double Cash as a backup.",
                ]
            )
            _ = try await home.send("DELETE", "/api/cards/\(gold.id.text)")
            #expect(try await home.shown().last == answer)
        }
    }

    @Test("shows amounts in the household's currency")
    func currency() async throws {
        try await RewardsHome.with(.sqlite) { home in
            _ = try await home.server.database.write { session in
                try session.run(Statement("UPDATE households SET currency = 'JPY'"))
            }
            _ = try await home.add()
            let left = "with 200 JPY remaining of the 1,000 JPY limit."
            let answer = try await home.answer(to: "Which card for groceries?")
            #expect(answer.content.contains(left))
            #expect(answer.cardRecommendations?.first?.reasoning.hasSuffix(left) == true)
            let asked = try await home.recommended(#"{"userQuery":"groceries"}"#)
            #expect(asked.primaryRecommendation.reasoning.hasSuffix(left))
        }
    }

    @Test("says that there is no card yet", arguments: Engine.all)
    func noCards(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            for content in ["Which card for gas?", "My limits?", "I spent $5 on gas"] {
                let answer = try await home.answer(to: content)
                let text = "Add a card first: there is no active card to recommend."
                #expect(answer.content == text && answer.cardRecommendations == nil)
            }
            #expect(try await home.shown().count == 6)
        }
    }

    @Test("is in the member's language, or in both")
    func languages() async throws {
        try await RewardsHome.with(.sqlite) { home in
            _ = try await home.add()
            let english = "Added $50.00 to Amex Gold for groceries: now"
            let chinese = "已为 Amex Gold 的超市杂货记入 $50.00：现为"
            for (language, answer) in [
                ("chinese", "\(chinese) $850.00，额度 $1,000.00。"),
                (
                    "bilingual",
                    "\(english) $900.00 of $1,000.00. / \(chinese) $900.00，额度 $1,000.00。"
                ),
                ("english", "\(english) $950.00 of $1,000.00."),
            ] {
                let body = #"{"language":"\#(language)"}"#
                _ = try await home.send("PUT", "/api/preferences", body)
                #expect(try await home.answer(to: Self.spent).content == answer)
            }
            _ = try await home.send("PUT", "/api/preferences", #"{"language":"bilingual"}"#)
            let asked = try await home.answer(to: "I spent $5 with Amex Gold")
            #expect(
                asked.content
                    == """
                    Which category was it? Nothing was changed. / 是哪一类消费？未做任何更改。
                    """
            )
        }
    }
}
