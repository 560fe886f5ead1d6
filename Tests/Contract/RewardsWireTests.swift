import Foundation
import Kernel
import Testing

@testable import Contract

@Suite("Reward cards on the wire")
struct RewardsWireTests {
    private func update(_ body: String) throws -> API.Rewards.CardUpdate {
        try API.Rewards.updateCard.input(
            inPath: [(key: "id", value: "00000000-0000-7000-8000-00000000000A")],
            query: [],
            body: JSONParser.parse(Array(body.utf8))
        )
    }

    @Test("null takes a field away, and what is left out stays")
    func nullable() throws {
        let without = try update(#"{"quarterlyBonus":null,"accountId":null}"#)
        #expect(without.quarterlyBonus == Nullable(wrappedValue: nil))
        #expect(without.accountID == Nullable(wrappedValue: nil))
        let untouched = try update(#"{"accountId":"","id":"other","createdAt":7}"#)
        #expect(untouched.quarterlyBonus == nil && untouched.accountID == nil)
        #expect(untouched.id.text == "00000000-0000-7000-8000-00000000000a")
        let bonus = #"{"category":"gas","multiplier":5,"pointType":"UR","limit":1500}"#
        let with = try update(#"{"quarterlyBonus":\#(bonus)}"#)
        #expect(with.quarterlyBonus?.wrappedValue?.limit.minor == 150_000)
        // It is written as it was read.
        for change in [without, untouched, with] {
            let request = try API.Rewards.updateCard.request(change)
            let text = request.body.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
            #expect(try update(text) == change, "\(text)")
        }
    }

    @Test("the card of a decision is what an encoder makes of it, whatever its name")
    func recommended() throws {
        for (name, rate, text) in [
            ("Gold", 400 as Int64, "4"), (#"The "\" card / ü 🐷"#, 150, "1.5"),
            ("Zoë &amp; <b>", 5, "0.05"),
        ] {
            let card = API.Guardian.RecommendedCard(
                cardID: .example,
                cardName: name,
                category: .wholeFoods,
                multiplier: .init(minor: rate),
                pointType: .membershipRewards
            )
            let bytes = try WireEncoder.bytes(card)
            let named = String(decoding: try WireEncoder.bytes(name), as: UTF8.self)
            let expected = """
                {"card_id":"\(card.cardID.text)","card_name":\(named),"category":\
                "\(card.category.rawValue)","multiplier":\(text),"point_type":"MR"}
                """
            #expect(String(decoding: bytes, as: UTF8.self) == expected)
            let json = try JSONParser.parse(bytes)
            #expect(try WireDecoder.decode(API.Guardian.RecommendedCard.self, from: json) == card)
            // Another encoder has the same fields.
            let other = try JSONDecoder().decode(
                API.Guardian.RecommendedCard.self,
                from: JSONEncoder().encode(card)
            )
            #expect(other == card)
        }
    }

    @Test("the version of a change travels as If-Match, that of an answer as ETag")
    func versions() throws {
        let endpoint = API.Rewards.updateCard
        let request = try endpoint.request(.init(.example, name: "G", ifMatch: VersionTag(12)))
        #expect(request.headers == ["If-Match": "\"12\""])
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == #"{"name":"G"}"#)
        // A call has no ETag, whatever it sends.
        #expect(endpoint.headerPairs { _ in "\"7\"" }.map(\.key) == ["ifMatch"])
        let answered = endpoint.headers.filter(\.isAnswered)
        #expect(answered.map(\.name) == ["ETag"])
        #expect(answered.first?.text(in: try endpoint.answersJSON()) == "\"12\"")
        #expect(answered.first?.text(in: .object([])) == nil)
        let read = try endpoint.input(
            inPath: [(key: "id", value: ID<Entity.RewardCard>.example.text)],
            query: [],
            body: JSONParser.parse(Array(#"{"ifMatch":"\"7\""}"#.utf8)),
            inHeaders: [(key: "ifMatch", value: " \"3\" ")]
        )
        #expect(read.ifMatch == VersionTag(3))
    }

    @Test(
        "a word is read by both of its spellings in any case, and by no other",
        arguments: [
            ("wholeFoods", API.Rewards.SpendingCategory.wholeFoods), ("Whole Foods", .wholeFoods),
            (" WHOLEFOODS ", .wholeFoods), ("paypal/VENMO", .paypal), ("Office Supply", .office),
        ]
    )
    func words(text: String, category: API.Rewards.SpendingCategory) throws {
        #expect(try API.Rewards.SpendingCategory.read(.string(text)).get() == category)
        for other in ["whole", "Whole  Foods", "wholeFoods1", "", "ｗholeFoods"] {
            let read = API.Rewards.SpendingCategory.read(.string(other))
            #expect(throws: WireFault.self) { try read.get() }
        }
    }

    @Test("the document's question is read, with parts of its preferences")
    func question() throws {
        let body = """
            {"userQuery":"I'm buying groceries at Whole Foods","spendingCategory":"groceries",\
            "merchant":"whole foods","amount":150.0,"userPreferences":{"preferredPointSystem":\
            "membershipRewards","alertThreshold":0.85,"language":"english"},"userCards":[]}
            """
        let read = try WireDecoder.decodeInput(
            API.Rewards.RecommendationRequest.self,
            from: JSONParser.parse(Array(body.utf8))
        )
        #expect(read.amount?.minor == 15_000 && read.userCards == [])
        #expect(read.userPreferences?.alertThreshold?.millionths == 850_000)
        let query = { (count: Int) in
            fault(
                API.Rewards.RecommendationRequest.self,
                "userQuery",
                "\"\(String(repeating: "é", count: count))\""
            )
        }
        #expect(query(0) == "is required" && query(2) == "is too short")
        #expect(query(3) == nil && query(500) == nil && query(501) == "is too long")
    }

    @Test("bounds of fields deep inside are in the schema")
    func schema() throws {
        let schema = Schema(ofInput: API.Rewards.CardInput.self)
        let rows = try #require(schema.properties.first { $0.name == "rewardCategories" })
        let row = try #require(rows.schema.items.first)
        let multiplier = try #require(row.properties.first { $0.name == "multiplier" }).schema
        #expect(multiplier.bounds.exclusiveMinimum == 0 && multiplier.bounds.maximum == 100)
        let bonus = try #require(
            Schema(ofInput: API.Rewards.CardUpdate.self).properties
                .first { $0.name == "quarterlyBonus" }
        )
        #expect(bonus.schema.isNullable && !bonus.isRequired)
        let quarter = try #require(bonus.schema.properties.first { $0.name == "quarter" }).schema
        #expect(quarter.bounds.minimum == 1 && quarter.bounds.maximum == 4)
    }
}
