import Contract
import Testing

@testable import OpenAPI

@Suite("Rules of fields in the document")
struct RulesTests {
    private func body(_ endpoint: any EndpointDeclaration) throws -> YAML {
        let document = try Document([endpoint])
        let json = document.operation(endpoint)?.at("requestBody", "content", "application/json")
        let reference = try #require(json?.at("schema", "$ref")?.scalar)
        let name = try #require(reference.split(separator: "/").last)
        return try #require(document.schema(String(name)))
    }

    @Test("an amount is a multiple of a hundredth and more than nothing")
    func amounts() throws {
        let amount = try body(API.Allowance.depositToPool).at("properties", "amount")
        #expect(
            amount == [
                "type": "number", "exclusiveMinimum": 0, "maximum": 10_000_000_000,
                "multipleOf": .literal("0.01"),
            ]
        )
        let score = try body(API.Guardian.scoreTransaction).at("properties", "amount")
        #expect(score == amount)
    }

    @Test("a member may be named by a number as well")
    func members() throws {
        let member = try body(API.Guardian.setRule).at("properties", "user_id")
        #expect(member?["type"] == ["string", "integer", "null"])
        #expect(member?["pattern"] != nil)
    }

    @Test("a word that may be left out may be null or blank, one that may not may not")
    func words() throws {
        let schedule = try body(API.Allowance.setSchedule)
        let frequency: YAML = ["type": "string", "enum": ["Weekly", "BiWeekly", "Monthly"]]
        #expect(schedule.at("properties", "frequency") == frequency)
        let choices = try #require(schedule.at("properties", "weekday", "anyOf")?.elements)
        #expect(choices.count == 3)
        #expect(choices[0]["enum"]?.elements.count == 7)
        #expect(choices[1] == ["type": "string", "pattern": .text(Schema.blankPattern)])
        #expect(choices[2] == ["type": "null"])
    }

    @Test("what one word means for another field is a condition")
    func conditions() throws {
        let all = try #require(try body(API.Allowance.setSchedule)["allOf"]?.elements)
        #expect(all.count == 4)
        #expect(
            all[0] == [
                "if": [
                    "required": ["frequency"],
                    "properties": ["frequency": ["const": "Monthly"]],
                ],
                "then": [
                    "properties": [
                        "weekday": [
                            "type": ["string", "null"], "pattern": .text(Schema.blankPattern),
                        ]
                    ]
                ],
            ]
        )
        #expect(all[1]["then"] == ["properties": ["dayOfMonth": ["type": "null"]]])
        #expect(
            all[3]["then"] == [
                "required": ["dayOfMonth"],
                "properties": ["dayOfMonth": ["not": ["type": "null"]]],
            ]
        )
        let moves = try #require(try body(API.Allowance.moveBetweenJars)["allOf"]?.elements)
        #expect(moves.count == 3)
        #expect(moves[1]["then"] == ["properties": ["to": ["not": ["const": "Save"]]]])
        #expect(try body(API.Allowance.depositToPool)["allOf"] == nil)
    }

    @Test("passwords and e-mail addresses have patterns, in requests alone")
    func patterns() throws {
        let registration = try body(API.Allowance.registerParent)
        for field in ["email", "password", "firstName", "familyName"] {
            #expect(registration.at("properties", field, "pattern") != nil, "\(field)")
        }
        let document = try Document([API.Allowance.registerParent])
        let answer = try #require(document.schema("AllowanceAuthResponse"))
        #expect(answer.at("properties", "email") == ["type": "string"])
    }
}
