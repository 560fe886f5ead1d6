import Kernel
import Testing

@testable import Guardian

@Suite("Sentences of policies")
struct SentenceTests {
    private static let goal = ID<Entity.Goal>.test(9).text

    @Test(
        "each leaf has a part of a sentence for what is so, and for what is not",
        arguments: [
            (
                #"{"amount":{"at_least":500,"at_most":123456}}"#,
                "the amount is at least $5.00 and at most $1,234.56",
                "the amount is not at least $5.00 and at most $1,234.56"
            ),
            (
                #"{"category":["fun","food","a"]}"#, "the category is a, food or fun",
                "the category is not a, food or fun"
            ),
            (
                #"{"mcc":["5812","7800-7999"]}"#, "the merchant code is 5812 or 7800-7999",
                "the merchant code is not 5812 or 7800-7999"
            ),
            (
                #"{"merchant":["a","b","c","d","e","f","g"]}"#,
                "the merchant is a, b, c, d, e or 2 more",
                "the merchant is not a, b, c, d, e or 2 more"
            ),
            (
                #"{"first_time":"merchant"}"#, "it is the first purchase at this merchant",
                "it is not the first purchase at this merchant"
            ),
            (
                #"{"time":{"days":["fri","sat"],"from":"21:00","to":"06:30"}}"#,
                "the time is from 21:00 to 06:30 on Fri or Sat",
                "the time is not from 21:00 to 06:30 on Fri or Sat"
            ),
            (
                #"{"time":{"to":"06:30"}}"#, "the time is before 06:30",
                "the time is not before 06:30"
            ),
            (
                #"{"spent":{"window":"day","of":"purchases","more_than":2000}}"#,
                "spending today with this purchase is more than $20.00",
                "spending today with this purchase is not more than $20.00"
            ),
            (
                #"{"spent":{"window":{"hours":24},"over":["household","category"],"#
                    + #""of":"approvals","more_than":5}}"#,
                "the household's approved spending in this category in the last 24 hours with "
                    + "this purchase is more than $0.05",
                "the household's approved spending in this category in the last 24 hours with "
                    + "this purchase is not more than $0.05"
            ),
            (
                #"{"count":{"window":{"hours":1},"over":"merchant","of":"declines","#
                    + #""more_than":3}}"#,
                "declines at this merchant in the last hour with this one are more than 3",
                "declines at this merchant in the last hour with this one are not more than 3"
            ),
            (
                #"{"place":{"within_m":500,"of":{"geofence":3}}}"#,
                "the place is within 500 m of geofence 3",
                "the place is not within 500 m of geofence 3"
            ),
            (
                #"{"place":{"within_m":500,"of":{"lat":1.5,"lon":-2},"unknown":true}}"#,
                "the place is within 500 m of 1.5, -2.0, or unknown",
                "the place is known and not within 500 m of 1.5, -2.0"
            ),
            (
                #"{"avoidable":{"at_least":0.8}}"#, "the avoidable score is at least 0.8",
                "the avoidable score is not at least 0.8"
            ),
            (
                #"{"wallet":{"left_less_than":500}}"#,
                "less than $5.00 is left in the wallet",
                "less than $5.00 is not left in the wallet"
            ),
            (
                #"{"goal":{"id":"\#(goal)","short_by_more_than":500}}"#,
                "the goal lacks more than $5.00", "the goal does not lack more than $5.00"
            ),
        ]
    )
    func clauses(json: String, isTrue: String, isFalse: String) throws {
        #expect(try condition(json).sentence(in: .usd) == isTrue)
        #expect(try condition(#"{"not":\#(json)}"#).sentence(in: .usd) == isFalse)
    }

    @Test("what joins parts is turned by not, and brackets show what belongs together")
    func joints() throws {
        let (a, b) = (#"{"category":["a"]}"#, #"{"merchant":["b"]}"#)
        let nested = #"{"all":[\#(a),{"any":[\#(b),{"all":[\#(a),\#(b)]}]},{"all":[\#(b)]}]}"#
        #expect(
            try condition(nested).sentence(in: .usd) == "the category is a and (the merchant is b "
                + "or (the category is a and the merchant is b)) and the merchant is b"
        )
        #expect(
            try condition(#"{"not":\#(nested)}"#).sentence(in: .usd)
                == "the category is not a or (the merchant is not b and (the category is not a "
                + "or the merchant is not b)) or the merchant is not b"
        )
    }

