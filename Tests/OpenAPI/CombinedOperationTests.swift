import Contract
import Kernel
import Testing

@testable import OpenAPI

@Suite("Endpoints of one path become one operation")
struct CombinedOperationTests {
    private static let shared: [any EndpointDeclaration] = [
        API.Insights.monthlySummary, API.Guardian.spendingSummary,
    ]

    private func document() throws -> Document { try Document(Self.shared) }

    private func operation() throws -> YAML {
        try #require(try document().operation(API.Guardian.spendingSummary))
    }

    @Test("with the name of the one that takes what is for no other, whichever is first")
    func name() throws {
        let operation = try operation()
        #expect(operation["operationId"] == "spendingSummary")
        #expect(operation["tags"] == ["Guardian", "Insights"])
        #expect(operation["summary"] == .text(API.Guardian.spendingSummary.summary))
        let reversed = try Document(Self.shared.reversed())
        #expect(reversed.operation(API.Guardian.spendingSummary) == operation)
        let paths = try document().root["paths"]?.entries
        #expect(paths?.count == 1 && paths?.first?.value.keys == ["get"])
    }

    @Test("with the parameters of all of them, of which none is needed")
    func parameters() throws {
        let parameters = try operation()["parameters"]?.elements ?? []
        let own = parameters.filter { $0["name"] != nil }
        #expect(
            own.compactMap { $0["name"]?.scalar } == ["range", "user_id", "month", "generateAi"]
        )
        #expect(own.allSatisfy { $0["required"] == false })
        #expect(parameters.count == own.count + 1)
    }

    @Test("for a token of either scope")
    func security() throws {
        #expect(
            try operation()["security"] == [
                ["oauth2": ["guardian:read"]], ["bearerAuth": []], ["oauth2": ["insights:read"]],
            ]
        )
    }

    @Test("which answers one shape of several, each with an example")
    func answers() throws {
        let json = try operation().at("responses", "200", "content", "application/json")
        let shapes = json?.at("schema", "oneOf")?.elements ?? []
        #expect(shapes.count == 2 && shapes.allSatisfy { $0["$ref"] != nil })
        #expect(json?["examples"]?.keys == ["spendingSummary", "monthlySummary"])
        #expect(json?["example"] == nil)
    }

    @Test("which refuses in the shape of each surface, or of the one that has the refusal")
    func refusals() throws {
        let responses = try #require(try operation()["responses"])
        #expect(responses.keys == responses.keys.sorted())
        let unknown = responses.at("401", "content", "application/json")
        #expect(
            unknown?.at("schema", "oneOf") == [
                .reference("schemas", "GuardianProblem"), .reference("schemas", "Problem"),
            ]
        )
        #expect(
            unknown?["examples"]?.keys == [
                "spendingSummary.unauthenticated", "monthlySummary.unauthenticated",
            ]
        )
        #expect(responses.at("401", "headers")?.keys == ["X-Request-Trace", "WWW-Authenticate"])
        // Only the month's summary names no member.
        let missing = responses.at("404", "content", "application/json")
        #expect(missing?["schema"] == .reference("schemas", "GuardianProblem"))
    }

    @Test("is what it was where there is one endpoint only")
    func alone() throws {
        let endpoint = API.Guardian.spendingByDay
        let operations = [Operation(endpoint: endpoint)]
        let schemas = SchemaCatalogue(operations)
        #expect(
            try CombinedOperation(operations).node(schemas) == operations[0].node(schemas)
        )
    }
}
