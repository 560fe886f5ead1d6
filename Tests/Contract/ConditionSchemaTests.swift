import Kernel
import Testing

@testable import Contract

@Suite("The schema of conditions")
struct ConditionSchemaTests {
    private static let schema = Schema(of: API.Guardian.Condition.self)

    @Test("has one of its fields, lists every leaf, and refers to itself")
    func whole() {
        let schema = Self.schema
        #expect(schema.name == "Condition" && schema.isClosed && schema.isVerbatim)
        #expect(schema.bounds.minProperties == 1 && schema.bounds.maxProperties == 1)
        #expect(schema.properties.allSatisfy { !$0.isRequired })
        #expect(
            schema.properties.map(\.name) == [
                "all", "any", "not", "amount", "category", "mcc", "merchant", "first_time", "time",
                "spent", "count", "place", "avoidable", "wallet", "goal",
            ]
        )
        let not = schema.properties[2].schema
        #expect(not.isReference && not.name == "Condition" && not.properties.isEmpty)
        #expect(schema.properties[0].schema.items == [not])
        #expect(schema.properties[0].schema.bounds.maxItems == Limits.policyConditionParts)
    }

    @Test("is not changed by how a caller's text is read")
    func verbatim() {
        let input = Schema(ofInput: API.Guardian.PolicyInput.self)
        let when = input.properties.first { $0.name == "when" }
        #expect(when?.schema == Self.schema && when?.isRequired == true)
    }

    @Test("has the bounds of the limits")
    func bounds() throws {
        let leaf = { (name: String) in
            try #require(Self.schema.properties.first { $0.name == name }?.schema)
        }
        let field = { (schema: Schema, name: String) in
            try #require(schema.properties.first { $0.name == name }?.schema)
        }
        let bound = try field(leaf("spent"), "more_than")
        #expect(bound.bounds.maximum == Double(Limits.amountMinor))
        #expect(try field(leaf("count"), "more_than").bounds.maximum == Double(Limits.policyCount))
        #expect(try field(leaf("place"), "within_m").bounds.minimum == 1)
        #expect(try leaf("mcc").bounds.maxItems == Limits.policyListEntries)
        let window = try field(leaf("count"), "window")
        #expect(window.choices.map(\.kind) == [.string, .object])
        #expect(
            try field(window.choices[1], "hours").bounds.maximum
                == Double(Limits.policyWindowHours)
        )
    }
}