    @Test("a condition with many leaves is counted, and amounts are the household's")
    func bounds() throws {
        let leaf = #"{"amount":{"at_least":1250}}"#
        let many = Array(repeating: leaf, count: 9).joined(separator: ",")
        #expect(
            try condition(#"{"any":[\#(many)]}"#).sentence(in: .usd)
                == "its condition with 9 parts is true"
        )
        let euro = try #require(Currency(code: "EUR"))
        #expect(try condition(leaf).sentence(in: euro) == "the amount is at least 12.50 EUR")
        #expect(PolicyWords.plainMoney(-123_456, euro) == "-1,234.56")
        #expect(PolicyWords.plainMoney(-5, .usd) == "-0.05")
    }

    @Test(
        "each leaf tells the figures that it was answered by",
        arguments: [
            (#"{"amount":{"at_least":1}}"#, "amount $5.01"),
            (#"{"category":["fun"]}"#, "category fun"), (#"{"mcc":["0742"]}"#, "code 0742"),
            (#"{"merchant":["steam"]}"#, "merchant steam"),
            (#"{"first_time":"merchant"}"#, "first purchase at this merchant"),
            (#"{"first_time":"category"}"#, "first purchase in this category"),
            (#"{"time":{"days":["wed"]}}"#, "time Wed 12:00"),
            (
                #"{"spent":{"window":"day","of":"purchases","more_than":2000}}"#,
                "spending today 15.00 + 5.01 of 20.00"
            ),
            (
                #"{"count":{"window":"week","over":["household"],"of":"approvals","more_than":3}}"#,
                "the household's approvals this week 1500 + 1 of 3"
            ),
            (
                #"{"place":{"within_m":500,"of":{"lat":40.7128,"lon":-74.006}}}"#,
                "place 489.26 m from the centre, of 500 m of 40.7128, -74.006"
            ),
            (#"{"avoidable":{"at_least":0.8}}"#, "score 0.8512 of 0.8"),
            (#"{"wallet":{"left_less_than":500}}"#, "wallet 6.00 - 5.01 of 5.00"),
            (
                #"{"goal":{"id":"\#(goal)","short_by_more_than":500}}"#,
                "goal lacks 1,234.50 of 5.00"
            ),
        ]
    )
    func findings(json: String, figures: String) throws {
        let policies = PreparedPolicies([try .test(json, name: "Cap")])
        let facts = PolicyFacts.test(
            policies.needs,
            mcc: 742,
            values: policies.needs.windows.map { _ in 1_500 },
            isFirst: true,
            avoidable: 0.85127,
            wallet: 600,
            position: Coordinate(latitude: 40.7172, longitude: -74.006),
            goals: [.test(9): 123_450]
        )
        let check = PolicyCase(policies, facts).check()
        #expect(check.trace.last?.detail == "\"Cap\" declines: \(figures).")
    }

    @Test(
        "and says what is not known",
        arguments: [
            (#"{"mcc":["0742"]}"#, "no merchant code"),
            (#"{"avoidable":{"at_least":0}}"#, "no score of 0"),
            (#"{"wallet":{"left_less_than":500}}"#, "no wallet"),
            (#"{"goal":{"id":"\#(goal)","short_by_more_than":500}}"#, "no such goal"),
            (#"{"place":{"within_m":500,"of":{"geofence":3}}}"#, "place unknown"),
            (#"{"first_time":"merchant"}"#, "bought before at this merchant"),
        ]
    )
    func unknown(json: String, figures: String) throws {
        let policies = PreparedPolicies([try .test(#"{"not":\#(json)}"#, .warn, name: "Cap")])
        let check = PolicyCase(policies, .test(policies.needs)).check()
        #expect(check.trace.last?.detail == "\"Cap\" warns: \(figures).")
    }
}
