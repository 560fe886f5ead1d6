import Contract
import Testing

@testable import OpenAPI

@Suite("Conditions in the document")
struct ConditionDocumentTests {
    @Test("are one schema of requests and one of answers, each of which refers to itself")
    func recursion() throws {
        let document = try Document(API.Guardian.policyEndpoints)
        for name in ["Condition", "ConditionInput"] {
            let schema = try #require(document.schema(name))
            #expect(schema["minProperties"] == 1 && schema["maxProperties"] == 1)
            #expect(schema["additionalProperties"] == false && schema["required"] == nil)
            let fields = schema["properties"]
            #expect(fields?["not"] == .reference("schemas", name))
            #expect(
                fields?["all"] == [
                    "type": "array", "items": .reference("schemas", name), "minItems": 1,
                    "maxItems": 20,
                ]
            )
            #expect(fields?["first_time"] == ["type": "string", "enum": ["merchant", "category"]])
        }
        #expect(document.schema("ConditionInput") != nil)
        let input = document.schema("GuardianPolicyInput")
        #expect(input?["properties"]?["when"] == .reference("schemas", "ConditionInput"))
    }

    @Test("let nothing be null that is left out, and say what may stand for what")
    func choices() throws {
        let document = try Document(API.Guardian.policyEndpoints)
        let count = document.schema("ConditionInput")?["properties"]?["count"]
        #expect(count?["required"] == ["window", "of", "more_than"])
        #expect(
            count?["properties"]?["window"] == [
                "anyOf": [
                    ["type": "string", "enum": ["day", "week", "month"]],
                    [
                        "type": "object", "required": ["hours"],
                        "properties": [
                            "hours": [
                                "type": "integer", "format": "int64", "minimum": 1, "maximum": 744,
                            ]
                        ],
                        "additionalProperties": false,
                    ],
                ]
            ]
        )
        let amount = document.schema("ConditionInput")?["properties"]?["amount"]
        #expect(amount?["properties"]?["at_least"]?["type"] == "integer")
        #expect(amount?["minProperties"] == 1)
    }

    @Test("do not change what other lists and objects say")
    func others() throws {
        let policies = Set((API.Guardian.policyEndpoints + API.Sync.endpoints).map(\.name))
        let document = try Document(API.all.filter { !policies.contains($0.name) })
        #expect(document.schema("Condition") == nil)
        let list = document.root.at("components", "schemas")?.entries ?? []
        #expect(list.allSatisfy { $0.value["minProperties"] == nil })
    }
}
