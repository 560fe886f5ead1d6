import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What was spent with a reward card")
struct CardSpendingTests {
    @Test("is set, or comes to what was spent before (case 15)", arguments: Engine.all)
    func modes(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let card = try await home.add()
            #expect(card.spent == [80_000])
            let set = try await home.spend(card.id, #"{"category":"groceries","amount":50}"#).card()
            #expect(set.spent == [5_000] && set.version > card.version)
            let body = #"{"category":"Groceries","amount":25.5,"mode":"ADD"}"#
            let added = try await home.spend(card.id, body).card()
            #expect(added.spent == [7_550])
            // The limit of what a category belongs to counts for it, and may be passed.
            let whole = #"{"category":"wholeFoods","amount":5000,"mode":"add"}"#
            #expect(try await home.spend(card.id, whole).card().spent == [507_550])
            let before = try await home.server.contents()
            for (body, fault) in [
                (#"{"category":"gas","amount":1}"#, "category has no limit on this card"),
                (#"{"category":"general","amount":1}"#, "category has no limit on this card"),
                (#"{"amount":1}"#, "category is required"),
                (#"{"category":"groceries"}"#, "amount is required"),
                (
                    #"{"category":"groceries","amount":-1}"#,
                    "amount must be between 0 and 10000000000"
                ),
                (
                    #"{"category":"groceries","amount":1,"mode":"take"}"#,
                    "mode must be set or add"
                ),
                (
                    #"{"category":"groceries","amount":10000000000,"mode":"add"}"#,
                    "amount is out of range"
                ),
            ] {
                let answer = try await home.spend(card.id, body)
                #expect(answer.status == 400, "\(body)")
                #expect(try answer.faults() == [fault], "\(body)")
            }
            #expect(try await home.server.contents().changed(since: before).isEmpty)
        }
    }

    @Test("is the card's in general where it has no other limit")
    func general() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let card = try await home.add(
                """
                {"name":"A","cardType":"custom","spendingLimits":[{"category":"dining",\
                "limit":10},{"category":"general","limit":10}]}
                """
            )
            let coffee = #"{"category":"Coffee Shops","amount":3}"#
            #expect(try await home.spend(card.id, coffee).card().spent == [300, 0])
            let gas = #"{"category":"gas","amount":4}"#
            #expect(try await home.spend(card.id, gas).card().spent == [300, 400])
        }
    }

    @Test("counts for the bonus of its quarter, and for that alone where there is no limit")
    func bonus() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let bonus = """
                "quarterlyBonus":{"category":"gas","multiplier":5,"pointType":"UR","limit":1500}
                """
            let free = try await home.add(
                #"{"name":"A","cardType":"chaseFreedom",\#(bonus)}"#
            )
            let gas = { (amount: String, mode: String) in
                #"{"category":"gas","amount":\#(amount),"mode":"\#(mode)"}"#
            }
            let set = try await home.spend(free.id, gas("10", "set")).card()
            #expect(set.quarterlyBonus?.currentSpending.minor == 1_000)
            let added = try await home.spend(free.id, gas("2.5", "add")).card()
            #expect(added.quarterlyBonus?.currentSpending.minor == 1_250)
            let both = try await home.add(
                """
                {"name":"B","cardType":"chaseFreedom","spendingLimits":[{"category":"gas",\
                "limit":9}],\(bonus)}
                """
            )
            let one = try await home.spend(both.id, gas("3", "add")).card()
            #expect(one.spent == [300] && one.quarterlyBonus?.currentSpending.minor == 300)
            let limit = try await home.spend(both.id, gas("1", "set")).card()
            #expect(limit.spent == [100] && limit.quarterlyBonus?.currentSpending.minor == 300)
            let next = try await home.later("2025-04-01T00:00:00Z")
            let closed = try await next.spend(free.id, gas("1", "add"))
            #expect(try closed.faults() == ["category has no limit on this card"])
        }
    }

    @Test("begins at nothing again by its date, however late it is read (case 16)")
    func resets() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let kinds = [
                ("gas", "monthly"), ("dining", "quarterly"), ("groceries", "annually"),
                ("rent", "never"),
            ].map { category, kind in
                """
                {"category":"\(category)","limit":100,"currentSpending":7,"resetType":"\(kind)"}
                """
            }
            let card = try await home.add(
                """
                {"name":"A","cardType":"custom","spendingLimits":[\(kinds.joined(separator: ","))]}
                """
            )
            let dates = { (card: API.Rewards.CreditCard) in
                card.spendingLimits.map(\.resetDate.instant.text)
            }
            #expect(
                dates(card) == [
                    "2025-03-10T00:00:00Z", "2025-04-01T00:00:00Z", "2026-02-10T00:00:00Z",
                    "2025-02-10T12:00:00Z",
                ]
            )
            let dayBefore = try await home.later("2025-03-09T23:59:59Z")
            #expect(try await dayBefore.cards().first?.spent == [700, 700, 700, 700])
            let later = try await home.later("2025-04-15T12:00:00Z")
            let read = try #require(try await later.cards().first)
            #expect(read.spent == [0, 0, 700, 700] && read.version == card.version)
            #expect(
                dates(read) == [
                    "2025-05-10T00:00:00Z", "2025-07-01T00:00:00Z", "2026-02-10T00:00:00Z",
                    "2025-02-10T12:00:00Z",
                ]
            )
            // Nothing was written by reading; what is added comes to nothing.
            let body = #"{"category":"gas","amount":5,"mode":"add"}"#
            let added = try await later.spend(card.id, body).card()
            #expect(added.spent == [500, 0, 700, 700] && dates(added) == dates(read))
        }
    }

    @Test("begins anew at the household's midnight")
    func zone() async throws {
        let zone = "America/New_York"
        try await RewardsHome.with(.sqlite, timeZone: zone, at: "2025-02-01T03:00:00Z") { home in
            let card = try await home.add(
                """
                {"name":"A","cardType":"custom","spendingLimits":[{"category":"gas","limit":1,\
                "resetType":"monthly"}],"quarterlyBonus":{"category":"gas","multiplier":2,\
                "pointType":"MR","limit":5}}
                """
            )
            // It is still January there, the 31st; of February that is the 28th.
            #expect(card.spendingLimits[0].resetDate.instant.text == "2025-02-28T05:00:00Z")
            #expect(card.quarterlyBonus?.quarter.value == 1)
        }
    }
}
