import Foundation
import Kernel
import Testing

@testable import Guardian

@Suite("Reading conditions")
struct ConditionReadingTests {
    /// What is read, and its canonical form where that is another one.
    private static let read: [(String, String?)] = [
        (#"{"amount":{"at_most":9,"at_least":0}}"#, #"{"amount":{"at_least":0,"at_most":9}}"#),
        (#"{"amount":{"at_most":1000000000000}}"#, nil),
        (#"{"amount":{"at_least":7,"at_most":7}}"#, nil),
        (#"{"category":[" Fun","food","FUN"]}"#, #"{"category":["food","fun"]}"#),
        (#"{"category":["Rent & Bills"]}"#, #"{"category":["rent_bills"]}"#),
        (#"{"mcc":["5812","0001","7800-7999"]}"#, #"{"mcc":["0001","5812","7800-7999"]}"#),
        (#"{"mcc":["0010-0020","0021","0015"]}"#, #"{"mcc":["0010-0021"]}"#),
        (#"{"merchant":["  Taco   BELL "]}"#, #"{"merchant":["taco bell"]}"#),
        (#"{"first_time":"merchant"}"#, nil), (#"{"first_time":"category"}"#, nil),
        (
            #"{"time":{"to":"06:30","from":"21:00","days":["sun","mon","sun"]}}"#,
            #"{"time":{"days":["mon","sun"],"from":"21:00","to":"06:30"}}"#
        ),
        (#"{"time":{"from":"00:00"}}"#, nil), (#"{"time":{"to":"23:59"}}"#, nil),
        (#"{"time":{"days":["wed"]}}"#, nil), (#"{"time":{"from":"21:00","to":"00:00"}}"#, nil),
        (
            #"{"time":{"from":"01:00","days":["mon","tue","wed","thu","fri","sat","sun"]}}"#,
            #"{"time":{"from":"01:00"}}"#
        ),
        (
            #"{"spent":{"window":"day","over":["member"],"of":"purchases","more_than":2000}}"#,
            #"{"spent":{"more_than":2000,"of":"purchases","window":"day"}}"#
        ),
        (
            #"{"spent":{"window":"week","over":["merchant","household"],"of":"approvals","#
                + #""more_than":0}}"#,
            #"{"spent":{"more_than":0,"of":"approvals","over":["household","merchant"],"#
                + #""window":"week"}}"#
        ),
        (
            #"{"count":{"window":{"hours":744},"over":"household","of":"declines","more_than":1}}"#,
            #"{"count":{"more_than":1,"of":"declines","over":["household"],"#
                + #""window":{"hours":744}}}"#
        ),
        (#"{"count":{"more_than":1000000,"of":"purchases","window":{"hours":1}}}"#, nil),
        (#"{"count":{"more_than":0,"of":"approvals","over":["category"],"window":"month"}}"#, nil),
        (
            #"{"place":{"within_m":100000,"of":{"lon":-180,"lat":89.5},"unknown":true}}"#,
            #"{"place":{"of":{"lat":89.5,"lon":-180},"unknown":true,"within_m":100000}}"#
        ),
        (
            #"{"place":{"within_m":1,"of":{"geofence":7},"unknown":false}}"#,
            #"{"place":{"of":{"geofence":7},"within_m":1}}"#
        ),
        (#"{"avoidable":{"at_least":0}}"#, nil), (#"{"avoidable":{"at_least":1}}"#, nil),
        (#"{"avoidable":{"at_least":0.8512}}"#, nil), (#"{"wallet":{"left_less_than":0}}"#, nil),
        (#"{"wallet":{"left_less_than":1000000000000}}"#, nil),
        (
            #"{"goal":{"short_by_more_than":1,"id":"00000000-0000-0000-0000-00000000000A"}}"#,
            #"{"goal":{"id":"00000000-0000-0000-0000-00000000000a","short_by_more_than":1}}"#
        ),
        (#"{"not":{"any":[{"mcc":["5812"]},{"all":[{"amount":{"at_least":1}}]}]}}"#, nil),
    ]

    @Test("each leaf is read, and written in one form for all that mean the same", arguments: read)
    func forms(json: String, canonical: String?) throws {
        let condition = try condition(json)
        #expect(condition.json == canonical ?? json)
        #expect(try PolicyCondition(condition.value) == condition)
    }

    @Test("a condition goes through an encoder and comes back, in the same bytes", arguments: read)
    func encoded(json: String, canonical: String?) throws {
        let condition = try condition(json)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(condition)
        #expect(String(decoding: data, as: UTF8.self) == condition.json)
        #expect(try JSONDecoder().decode(PolicyCondition.self, from: data) == condition)
    }

    @Test(
        "what is no condition is refused by its place and its rule",
        arguments: [
            (#"[]"#, "when has the wrong type"), (#"null"#, "when has the wrong type"),
            (#"{}"#, "when must have exactly one key"),
            (
                #"{"all":[{"category":["fun"],"mcc":["5812"]}]}"#,
                "when.all[0] must have exactly one key"
            ),
            (#"{"all":[]}"#, "when.all must have 1 to 20 conditions"),
            (#"{"any":[]}"#, "when.any must have 1 to 20 conditions"),
            (#"{"any":{}}"#, "when.any has the wrong type"),
            (#"{"not":[]}"#, "when.not has the wrong type"),
            (
                #"{"all":[{"not":{"any":[{"not":7}]}}]}"#,
                "when.all[0].not.any[0].not has the wrong type"
            ),
            (
                #"{"not":{"colour":["red"]}}"#,
                "when.not must be all, any, not, amount, category, mcc, merchant, first_time, "
                    + "time, spent, count, place, avoidable, wallet or goal"
            ),
        ]
    )
    func structure(json: String, expected: String) throws {
        #expect(try fault(json) == expected)
    }

    /// A leaf within as many conditions, it included.
    private static func nested(_ depth: Int) -> String {
        (1..<depth).reduce(#"{"category":["food"]}"#) { inner, level in
            switch level % 3 {
            case 1: #"{"not":\#(inner)}"#
            case 2: #"{"any":[\#(inner)]}"#
            default: #"{"all":[\#(inner)]}"#
            }
        }
    }

    @Test("conditions are at most six deep, the leaf included")
    func depth() throws {
        #expect(try fault(Self.nested(6)) == nil)
        let path = "when.all[0].any[0].not.all[0].any[0].not"
        #expect(try fault(Self.nested(7)) == "\(path) is deeper than 6 conditions")
    }

    @Test("a condition has at most 50 leaves, and a list of conditions at most 20")
    func leaves() throws {
        let leaf = #"{"amount":{"at_least":1}}"#
        let some = { (count: Int) in Array(repeating: leaf, count: count).joined(separator: ",") }
        let lists = { (last: Int) in
            #"{"any":[{"all":[\#(some(20))]},{"all":[\#(some(20))]},{"all":[\#(some(last))]}]}"#
        }
        #expect(try condition(lists(10)).leafCount == 50)
        #expect(try fault(lists(11)) == "when has more than 50 leaves")
        #expect(try fault(#"{"all":[\#(some(20))]}"#) == nil)
        #expect(try fault(#"{"all":[\#(some(21))]}"#) == "when.all must have 1 to 20 conditions")
    }

    @Test("a condition has at most 4 KiB of canonical JSON")
    func size() throws {
        // 40 names of 99 letters, of which the last one fills up.
        let names = (0..<39).map { index in
            String(repeating: "a", count: 97) + "\(index + 10)"
        }
        let text = { (last: Int) in
            let list = (names + [String(repeating: "b", count: last)]).map { "\"\($0)\"" }
            return #"{ "merchant": [\#(list.joined(separator: ", "))] }"#
        }
        let rest = Limits.policyConditionBytes - #"{"merchant":[]}"#.utf8.count - 39 * 102 - 2
        #expect(try condition(text(rest)).json.utf8.count == Limits.policyConditionBytes)
        #expect(try fault(text(rest + 1)) == "when is larger than 4096 bytes")
        // What is equal counts as often as it is sent.
        let twice = Array(
            repeating: #"{"merchant":["\#(String(repeating: "c", count: 120))"]}"#,
            count: 40
        )
        let lists = twice.map { #"{"not":\#($0)}"# }
        let parts = [lists.prefix(20), lists.suffix(20)].map {
            #"{"any":[\#($0.joined(separator: ","))]}"#
        }
        #expect(
            try fault(#"{"all":[\#(parts.joined(separator: ","))]}"#)
                == "when is larger than 4096 bytes"
        )
    }

    @Test("names that grow when they are made comparable must still fit")
    func growth() throws {
        // 2 bytes each in capitals, 3 in small letters.
        let name = String(repeating: "\u{023A}", count: 100)
        let names = (0..<19).map { "\"\(name)\($0 + 10)\"" }.joined(separator: ",")
        #expect(try fault(#"{"merchant":[\#(names)]}"#) == "when is larger than 4096 bytes")
    }
}
