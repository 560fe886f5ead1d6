import Kernel
import Testing

@testable import Contract
@testable import OpenAPI

@Suite("An endpoint becomes an operation")
struct OperationTests {
    /// An input with a key for the path, what is needed, what is not, and a closed list of fields.
    struct Deposit: WireInput, Equatable {
        var id: Int64 = 7
        var amount: Int64 = 5
        var note: String?
        var parts: [Part]?

        static let rules: [FieldRule<Self>] = [
            .amount("amount") { $0.amount },
            .text("note", upTo: 20) { $0.note },
            FieldRule("note") { $0.note == "no" ? "must not be no" : nil },
        ]
        static let closedFields: Set<String>? = ["id", "amount", "note", "parts"]
    }

    /// A type that is sent and answered.
    struct Part: Codable, Sendable, Equatable {
        var share: Double = 0.5
        var label: String?
        var weights: [String: Int64]?
    }

    struct Search: WireInput, Equatable {
        var id: Int64 = 7
        var limit: Int64 = 10
        var text: String?
        var most: Int64?

        static let rules: [FieldRule<Self>] = [.integer("limit", in: 1...100) { $0.limit }]
    }

    /// What is said of text that may be left out.
    private static let plainOrBlank =
        Schema(ofInput: Search.self).properties
        .first { $0.name == "text" }?.schema.bounds.pattern ?? ""

    static func endpoint<Input: WireInput>(
        _ method: Method,
        _ path: PathTemplate,
        access: Access = .member,
        scope: ScopeRule = .room,
        repeats: Repeats = .withKey,
        status: Int = 200,
        refusals: [Problem.Kind] = [],
        _ example: Input
    ) -> Endpoint<Input, [Part]> {
        Endpoint(
            "probe",
            method,
            path,
            "Probes.",
            access: access,
            scope: scope,
            repeats: repeats,
            surface: .allowance,
            status: status,
            refusals: refusals,
            example: example,
            answers: [Part()]
        )
    }

    private func operation(_ endpoint: any EndpointDeclaration) throws -> YAML {
        try #require(try Document([endpoint]).operation(endpoint))
    }

