import Testing

@testable import Contract

@Suite("Keys")
struct KeyConventionTests {
    private struct Snake: Codable, SnakeCaseKeys, Equatable {
        var amountCents: Int64 = 1
        var spent7DCents: Int64 = 2
        var spentMTDCents: Int64 = 3
        var count7D: Int64 = 4
        var pML: Double = 0.5
        var decisionID = "x"
        var inner = Camel()
    }

    private struct Camel: Codable, Equatable {
        var childID = "y"
        var firstName = "z"
        var names = ["childID": 1]
    }

    private static let text = """
        {"amount_cents":1,"spent_7d_cents":2,"spent_mtd_cents":3,"count_7d":4,"p_ml":0.5,\
        "decision_id":"x","inner":{"childId":"y","firstName":"z","names":{"childID":1}}}
        """

    @Test("come from the names by the type's own convention, written and read")
    func names() throws {
        #expect(String(decoding: try WireEncoder.bytes(Snake()), as: UTF8.self) == Self.text)
        let json = try JSONParser.parse(Self.text.utf8)
        #expect(try WireDecoder.decode(Snake.self, from: json) == Snake())
        let schema = Schema(of: Snake.self)
        #expect(schema.properties.map(\.name) == json.members.map(\.key))
        #expect(
            schema.properties.last?.schema.properties.map(\.name)
                == ["childId", "firstName", "names"]
        )
    }
}
