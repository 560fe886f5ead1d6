import Kernel
import Testing

@testable import Guardian

@Suite("Refusing leaves")
struct LeafRefusalTests {
    /// A leaf, and what is wrong with it after `when.`.
    private static let numbers: [(String, String)] = [
        (#"{"amount":{}}"#, "amount must have at_least or at_most"),
        (#"{"amount":7}"#, "amount has the wrong type"),
        (#"{"amount":{"at_least":-1}}"#, "amount.at_least is out of range"),
        (#"{"amount":{"at_least":1000000000001}}"#, "amount.at_least is out of range"),
        (#"{"amount":{"at_most":1e30}}"#, "amount.at_most is out of range"),
        (#"{"amount":{"at_least":1.5}}"#, "amount.at_least has the wrong type"),
        (#"{"amount":{"at_least":"1"}}"#, "amount.at_least has the wrong type"),
        (#"{"amount":{"at_least":null}}"#, "amount.at_least has the wrong type"),
        (
            #"{"amount":{"at_least":2,"at_most":1}}"#,
            "amount.at_most must not be less than at_least"
        ),
        (#"{"amount":{"at_least":2,"below":1}}"#, "amount.below is not known here"),
        (#"{"amount":{"at_least":2,"A b":1}}"#, "amount is not known here"),
        (#"{"avoidable":{"at_least":-0.1}}"#, "avoidable.at_least is out of range"),
        (#"{"avoidable":{"at_least":1.0001}}"#, "avoidable.at_least is out of range"),
        (#"{"avoidable":{"at_least":0.12345}}"#, "avoidable.at_least must have at most 4 decimals"),
        (#"{"avoidable":{"at_least":true}}"#, "avoidable.at_least has the wrong type"),
        (#"{"avoidable":{}}"#, "avoidable.at_least is required"),
        (#"{"wallet":{"left_less_than":-1}}"#, "wallet.left_less_than is out of range"),
        (#"{"wallet":{"left_less_than":1000000000001}}"#, "wallet.left_less_than is out of range"),
        (#"{"wallet":{}}"#, "wallet.left_less_than is required"),
        (#"{"goal":{"id":"x","short_by_more_than":1}}"#, "goal.id is not a UUID"),
        (#"{"goal":{"short_by_more_than":1}}"#, "goal.id is required"),
        (
            #"{"goal":{"id":"00000000-0000-0000-0000-00000000000a","short_by_more_than":-1}}"#,
            "goal.short_by_more_than is out of range"
        ),
        (#"{"place":{"of":{"geofence":1}}}"#, "place.within_m is required"),
        (#"{"place":{"of":{"geofence":1},"within_m":0}}"#, "place.within_m is out of range"),
        (#"{"place":{"of":{"geofence":1},"within_m":100001}}"#, "place.within_m is out of range"),
        (#"{"place":{"within_m":1}}"#, "place.of is required"),
        (#"{"place":{"within_m":1,"of":{}}}"#, "place.of.lat is required"),
        (#"{"place":{"within_m":1,"of":{"lat":1}}}"#, "place.of.lon is required"),
        (#"{"place":{"within_m":1,"of":{"lat":90.1,"lon":0}}}"#, "place.of.lat is out of range"),
        (#"{"place":{"within_m":1,"of":{"lat":0,"lon":-180.1}}}"#, "place.of.lon is out of range"),
        (#"{"place":{"within_m":1,"of":{"geofence":0}}}"#, "place.of.geofence is out of range"),
        (
            #"{"place":{"within_m":1,"of":{"geofence":1,"lat":2}}}"#,
            "place.of.lat is not known here"
        ),
        (
            #"{"place":{"within_m":1,"of":{"geofence":1},"unknown":1}}"#,
            "place.unknown has the wrong type"
        ),
    ]

    private static let words: [(String, String)] = [
        (#"{"category":[]}"#, "category must have 1 to 100 entries"),
        (#"{"category":"fun"}"#, "category has the wrong type"),
        (#"{"category":["fun",7]}"#, "category[1] has the wrong type"),
        (#"{"category":[" "]}"#, "category[0] is required"),
        (#"{"category":["a\tb"]}"#, "category[0] has a control character"),
        (#"{"mcc":["581"]}"#, "mcc[0] must be a code such as 5812 or a range such as 7800-7999"),
        (
            #"{"mcc":["5812","7999-7800"]}"#,
            "mcc[1] must be a code such as 5812 or a range such as 7800-7999"
        ),
        (#"{"mcc":["+581"]}"#, "mcc[0] must be a code such as 5812 or a range such as 7800-7999"),
        (#"{"mcc":[5812]}"#, "mcc[0] has the wrong type"),
        (#"{"first_time":"place"}"#, "first_time must be merchant or category"),
        (#"{"first_time":["merchant"]}"#, "first_time has the wrong type"),
        (#"{"time":{}}"#, "time must have days, from or to"),
        (#"{"time":{"days":[]}}"#, "time.days must have 1 to 7 entries"),
        (
            #"{"time":{"days":["mon","Tue"]}}"#,
            "time.days[1] must be mon, tue, wed, thu, fri, sat or sun"
        ),
        (#"{"time":{"from":"24:00"}}"#, "time.from must be a time such as 22:00"),
        (#"{"time":{"to":"9:00"}}"#, "time.to must be a time such as 22:00"),
        (#"{"time":{"to":900}}"#, "time.to has the wrong type"),
        (#"{"time":{"from":"08:00","to":"08:00"}}"#, "time.to must not be the same as from"),
        (#"{"time":{"to":"00:00"}}"#, "time.to must not be the same as from"),
        (
            #"{"spent":{"window":"year","of":"purchases","more_than":1}}"#,
            "spent.window must be day, week, month or hours"
        ),
        (
            #"{"spent":{"window":7,"of":"purchases","more_than":1}}"#,
            "spent.window has the wrong type"
        ),
        (
            #"{"spent":{"window":{"hours":0},"of":"purchases","more_than":1}}"#,
            "spent.window.hours is out of range"
        ),
        (
            #"{"spent":{"window":{"hours":745},"of":"purchases","more_than":1}}"#,
            "spent.window.hours is out of range"
        ),
        (
            #"{"spent":{"window":{"days":1},"of":"purchases","more_than":1}}"#,
            "spent.window.hours is required"
        ),
        (
            #"{"spent":{"window":{"hours":1,"days":1},"of":"purchases","more_than":1}}"#,
            "spent.window.days is not known here"
        ),
        (#"{"spent":{"of":"purchases","more_than":1}}"#, "spent.window is required"),
        (#"{"spent":{"window":"day","more_than":1}}"#, "spent.of is required"),
        (
            #"{"spent":{"window":"day","of":"declines","more_than":1}}"#,
            "spent.of must be purchases or approvals"
        ),
        (#"{"spent":{"window":"day","of":"purchases"}}"#, "spent.more_than is required"),
        (
            #"{"spent":{"window":"day","of":"purchases","more_than":1000000000001}}"#,
            "spent.more_than is out of range"
        ),
        (
            #"{"count":{"window":"day","of":"purchases","more_than":1000001}}"#,
            "count.more_than is out of range"
        ),
        (
            #"{"count":{"window":"day","of":"refunds","more_than":1}}"#,
            "count.of must be purchases, approvals or declines"
        ),
        (
            #"{"count":{"window":"day","over":[],"of":"purchases","more_than":1}}"#,
            "count.over must have 1 to 4 entries"
        ),
        (
            #"{"count":{"window":"day","over":["category","mcc"],"of":"purchases","more_than":1}}"#,
            "count.over[1] must be member, household, category or merchant"
        ),
        (
            #"{"count":{"window":"day","over":["member","household"],"of":"declines","#
                + #""more_than":1}}"#,
            "count.over must not have both member and household"
        ),
    ]

    @Test("a leaf that breaks a rule is refused by its place", arguments: numbers + words)
    func rules(json: String, expected: String) throws {
        #expect(try fault(json) == "when.\(expected)")
        #expect(try fault(#"{"any":[{"mcc":["5812"]},\#(json)]}"#) == "when.any[1].\(expected)")
    }

    @Test("names and lists have their most")
    func bounds() throws {
        let text = { (count: Int) in String(repeating: "é", count: count) }
        #expect(try fault(#"{"category":["\#(text(32))"]}"#) == nil)
        #expect(try fault(#"{"category":["\#(text(33))"]}"#) == "when.category[0] is too long")
        #expect(try fault(#"{"merchant":["\#(text(120))"]}"#) == nil)
        #expect(try fault(#"{"merchant":["\#(text(121))"]}"#) == "when.merchant[0] is too long")
        let codes = { (count: Int) in
            (0..<count).map { "\"\(1_000 + 2 * $0)\"" }.joined(separator: ",")
        }
        #expect(try fault(#"{"mcc":[\#(codes(100))]}"#) == nil)
        #expect(try fault(#"{"mcc":[\#(codes(101))]}"#) == "when.mcc must have 1 to 100 entries")
        let marks = String(repeating: "\u{0301}", count: 31)
        #expect(
            try fault(#"{"merchant":["a\#(marks)"]}"#)
                == "when.merchant[0] has more than 30 combining marks in a row"
        )
    }

    @Test("a fault tells nothing of what was sent but the names of keys")
    func silence() throws {
        let said = try #require(try fault(#"{"not":{"secret-word":["secret-word"]}}"#))
        #expect(!said.contains("secret"))
    }
}
