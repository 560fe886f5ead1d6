import Kernel
import Testing

@testable import Contract

@Suite("Reading wire types")
struct WireDecoderTests {
    typealias Authorize = API.Guardian.AuthorizeRequest

    /// One field of each kind.
    struct Probe: WireInput, Equatable {
        var id: ID<Entity.Rule>?
        var at: WireTimestamp?
        var role: API.Allowance.Role?
        var flag: Bool?
        var share: Double?
        var inner: Inner?
        var list: [Inner]?
        var map: [String: Int64]?
        var who: MemberReference?
        var last: String

        static let rules: [FieldRule<Self>] = [
            FieldRule("list") { ($0.list?.count ?? 0) > 2 ? "has more than 2" : nil },
            FieldRule("flag", reading: ["share"]) {
                $0.flag == true && $0.share == nil ? "needs a share" : nil
            },
        ]
    }

    struct Inner: Codable, Sendable, Equatable {
        var x: Int64
        var name: String?
    }

    @Test("every fault is told, in the order of the type and not of the body")
    func allAtOnce() {
        let body = #"{"mcc":10000,"category":"a\u0001","merchant":3,"amount_cents":"5"}"#
        #expect(
            faults(Authorize.self, body) == [
                "amount_cents has the wrong type", "merchant has the wrong type",
                "category has a control character", "mcc is out of range",
            ]
        )
        #expect(
            faults(Authorize.self, #"{"mcc":-1,"amount_cents":0}"#) == [
                "amount_cents must be more than 0", "merchant is required", "mcc is out of range",
            ]
        )
        #expect(
            faults(Probe.self, #"{"list":[{},{"x":1},{"x":"1"}],"inner":{"x":true,"name":1}}"#) == [
                "inner.x has the wrong type", "inner.name has the wrong type",
                "list[0].x is required", "list[2].x has the wrong type", "last is required",
            ]
        )
    }

    @Test(
        "what is missing, null or blank is required",
        arguments: [
            "{}", #"{"last":null}"#, #"{"last":""}"#, #"{"last":" \t\n"}"#, "{\"last\":\"\u{A0}\"}",
        ]
    )
    func required(body: String) {
        #expect(faults(Probe.self, body) == ["last is required"])
    }

    @Test("what is optional may be missing, null or blank, and unknown fields are ignored")
    func optional() throws {
        let bodies = [
            #"{"last":"x"}"#, #"{"last":"x","who":"","role":" ","at":null,"list":null,"id":"\n"}"#,
            #"{"last":"x","unknown":{"deep":[1]},"Last":5}"#,
        ]
        for body in bodies {
            let read = try WireDecoder.decodeInput(Probe.self, from: JSONParser.parse(body.utf8))
            #expect(read == Probe(last: "x"))
        }
    }

    @Test(
        "blank text is no text, but no number, list or object either",
        arguments: ["flag", "share", "inner", "list", "map"]
    )
    func blank(field: String) {
        for text in [#""""#, #"" \n""#] {
            let body = #"{"last":"x","\#(field)":\#(text)}"#
            #expect(faults(Probe.self, body) == ["\(field) has the wrong type"])
        }
    }

    @Test("a whole body is read")
    func whole() throws {
        let body = """
            {"id":"01946A5C-F400-7000-8000-000000000001","at":"2025-01-15T11:30:00.5+01:00",
             "role":"Child","flag":false,"share":-1.5e1,"inner":{"x":2,"name":" n "},
             "list":[{"x":1}],"map":{"a":1,"b":2},"who":7,"last":" x\\n\\ty "}
            """
        let expected = Probe(
            id: ID("01946a5c-f400-7000-8000-000000000001"),
            at: WireTimestamp(Timestamp(milliseconds: 1_736_937_000_500)),
            role: .child,
            flag: false,
            share: -15,
            inner: Inner(x: 2, name: "n"),
            list: [Inner(x: 1)],
            map: ["a": 1, "b": 2],
            who: MemberReference("7"),
            last: "x\n\ty"
        )
        #expect(
            try WireDecoder.decodeInput(Probe.self, from: JSONParser.parse(body.utf8)) == expected
        )
    }

    @Test(
        "a value of another kind names its field and the rule",
        arguments: [
            ("id", "5", "is not a UUID"), ("id", "\"x\"", "is not a UUID"),
            ("id", "\"01946a5cf40070008000000000000001\"", "is not a UUID"),
            ("at", "\"2025-01-15\"", "must be a date such as 2025-01-15T10:30:00Z"),
            ("at", "\"2025-02-30T10:30:00Z\"", "must be a date such as 2025-01-15T10:30:00Z"),
            ("at", "\"tomorrow\"", "must be a date such as 2025-01-15T10:30:00Z"),
            ("at", "1736937000", "must be a date such as 2025-01-15T10:30:00Z"),
            ("role", "\"child\"", "must be Parent or Child"),
            ("role", "\"Uncle\"", "must be Parent or Child"), ("role", "1", "has the wrong type"),
            ("flag", "\"true\"", "has the wrong type"), ("flag", "1", "has the wrong type"),
            ("share", "\"1.5\"", "has the wrong type"), ("share", "1e400", "is out of range"),
            ("share", "true", "has the wrong type"), ("share", "[]", "has the wrong type"),
            ("inner", "[]", "has the wrong type"), ("inner", "\"x\"", "has the wrong type"),
            ("list", "{}", "has the wrong type"), ("list", "\"a\"", "has the wrong type"),
            ("map", "[1]", "has the wrong type"),
            ("who", "true", "has the wrong type"), ("who", "{}", "has the wrong type"),
            ("last", "5", "has the wrong type"), ("last", "[\"a\"]", "has the wrong type"),
            ("last", "\"a\\r\"", "has a control character"),
            ("last", "\"\\u007f\"", "has a control character"),
            ("last", "\"a\\u0085b\"", "has a control character"),
            ("last", "\"\\u0000\"", "has a control character"), ("last", "\"a\\n\\tb\"", nil),
        ] as [(String, String, String?)]
    )
    func kinds(field: String, value: String, rule: String?) {
        #expect(fault(Probe.self, field, value) == rule)
    }

    @Test("faults inside of a map and of a list name the place")
    func places() {
        let body = #"{"last":"x","map":{"a":1,"b":"2"},"list":[{"x":1},7]}"#
        let expected = ["list[1] has the wrong type", "map.b has the wrong type"]
        #expect(faults(Probe.self, body) == expected)
    }

    @Test("a rule is judged only when its field and those it reads could be read")
    func rules() {
        let three = #"[{"x":1},{"x":2},{"x":3}]"#
        #expect(fault(Probe.self, "list", three) == "has more than 2")
        let faulty = #"{"last":"x","list":[{"x":1},{"x":2},{"x":"3"}]}"#
        #expect(faults(Probe.self, faulty) == ["list[2].x has the wrong type"])
        #expect(faults(Probe.self, #"{"last":"x","flag":true}"#) == ["flag needs a share"])
        let other = #"{"last":"x","flag":true,"share":"1"}"#
        #expect(faults(Probe.self, other) == ["share has the wrong type"])
    }

    @Test(
        "a body that is no object is refused as a whole",
        arguments: ["[]", "5", "\"a\"", "true"]
    )
    func noObject(body: String) {
        #expect(faults(Probe.self, body) == ["body has the wrong type"])
    }

    @Test("of a hundred thousand faults the first hundred are told, those of known fields first")
    func manyFaults() throws {
        let members = (0..<100_000).map { JSON.Member("f\($0)", .null) }
        let input = JSON.object(members + [JSON.Member("grantType", .null)])
        let problem = #expect(throws: Problem.self) {
            try WireDecoder.decodeInput(API.Identity.AuthTokenRequest.self, from: input)
        }
        #expect(problem?.faults.count == 100)
        #expect(problem?.faults.first == Fault(field: "grantType", rule: "is required"))
        #expect(problem?.faults.last?.rule == "is not known here")
        let list = JSON.object([.init("list", .array(Array(repeating: .null, count: 100_000)))])
        let other = #expect(throws: Problem.self) {
            try WireDecoder.decodeInput(Probe.self, from: list)
        }
        #expect(other?.faults.count == 100)
    }

    @Test("blank text in an answer is text")
    func answers() throws {
        let text = #"{"last":"","who":" "}"#
        let read = try WireDecoder.decode(Probe.self, from: JSONParser.parse(text.utf8))
        #expect(read == Probe(who: MemberReference(""), last: ""))
        let nameless = API.Allowance.UserResponse(
            userID: ID(.zero),
            email: "a@b.c",
            firstName: "",
            lastName: "",
            role: .child,
            familyID: ID(.zero),
            familyName: "F"
        )
        let json = try JSONParser.parse(WireEncoder.bytes(nameless))
        #expect(try WireDecoder.decode(API.Allowance.UserResponse.self, from: json) == nameless)
    }

    @Test("an answer that lacks a field is refused with its name")
    func badAnswer() throws {
        let json = try JSONParser.parse(#"{"id":1,"category":"fun"}"#.utf8)
        let problem = #expect(throws: Problem.self) {
            try WireDecoder.decode(API.Guardian.Rule.self, from: json)
        }
        #expect(problem?.faults == [Fault(field: "monthly_limit_cents", rule: "is required")])
    }
}
