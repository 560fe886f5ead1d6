import Testing

@testable import Contract
@testable import Guardian
@testable import Operations

@Suite("Conditions of policies between the wire and the rules")
struct PolicyConditionTests {
    @Test("the document lists the leaves that Guardian knows, and no others")
    func leaves() {
        let listed = Schema(of: API.Guardian.Condition.self).properties.map(\.name)
        #expect(listed == ["all", "any", "not"] + PolicyLeaf.keys)
    }

    @Test(
        "a condition is read as it was sent, and answered in its one form",
        arguments: [
            (
                #"{"not":{"merchant":["  Taco   BELL"]}}"#, #"{"not":{"merchant":["taco bell"]}}"#
            ),
            (#"{"amount":{"at_least":1.5e3}}"#, #"{"amount":{"at_least":1500}}"#),
            (
                #"{"place":{"within_m":5,"of":{"lat":40.7128,"lon":-74.0060},"unknown":true}}"#,
                #"{"place":{"of":{"lat":40.7128,"lon":-74.006},"unknown":true,"within_m":5}}"#
            ),
        ]
    )
    func forms(text: String, canonical: String) throws {
        let read = try PolicyCondition(API.Guardian.Condition(text))
        #expect(read.json == canonical && read.wire.text == canonical)
        #expect(try PolicyCondition(read.wire) == read)
    }

    @Test(
        "what is wrong is told by its place",
        arguments: [
            (#"{"all":[{"not":{}}]}"#, "when.all[0].not must have exactly one key"),
            (#"{"amount":{"at_least":1e400}}"#, "when.amount.at_least is out of range"),
            (#"{"amount":{"at_least":0.5}}"#, "when.amount.at_least has the wrong type"),
            (#"{"avoidable":{"at_least":1e400}}"#, "when.avoidable.at_least is out of range"),
            (#"{"any":[null]}"#, "when.any[0] has the wrong type"),
        ]
    )
    func faults(text: String, expected: String) throws {
        let condition = try API.Guardian.Condition(text)
        let problem = #expect(throws: Problem.self) { try PolicyCondition(condition) }
        #expect(problem?.kind == .invalid && problem?.message == expected)
        let named = #expect(throws: Problem.self) {
            try PolicyCondition(condition, at: "policies[2].when")
        }
        #expect(named?.faults.first?.field.hasPrefix("policies[2].when") == true)
    }
}
