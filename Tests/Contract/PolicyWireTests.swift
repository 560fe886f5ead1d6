import Foundation
import Kernel
import Testing

@testable import Contract

@Suite("Policies on the wire")
struct PolicyWireTests {
    typealias Condition = API.Guardian.Condition

    private static let names = API.Guardian.policyEndpoints.map(\.name)

    private static func exercise(_ name: String) throws -> any Exercise {
        let endpoint = try #require(API.Guardian.policyEndpoints.first { $0.name == name })
        return try #require(endpoint as? any Exercise, "a type of \(name) is not Equatable")
    }

    @Test("writing a request and reading it are inverse", arguments: names)
    func inverse(name: String) throws {
        let exercise = try Self.exercise(name)
        #expect(try exercise.readsBack(exercise.exampleRequest()))
        #expect(try exercise.answerReadsBack())
    }

    @Test("the paths, who may call them, and what they may be refused for are the contract's")
    func table() {
        let rows = API.Guardian.policyEndpoints.map { endpoint in
            let call = "\(endpoint.method.rawValue) \(endpoint.path.text)"
            return "\(call) \(endpoint.access) \(endpoint.status)"
        }
        #expect(
            rows == [
                "GET /guardian/policies member 200", "POST /guardian/policies member 201",
                "GET /guardian/policies/{id} member 200", "PUT /guardian/policies/{id} member 200",
                "POST /guardian/policies/{id}/state member 200",
                "GET /guardian/policies/{id}/shadow member 200",
                "POST /guardian/policies/backtest member 200", "GET /guardian/friction parent 200",
                "PUT /guardian/friction parent 200",
            ]
        )
        #expect(API.Guardian.createPolicy.allRefusals.contains(.conflict))
        #expect(API.Guardian.updatePolicy.allRefusals.contains(.stale))
        #expect(API.Guardian.updatePolicy.allRefusals.contains(.forbidden))
        #expect(!API.Guardian.backtestPolicies.allRefusals.contains(.conflict))
        #expect(API.Guardian.backtestPolicies.scope == .guardianRead)
        #expect(API.Guardian.createPolicy.scope == .guardian)
    }

    @Test("a policy is written with the contract's keys")
    func keys() throws {
        let input = API.Guardian.PolicyInput(
            name: "Night",
            userID: MemberReference("7"),
            when: try Condition(#"{ "time": {"to": "06:30", "from": "21:00"} }"#),
            then: .ask,
            message: "Sleep."
        )
        let request = try API.Guardian.createPolicy.request(input)
        #expect(
            request.body.map { String(decoding: $0, as: UTF8.self) }
                == #"{"name":"Night","user_id":"7","when":{"time":{"from":"21:00","to":"06:30"}},"#
                + #""then":"ask","message":"Sleep."}"#
        )
        let update = try API.Guardian.updatePolicy.request(
            API.Guardian.PolicyUpdate(.example, .example, ifMatch: VersionTag(12))
        )
        #expect(update.headers == ["If-Match": "\"12\""])
        #expect(update.target == "/guardian/policies/\(ID<Entity.Policy>.example.text)")
        let answer = try API.Guardian.getPolicy.answersJSON()
        #expect(answer["pending"]?["change"]?["state"] == .string("retired"))
        #expect(
            answer.members.map(\.key) == [
                "id", "name", "when", "then", "state", "version", "created_by", "created_at",
                "live_since", "pending",
            ]
        )
        let report = try API.Guardian.backtestPolicies.answersJSON()
        #expect(
            report.members.map(\.key) == [
                "purchases", "sum_cents", "policies", "overrides_used", "milliseconds",
            ]
        )
    }

    @Test(
        "a condition has one form for all texts of the same value",
        arguments: [
            (#"{ "b" : 1 , "a" : [ 2e3, 0.50 ] }"#, #"{"a":[2000,0.5],"b":1}"#),
            (#"{"not":{"z":-0,"é":1E400}}"#, #"{"not":{"z":0,"é":1E400}}"#),
            (#"{"a":"\u0041\n"}"#, #"{"a":"A\n"}"#),
        ]
    )
    func canonical(text: String, canonical: String) throws {
        let condition = try Condition(text)
        #expect(condition.text == canonical)
        #expect(String(decoding: try WireEncoder.bytes(condition), as: UTF8.self) == canonical)
        #expect(try Condition(canonical) == condition)
    }

    @Test(
        "a condition is an object of a bounded size and depth; the rest is not its business",
        arguments: [
            (#"{"colour":["red"]}"#, nil), ("{}", nil), ("[]", "has the wrong type"),
            (#""all""#, "has the wrong type"), ("7", "has the wrong type"), ("null", "is required"),
            (#""""#, "is required"),
        ] as [(String, String?)]
    )
    func shape(value: String, rule: String?) {
        let rest = #""name":"x","then":"warn""#
        #expect(fault(API.Guardian.PolicyInput.self, "when", value, in: rest) == rule)
    }

    @Test("its bounds are those of the limits")
    func bounds() {
        let rest = #""name":"x","then":"warn""#
        let rule = { (value: String) in
            fault(API.Guardian.PolicyInput.self, "when", value, in: rest)
        }
        let sized = { (bytes: Int) in
            #"{ "a" : "\#(String(repeating: "b", count: bytes - 8))" }"#
        }
        #expect(rule(sized(Limits.policyConditionBytes)) == nil)
        #expect(rule(sized(Limits.policyConditionBytes + 1)) == "is larger than 4096 bytes")
        let nested = { (depth: Int) in
            (1..<depth).reduce("{}") { inner, _ in #"{"not":\#(inner)}"# }
        }
        #expect(rule(nested(Limits.policyConditionJSONDepth)) == nil)
        #expect(rule(nested(Limits.policyConditionJSONDepth + 1)) == "is deeper than 6 conditions")
    }

    @Test("Foundation's coders read and write a condition as the wire has it")
    func foreignCoders() throws {
        let text = #"{"all":[{"x":null},{"y":[true,false,-1.5,"ü",7]}]}"#
        let condition = try Condition(text)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let data = try encoder.encode(condition)
        #expect(String(decoding: data, as: UTF8.self) == text)
        #expect(try JSONDecoder().decode(Condition.self, from: data) == condition)
        let answer = try JSONParser.parse(Array(text.utf8))
        #expect(try WireDecoder.decode(Condition.self, from: answer) == condition)
    }

    @Test(
        "what is wrong with a policy is told field by field",
        arguments: [
            ("{}", ["name is required", "when is required", "then is required"]),
            (
                #"{"name":"\#(String(repeating: "n", count: 81))","when":{},"then":"no"}"#,
                ["name is too long", "then must be decline, ask or warn"]
            ),
            (
                #"{"name":"n","when":{},"then":"ask","#
                    + #""message":"\#(String(repeating: "m", count: 201))"}"#,
                ["message is too long"]
            ),
        ]
    )
    func policy(body: String, expected: [String]) {
        #expect(faults(API.Guardian.PolicyInput.self, body) == expected)
    }

    @Test("the bounds of a name, a message and the friction are the contract's")
    func texts() {
        let body = { (name: Int, message: Int) in
            #"{"name":"\#(String(repeating: "é", count: name))","when":{},"then":"ask","#
                + #""message":"\#(String(repeating: "é", count: message))"}"#
        }
        #expect(faults(API.Guardian.PolicyInput.self, body(80, 200)).isEmpty)
        #expect(faults(API.Guardian.PolicyInput.self, body(1, 0)).isEmpty)
        let hours = { (hours: Int) in
            faults(API.Guardian.Friction.self, #"{"loosening_hours":\#(hours)}"#)
        }
        #expect(hours(0).isEmpty && hours(168).isEmpty)
        #expect(hours(-1) == ["loosening_hours is out of range"])
        #expect(hours(169) == ["loosening_hours is out of range"])
    }

    @Test(
        "a trial names policies by id, or says them whole",
        arguments: [
            (#"[{"name":"n","when":{},"then":"ask"}]"#, nil),
            (#"[{"id":"00000000-0000-0000-0000-000000000001"}]"#, nil),
            ("[]", "policies must have 1 to 1000 entries"),
            (#"[{}]"#, "policies must each have an id, or name, when and then"),
            (
                #"[{"name":"n","when":{}}]"#,
                "policies must each have an id, or name, when and then"
            ),
            (
                #"[{"id":"00000000-0000-0000-0000-000000000001","then":"ask"}]"#,
                "policies must have an id and nothing else, or name, when and then"
            ),
            (#"[{"id":"x"}]"#, "policies[0].id is not a UUID"),
            (#"[{"name":"n","when":[],"then":"ask"}]"#, "policies[0].when has the wrong type"),
            (
                #"[{"name":"\#(String(repeating: "n", count: 81))","when":{},"then":"ask"}]"#,
                "policies has a name that is too long"
            ),
        ] as [(String, String?)]
    )
    func trial(policies: String, fault: String?) {
        let body = #"{"policies":\#(policies),"from":"2025-03-01","to":"2025-03-31"}"#
        #expect(faults(API.Guardian.BacktestRequest.self, body).first == fault)
    }

    @Test("a trial has at most a thousand policies, and its last day is not before its first")
    func trialBounds() {
        let id = #"{"id":"00000000-0000-0000-0000-000000000001"}"#
        let body = { (count: Int, to: String) in
            let list = Array(repeating: id, count: count).joined(separator: ",")
            return #"{"policies":[\#(list)],"from":"2025-03-01","to":"\#(to)"}"#
        }
        let found = { (count: Int, to: String) in
            faults(API.Guardian.BacktestRequest.self, body(count, to))
        }
        #expect(found(1_000, "2025-03-01").isEmpty)
        #expect(found(1_001, "2025-03-01") == ["policies must have 1 to 1000 entries"])
        #expect(found(1, "2025-02-28") == ["to must not be before from"])
    }
}
