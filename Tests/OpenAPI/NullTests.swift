import Contract
import Testing

@testable import OpenAPI

@Suite("Null in the document")
struct NullTests {
    struct Part: Codable, Sendable, Equatable {
        var weight: Int64
    }

    struct Whole: WireInput, Equatable {
        @Nullable var count: Int64?
        @Nullable var part: Part?
        var other: Part
        var extra: Int64?

        init() {
            _count = Nullable(wrappedValue: nil)
            _part = Nullable(wrappedValue: nil)
            other = Part(weight: 1)
        }
    }

    private static let endpoint = Endpoint<Empty, Whole>(
        "whole",
        .get,
        "/whole",
        "Tells the whole.",
        access: .member,
        repeats: .freely,
        surface: .guardian,
        example: Empty(),
        answers: Whole()
    )

    @Test("stands where the contract has it in answers, and nowhere else")
    func answers() throws {
        let document = try Document([Self.endpoint])
        let names = document.root.at("components", "schemas")?.keys ?? []
        let part = try #require(names.first { $0.hasSuffix("Part") })
        let schema = names.first { $0.hasSuffix("Whole") }.flatMap(document.schema)
        #expect(schema?["required"] == ["count", "part", "other"])
        #expect(
            schema?["properties"] == [
                "count": ["type": ["integer", "null"], "format": "int64"],
                "part": ["anyOf": [.reference("schemas", part), ["type": "null"]]],
                "other": .reference("schemas", part),
                "extra": ["type": "integer", "format": "int64"],
            ]
        )
        #expect(document.schema(part)?["type"] == "object")
    }

    @Test("is said once of a field that may also be left out")
    func requests() throws {
        let endpoint = Endpoint<Whole, Empty>(
            "whole",
            .post,
            "/whole",
            "Takes the whole.",
            access: .member,
            repeats: .withKey,
            surface: .guardian,
            example: Whole(),
            answers: Empty()
        )
        let document = try Document([endpoint])
        let names = document.root.at("components", "schemas")?.keys ?? []
        let schema = names.first { $0.hasSuffix("Whole") }.flatMap(document.schema)
        let properties = schema?["properties"]
        #expect(properties?.at("count", "type") == ["integer", "null"])
        #expect(properties?.at("part", "anyOf")?.elements.count == 2)
        #expect(properties?.at("extra", "type") == ["integer", "null"])
    }
}
