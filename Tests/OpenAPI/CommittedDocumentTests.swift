import Contract
import Programs
import Testing

@testable import OpenAPI

@Suite("contracts/openapi.yaml")
struct CommittedDocumentTests {
    @Test("it says what the endpoints say; else run `make openapi`")
    func isCurrent() throws {
        let committed = try Repository.document()
        let version = try #require(committed.firstMatch(of: /\n  version: "?([^"\n]+)"?\n/)).1
        let current = try OpenAPIDocument.yaml(version: String(version))
        let lines = (committed: Self.lines(committed), current: Self.lines(current))
        let first = zip(lines.committed, lines.current).enumerated().first { $1.0 != $1.1 }
        #expect(first.map { "line \($0 + 1): \($1.0), now \($1.1)" } == nil)
        #expect(lines.committed.count == lines.current.count)
    }

    @Test("it says in its first line how it is made")
    func heading() throws {
        let first = try #require(Self.lines(Repository.document()).first)
        #expect(first.hasPrefix("# ") && first.contains("purser openapi"))
    }

    @Test("openapi-spec-validator accepts it, and each example fits its schema")
    func isValid() async throws {
        let outcome = try await Repository.check("examples", Repository.document())
        #expect(outcome.isSuccess, "\(outcome.output)\(outcome.errors)")
        // At the least an answer and a refusal for each endpoint.
        let count = try #require(Int(outcome.output.filter { !$0.isWhitespace }))
        #expect(count > API.all.count * 2)
    }

    @Test(
        "the check finds what is wrong in a document",
        arguments: [
            ("title: Purser", "titel: Purser", "\"title\" is a required property"),
            ("operationId: health", "operationId: root", "Operation ID 'root'"),
            ("decision: DECLINE", "decision: MAYBE", "\"MAYBE\" is not one of"),
            ("amount_cents: 5000", "amount_cents: \"5000\"", "\"5000\" is not of type \"integer\""),
            ("amount_cents: 5000", "amount_cents: 0", "0 is less than or equal to the minimum"),
            ("traceId: d4b1c0de", "traceId: []", "[] is not of type \"string\""),
            ("0001\"", "000Z\"", "is not a \"uuid\""),
            ("schemas/GuardianRule\"", "schemas/Nothing\"", "Nothing"),
        ]
    )
    func broken(sound: String, broken: String, complaint: String) async throws {
        let document = try Repository.document()
        try #require(document.contains(sound))
        let outcome = try await Repository.check(
            "examples",
            document.replacing(sound, with: broken, maxReplacements: 1)
        )
        #expect(!outcome.isSuccess)
        #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
