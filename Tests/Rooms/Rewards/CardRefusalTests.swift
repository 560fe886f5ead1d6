import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What a reward card may not be")
struct CardRefusalTests {
    /// Fields of a new card beside a name and a type, and what is said of them.
    static let fields: [(String, String)] = [
        (
            #""rewardCategories":[{"category":"groceries","multiplier":0,"pointType":"MR"}]"#,
            "rewardCategories[0].multiplier must be more than 0"
        ),
        (
            #""rewardCategories":[{"category":"gas","multiplier":100.01,"pointType":"MR"}]"#,
            "rewardCategories[0].multiplier must be at most 100"
        ),
        (
            #""rewardCategories":[{"category":"gas","multiplier":1.005,"pointType":"MR"}]"#,
            "rewardCategories[0].multiplier must have at most 2 decimals"
        ),
        (
            #""rewardCategories":[{"category":"gas","multiplier":"4","pointType":"MR"}]"#,
            "rewardCategories[0].multiplier has the wrong type"
        ),
        (
            #""rewardCategories":[{"category":"gas","pointType":"MR"}]"#,
            "rewardCategories[0].multiplier is required"
        ),
        (#""rewardCategories":{}"#, "rewardCategories has the wrong type"),
        (
            """
            "rewardCategories":[{"id":"00000000-0000-7000-8000-00000000000a","category":"gas",\
            "multiplier":1,"pointType":"MR"},{"id":"00000000-0000-7000-8000-00000000000A",\
            "category":"dining","multiplier":1,"pointType":"MR"}]
            """,
            "rewardCategories must not have one id twice"
        ),
        (
            """
            "spendingLimits":[{"category":"gas","limit":1},{"category":"Gas","limit":2}]
            """,
            "spendingLimits must not have two limits for one category"
        ),
        (
            #""spendingLimits":[{"category":"gas","limit":0}]"#,
            "spendingLimits[0].limit must be more than 0"
        ),
        (
            #""spendingLimits":[{"category":"gas","limit":1,"currentSpending":-0.01}]"#,
            "spendingLimits[0].currentSpending must be 0 or more"
        ),
        (
            #""spendingLimits":[{"category":"gas","limit":10000000001}]"#,
            "spendingLimits[0].limit is out of range"
        ),
        (
            #""spendingLimits":[{"category":"gas","limit":1,"resetType":"weekly"}]"#,
            "spendingLimits[0].resetType must be monthly, quarterly, annually or never"
        ),
        (
            #""spendingLimits":[{"category":"gas","limit":1,"resetDate":7}]"#,
            "spendingLimits[0].resetDate must be a date such as 2025-01-15T10:30:00Z"
        ),
        (
            #""quarterlyBonus":{"category":"gas","multiplier":5,"pointType":"UR"}"#,
            "quarterlyBonus.limit is required"
        ),
        (
            """
            "quarterlyBonus":{"category":"gas","multiplier":5,"pointType":"UR","limit":1,\
            "quarter":5}
            """,
            "quarterlyBonus.quarter must be between 1 and 4"
        ),
        (
            """
            "quarterlyBonus":{"category":"gas","multiplier":5,"pointType":"UR","limit":1,\
            "year":1999}
            """,
            "quarterlyBonus.year must be between 2000 and 2100"
        ),
        (#""isActive":"yes""#, "isActive has the wrong type"),
        (#""accountId":"7""#, "accountId is not a UUID"),
        (#""foreignFeePercent":101"#, "foreignFeePercent must be between 0 and 100"),
    ]

    @Test("is refused by the field and its rule, and nothing is stored", arguments: fields)
    func refused(field: String, rule: String) async throws {
        try await RewardsHome.with(.sqlite) { home in
            let card = try await home.add(#"{"name":"A","cardType":"custom"}"#)
            let before = try await home.server.contents()
            let body = #"{"name":"A","cardType":"custom",\#(field)}"#
            #expect(try await home.refusal(body) == "400 \(rule)")
            let change = try await home.change(card.id, "{\(field)}")
            #expect(change.status == 400)
            #expect(try change.string("error.code") == "INVALID_REQUEST")
            #expect(try change.faults() == [rule])
            #expect(try await home.server.contents().changed(since: before).isEmpty)
        }
    }

    @Test("has a name and a type, of those that there are (case 10)")
    func nameAndType() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let types = """
                must be amexGold, amexPlatinum, amexBlueCashPreferred, chaseFreedom, \
                chaseFreedomFlex, chaseFreedomUnlimited, chaseSapphirePreferred, \
                chaseSapphireReserve, citiDoubleCash, capitalOneSavorOne, capitalOneVentureX, \
                discoverIt, robinhoodGold, paypalCashback, biltMastercard, \
                wellsFargoActiveCash or custom
                """
            let black = try await home.refusal(#"{"name":"A","cardType":"amexBlack"}"#)
            #expect(black == "400 cardType \(types)")
            let missing = "400 name is required; cardType is required"
            #expect(try await home.refusal("{}") == missing)
            #expect(try await home.refusal(#"{"name":" ","cardType":""}"#) == missing)
            let name = { (count: Int) in String(repeating: "é", count: count) }
            let long = try await home.refusal(#"{"name":"\#(name(101))","cardType":"custom"}"#)
            #expect(long == "400 name is too long")
            let card = try await home.add(#"{"name":"\#(name(100))","cardType":"custom"}"#)
            for (body, rule) in [
                (#"{"name":"  "}"#, "name must not be blank"),
                (#"{"name":"\#(name(101))"}"#, "name is too long"),
                (#"{"name":"a\u0007"}"#, "name has a control character"),
                (#"{"cardType":"amexBlack"}"#, "cardType \(types)"),
            ] {
                let answer = try await home.change(card.id, body)
                #expect(answer.status == 400)
                #expect(try answer.faults() == [rule])
            }
            #expect(try await home.cards() == [card])
        }
    }

    @Test("tells all bad fields at once, in the order of the type")
    func all() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let body = """
                {"spendingLimits":[{"category":"x","limit":-1}],"cardType":7,"isActive":1}
                """
            let answer = try await home.send("POST", "/api/cards", body)
            let fields = try answer.json()["error"]?["details"]?.members.map(\.key)
            #expect(
                fields == [
                    "name", "cardType", "spendingLimits[0].category", "spendingLimits[0].limit",
                    "isActive",
                ]
            )
            #expect(try answer.string("error.details.name") == "is required")
        }
    }
}