    @Test("a key of the path is a parameter, the rest of a POST is its body")
    func post() throws {
        let endpoint = Self.endpoint(.post, "/pots/{id}/deposits", Deposit(note: "ok"))
        let document = try Document([endpoint])
        let operation = try #require(document.operation(endpoint))
        let own = operation["parameters"]?.elements.filter { $0["name"] != nil }
        #expect(
            own == [
                [
                    "name": "id", "in": "path", "required": true,
                    "schema": ["type": "integer", "format": "int64"], "example": 7,
                ]
            ]
        )
        let json = operation.at("requestBody", "content", "application/json")
        #expect(json?["example"] == ["amount": 5, "note": "ok"])
        #expect(operation.at("requestBody", "required") == true)
        let name = try #require(json?.at("schema", "$ref")?.scalar?.split(separator: "/").last)
        let schema = try #require(document.schema(String(name)))
        #expect(schema["required"] == ["amount"])
        #expect(schema["properties"]?.keys == ["amount", "note", "parts"])
        #expect(schema["additionalProperties"] == false)
        let note: YAML = [
            "type": ["string", "null"], "maxLength": 20, "pattern": .text(Self.plainOrBlank),
        ]
        #expect(schema.at("properties", "note") == note)
    }

    @Test(
        "the other keys of a GET and a DELETE travel in the query",
        arguments: [Method.get, .delete]
    )
    func query(method: Method) throws {
        let operation = try operation(Self.endpoint(method, "/pots/{id}", Search()))
        let own = (operation["parameters"]?.elements ?? []).filter { $0["name"] != nil }
        #expect(own.map { $0["name"]?.scalar } == ["id", "limit", "text", "most"])
        #expect(own.map { $0["in"]?.scalar } == ["path", "query", "query", "query"])
        #expect(own.map { $0["required"] } == [true, true, false, false])
        #expect(own[1].at("schema", "maximum") == 100)
        #expect(own[2]["schema"] == ["type": "string", "pattern": .text(Self.plainOrBlank)])
        let most = try #require(own[3].at("schema", "anyOf")?.elements)
        #expect(
            most == [
                ["type": "integer", "format": "int64"],
                ["type": "string", "pattern": .text(Schema.blankPattern)],
            ]
        )
        #expect(operation["requestBody"] == nil)
        #expect(operation["responses"]?.keys.contains("400") == true)
        #expect(operation["responses"]?.keys.contains("404") == true)
    }

    @Test("a body whose every field is optional may be absent; one without fields does not exist")
    func bodies() throws {
        let optional = try operation(
            Self.endpoint(.post, "/a", API.Guardian.SubjectRequest())
        )
        #expect(optional.at("requestBody", "required") == false)
        let choices = optional.at("requestBody", "content", "application/json", "schema", "anyOf")
        #expect(choices?.elements.last == ["type": "null"])
        #expect(try operation(Self.endpoint(.post, "/a", Empty()))["requestBody"] == nil)
        #expect(try operation(Self.endpoint(.put, "/{id}", Search()))["requestBody"] != nil)
    }

    @Test("a type that is sent and answered has two schemas: only the sent one takes null")
    func twoSchemas() throws {
        let endpoint = Self.endpoint(.post, "/a", Deposit())
        let document = try Document([endpoint])
        let names = document.root.at("components", "schemas")?.keys ?? []
        let sent = try #require(names.first { $0.hasSuffix("PartInput") })
        let answered = String(sent.dropLast("Input".count))
        let body = names.first { $0.hasSuffix("Deposit") }.flatMap(document.schema)
        let parts: YAML = ["type": "array", "items": .reference("schemas", sent)]
        #expect(body?.at("properties", "parts", "items") == parts["items"])
        #expect(
            document.schema(sent)?["properties"] == [
                "share": ["type": "number"],
                "label": ["type": ["string", "null"], "pattern": .text(Self.plainOrBlank)],
                "weights": [
                    "type": ["object", "null"],
                    "additionalProperties": ["type": "integer", "format": "int64"],
                ],
            ]
        )
        #expect(document.schema(answered)?.at("properties", "label") == ["type": "string"])
        let answer = document.response(endpoint, 200)?.at("content", "application/json", "schema")
        #expect(answer == ["type": "array", "items": .reference("schemas", answered)])
    }

    @Test("a closed vocabulary that may be left out takes blank text and null as well")
    func vocabulary() throws {
        let endpoint = Self.endpoint(.post, "/a", Choice())
        let document = try Document([endpoint])
        let names = document.root.at("components", "schemas")?.keys ?? []
        let schema = names.first { $0.hasSuffix("Choice") }.flatMap(document.schema)
        let role: YAML = [
            "anyOf": [
                ["type": "string", "enum": ["Parent", "Child"]],
                ["type": "string", "pattern": .text(Schema.blankPattern)],
                ["type": "null"],
            ]
        ]
        #expect(schema?.at("properties", "role") == role)
        let part = schema?.at("properties", "part", "anyOf")?.elements
        #expect(part?.first?.keys == ["$ref"])
        #expect(part?.last == ["type": "null"])
    }

    struct Choice: WireInput, Equatable {
        var role: API.Allowance.Role?
        var part: Part?
    }

    @Test("an answer without a body has no content")
    func noContent() throws {
        let success = try operation(Self.endpoint(.delete, "/{id}", status: 204, Search()))
            .at("responses", "204")
        #expect(success != nil)
        #expect(success?["content"] == nil)
    }

    @Test(
        "each access has its own requirement: a client's token with the scope, or any other",
        arguments: [
            (Access.anyone, YAML.list([])), (.optional, [[:]]), (.member, []), (.parent, []),
            (.child, []), (.operator, []),
        ] as [(Access, YAML)]
    )
    func security(access: Access, requirement: YAML) throws {
        let endpoint = Self.endpoint(.get, "/a", access: access, Empty())
        let document = try Document([endpoint])
        let operation = try #require(document.operation(endpoint))
        let tokens: [YAML] = [["oauth2": ["allowance:read"]], ["bearerAuth": []]]
        let expected = requirement.elements + (access == .anyone ? [] : tokens)
        #expect(operation["security"] == .list(expected))
        #expect((operation["responses"]?["401"] == nil) == (access == .anyone))
        let refusal = document.response(endpoint, 403)
        let closed = refusal?.at("content", "application/json", "examples")
        let isForRole = [Access.parent, .child, .operator].contains(access)
        let kinds = (isForRole ? ["forbidden"] : []) + (access == .anyone ? [] : ["outOfScope"])
        #expect((closed?.keys ?? []) == kinds)
    }

    @Test(
        "a call needs the scope of its room, to read it for GET, unless it says otherwise",
        arguments: [
            (ScopeRule.room, Method.get, ["allowance:read"]), (.room, .post, ["allowance"]),
            (.room, .put, ["allowance"]), (.room, .delete, ["allowance"]),
            (.reading, .post, ["allowance:read"]), (.changing, .get, ["allowance"]),
            (.account, .get, ["account"]), (.nothing, .post, []),
        ] as [(ScopeRule, Contract.Method, [String])]
    )
    func scope(rule: ScopeRule, method: Contract.Method, words: [String]) throws {
        let operation = try operation(Self.endpoint(method, "/a", scope: rule, Empty()))
        let needed = YAML.list(words.map { YAML.text($0) })
        #expect(operation["security"] == [["oauth2": needed], ["bearerAuth": []]])
        #expect((operation["responses"]?["403"] == nil) == words.isEmpty)
    }

    @Test("each scope of the API is told with a sentence")
    func scopes() throws {
        let schemes = try Document([]).root.at("components", "securitySchemes", "oauth2")
        let scopes = schemes?.at("flows", "authorizationCode", "scopes")
        #expect(scopes?.keys == APIScopes.words.map(\.word))
        #expect(scopes?["banking:read"] == "Reads of banking.")
        #expect(scopes?["banking"] == "Everything of banking.")
    }

    @Test(
        "the key is a parameter, and a replay a header, where repeats need one",
        arguments: Repeats.allCases
    )
    func keys(repeats: Repeats) throws {
        let operation = try operation(Self.endpoint(.post, "/a", repeats: repeats, Empty()))
        let references = operation["parameters"]?.elements.compactMap { $0["$ref"]?.scalar } ?? []
        let prefix = "#/components/parameters/"
        let expected = ["X-Request-Trace"] + (repeats == .withKey ? ["Idempotency-Key"] : [])
        #expect(references == expected.map { prefix + $0 })
        let headers = operation.at("responses", "200", "headers")?.keys ?? []
        #expect(headers.contains("Idempotency-Replayed") == (repeats == .withKey))
        #expect((operation["responses"]?["409"] != nil) == (repeats == .withKey))
    }

    @Test("kinds of one status are one response with an example of each")
    func merged() throws {
        let endpoint = Self.endpoint(
            .post,
            "/a",
            access: .child,
            refusals: [.insufficientFunds, .accountLocked],
            Deposit()
        )
        let document = try Document([endpoint])
        let bad = document.response(endpoint, 400)?.at("content", "application/json")
        #expect(bad?["examples"]?.keys == ["invalid", "insufficientFunds"])
        let faulty = bad?.at("examples", "invalid", "value", "error", "details")
        #expect(faulty == ["id": "is required", "amount": "is required"])
        let closed = try #require(document.response(endpoint, 403))
        let examples = closed.at("content", "application/json", "examples")
        #expect(examples?.keys == ["forbidden", "outOfScope", "accountLocked"])
        #expect(closed.at("headers", "Retry-After") != nil)
    }

    @Test(
        "the example of a bad request is one that the endpoint would refuse",
        arguments: [
            (Self.endpoint(.delete, "/a", Empty()), "Idempotency-Key"),
            (Self.endpoint(.post, "/a", Empty()), "body"),
        ]
    )
    func badExamples(endpoint: Endpoint<Empty, [Part]>, field: String) throws {
        let bad = try #require(Document([endpoint]).response(endpoint, 400))
        let example = bad.at("content", "application/json", "examples", "invalid", "value")
        #expect(example?.at("error", "details")?.keys == [field])
    }

    @Test(
        "a refusal carries the headers that belong to it",
        arguments: [
            (401, ["X-Request-Trace", "WWW-Authenticate"]), (403, ["X-Request-Trace"]),
            (409, ["X-Request-Trace", "Retry-After"]), (429, ["X-Request-Trace", "Retry-After"]),
            (500, ["X-Request-Trace"]), (503, ["X-Request-Trace", "Retry-After"]),
        ]
    )
    func headers(status: Int, names: [String]) throws {
        let endpoint = Self.endpoint(.post, "/a", access: .parent, Deposit())
        let document = try Document([endpoint])
        let headers = try #require(document.response(endpoint, status)?["headers"])
        #expect(headers.keys == names)
        for name in names {
            #expect(headers.at(name, in: document.root)?["schema"] != nil, "\(name)")
        }
    }
}
