import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A purchase that no card is recommended for")
struct RecommendRefusalTests {
    private static func letters(_ count: Int) -> String { String(repeating: "é", count: count) }

    private static func card(_ fields: String, last: String = "a") -> String {
        #"{"id":"00000000-0000-7000-8000-00000000000\#(last)",\#(fields)}"#
    }

    private static let plain = #""name":"A","cardType":"custom""#

    /// Requests without cards, and what is said of them.
    static let bodies: [(String, String)] = [
        ("{}", "userQuery is required"),
        (#"{"userQuery":" \n "}"#, "userQuery is required"),
        (#"{"userQuery":"hi"}"#, "userQuery is too short"),
        (#"{"userQuery":" hi "}"#, "userQuery is too short"),
        (#"{"userQuery":"\#(letters(501))"}"#, "userQuery is too long"),
        (#"{"userQuery":"gas\u0000"}"#, "userQuery has a control character"),
        (#"{"userQuery":"this shit costs $5"}"#, "userQuery has a word that is not allowed"),
        (#"{"userQuery":"gas","merchant":"\#(letters(201))"}"#, "merchant is too long"),
        (#"{"userQuery":"gas","amount":0}"#, "amount must be more than 0"),
        (#"{"userQuery":"gas","amount":-1}"#, "amount must be more than 0"),
        (#"{"userQuery":"gas","amount":10000000000.01}"#, "amount is out of range"),
        (#"{"userQuery":"gas","amount":"5"}"#, "amount has the wrong type"),
        (
            #"{"userQuery":"gas","userPreferences":{"language":"french"}}"#,
            "userPreferences.language must be english, chinese or bilingual"
        ),
        (
            #"{"userQuery":"gas","userPreferences":{"alertThreshold":0}}"#,
            "userPreferences.alertThreshold must be more than 0"
        ),
        (
            #"{"userQuery":"gas","userPreferences":{"alertThreshold":1.01}}"#,
            "userPreferences.alertThreshold must be at most 1"
        ),
    ]

    @Test("is refused by the field and its rule, and nothing is stored", arguments: bodies)
    func refused(body: String, rule: String) async throws {
        try await RewardsHome.with(.sqlite) { home in
            _ = try await home.add()
            let before = try await home.server.contents()
            let answer = try await home.recommend(body)
            #expect(answer.status == 400)
            #expect(try answer.string("error.code") == "INVALID_REQUEST")
            #expect(try answer.faults() == [rule])
            #expect(try await home.server.contents().changed(since: before).isEmpty)
        }
    }

    private static let manyRows = Array(
        repeating: #"{"category":"gas","multiplier":1,"pointType":"MR"}"#,
        count: 51
    ).joined(separator: ",")

    /// Lists of cards, and what is said of them.
    static let lists: [(String, String)] = [
        ("{\(plain)}", "userCards[0].id is required"),
        (card(#""cardType":"custom""#), "userCards[0].name is required"),
        (card(#""name":" ","cardType":"custom""#), "userCards[0].name is required"),
        (
            card(#""name":"\#(letters(101))","cardType":"custom""#),
            "userCards has a name that is too long"
        ),
        (
            card(#""name":"Bullshit","cardType":"custom""#),
            "userCards[0].name has a word that is not allowed"
        ),
        (
            "\(card(plain)),\(card(#""name":"Bullshit","cardType":"custom""#, last: "b"))",
            "userCards[1].name has a word that is not allowed"
        ),
        ("\(card(plain)),\(card(plain))", "userCards must not have one id twice"),
        (
            card(
                """
                \(plain),"spendingLimits":[{"category":"gas","limit":1},{"category":"Gas",\
                "limit":2}]
                """
            ),
            "userCards must not have two limits for one category"
        ),
        (
            card(#"\#(plain),"spendingLimits":[{"category":"gas","limit":0}]"#),
            "userCards[0].spendingLimits[0].limit must be more than 0"
        ),
        (
            card("\(plain),\"rewardCategories\":[\(manyRows)]"),
            "userCards has a card with too many rows or limits"
        ),
    ]

    @Test("is refused with cards that could not be stored either", arguments: lists)
    func cards(list: String, rule: String) async throws {
        try await RewardsHome.with(.sqlite) { home in
            let answer = try await home.recommend(#"{"userQuery":"gas","userCards":[\#(list)]}"#)
            #expect(answer.status == 400)
            #expect(try answer.faults() == [rule])
        }
    }

    @Test("has at most fifty cards")
    func many() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let body = { (count: Int) in
                let cards = (0..<count).map { number in
                    let id = "00000000-0000-7000-8000-0000000000\(number + 10)"
                    return #"{"id":"\#(id)",\#(Self.plain)}"#
                }
                return #"{"userQuery":"gas","userCards":[\#(cards.joined(separator: ","))]}"#
            }
            #expect(try await home.recommended(body(50)).named.count == 2)
            let tooMany = try await home.recommend(body(51))
            #expect(tooMany.status == 400)
            #expect(try tooMany.faults() == ["userCards has too many cards"])
        }
    }

    @Test("is of a category that there is; a query has 3 to 500 characters")
    func bounds() async throws {
        try await RewardsHome.with(.sqlite) { home in
            _ = try await home.add()
            let fields = [
                #""spendingCategory":"fuel""#,
                #""userPreferences":{"preferredPointSystem":"XP"}"#,
            ]
            for field in fields {
                let answer = try await home.recommend(#"{"userQuery":"gas",\#(field)}"#)
                #expect(answer.status == 400)
                #expect(try answer.faults().count == 1)
                #expect(try answer.faults().first?.contains(" must be ") == true)
            }
            for query in ["gas", Self.letters(3), Self.letters(500)] {
                let answer = try await home.recommend(#"{"userQuery":"\#(query)"}"#)
                #expect(answer.status == 200, "\(query.unicodeScalars.count)")
            }
        }
    }
}
