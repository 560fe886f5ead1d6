import Kernel
import Testing

@testable import Contract

@Suite("A walk over a shape that has itself within")
struct SchemaWalkTests {
    private static let schema = API.Guardian.createPolicy.inputSchema

    @Test("comes by every shape once, and by what stands in the place of another")
    func once() {
        let walk = SchemaWalk(Self.schema)
        #expect(walk.shapes.filter { $0.name == "Condition" }.count == 1)
        #expect(walk.named.keys.sorted() == ["Condition", "GuardianPolicyInput"])
        #expect(walk.dangling.isEmpty)
        // The hours of a window lie within a choice within a leaf.
        #expect(walk.shapes.contains { $0.properties.map(\.name) == ["hours"] })
        #expect(walk.inlined.allSatisfy { $0.name == nil })
    }

    @Test("tells a name that no shape has")
    func dangling() {
        var schema = Self.schema
        for index in schema.properties.indices
        where schema.properties[index].name == "when" {
            schema.properties[index].schema.name = "Other"
        }
        #expect(SchemaWalk(schema).dangling == ["Condition"])
    }

    @Test(
        "reads values by it, however deep they are within one another",
        arguments: [
            (#"{"amount":{"at_least":1}}"#, []),
            (#"{"all":[{"not":{"any":[{"category":["fun"]},{"first_time":"merchant"}]}}]}"#, []),
            (#"{"count":{"more_than":3,"of":"declines","window":{"hours":1}}}"#, []),
            (#"{"spent":{"more_than":3,"of":"purchases","over":"member","window":"day"}}"#, []),
            (#"{}"#, ["$.when has 0 keys"]),
            (
                #"{"amount":{"at_least":1},"category":["fun"]}"#,
                ["$.when has 2 keys"]
            ),
            (
                #"{"all":[{"not":{"any":[{"colour":["red"]}]}}]}"#,
                [
                    #"$.when.all[0].not.any[0] has the keys ["colour"]"#
                ]
            ),
            (
                #"{"not":{"not":{"first_time":"shop"}}}"#,
                ["$.when.not.not.first_time is no word of its vocabulary"]
            ),
            (#"{"not":{"not":[]}}"#, ["$.when.not.not is no object"]),
            (
                #"{"any":[{"count":{"more_than":3,"of":"declines","window":{"days":1}}}]}"#,
                ["$.when.any[0].count.window is none of its choices"]
            ),
            (
                #"{"count":{"of":"declines","window":"day"}}"#,
                ["$.when.count.more_than is not there"]
            ),
        ] as [(String, [String])]
    )
    func values(when: String, faults: [String]) throws {
        let json = try JSONParser.parse(#"{"name":"n","when":\#(when),"then":"ask"}"#.utf8)
        #expect(SchemaWalk.faults(of: json, against: Self.schema) == faults)
    }
}
