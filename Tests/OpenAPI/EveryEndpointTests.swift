import Contract
import Testing

@testable import OpenAPI

@Suite("Every declared endpoint in the document")
struct EveryEndpointTests {
    let document: Document

    init() throws {
        document = try Document()
    }

    @Test("each is there once, under its own method and path, and nothing else is")
    func once() {
        let operations = (document.root["paths"]?.entries ?? []).flatMap { path in
            path.value.entries.map {
                "\($0.key) \(path.key) \($0.value["operationId"]?.scalar ?? "")"
            }
        }
        let selected = API.all.filter { $0.selector != nil }
        let declared = API.all.filter { $0.selector == nil }.map {
            "\($0.method.rawValue.lowercased()) \($0.path.text) \($0.name)"
        }
        #expect(!declared.isEmpty)
        #expect(operations.sorted() == declared.sorted())
        for endpoint in selected {
            let description = document.operation(endpoint)?["description"]?.scalar ?? ""
            let selector = endpoint.selector ?? ""
            #expect(description.contains("With `\(selector)` it is \(endpoint.name): "))
        }
        #expect(Set(API.all.map(\.name)).count == API.all.count)
    }

    @Test("the same endpoints make the same text")
    func deterministic() throws {
        let texts = try (0..<3).map { _ in try OpenAPIDocument.yaml(version: "1.2.3") }
        #expect(Set(texts).count == 1)
    }

    @Test("each tag that an operation has is declared", arguments: API.all.map(\.name))
    func tags(name: String) throws {
        let endpoint = try #require(API.endpoint(name))
        let tags = document.operation(endpoint)?["tags"]?.elements.compactMap(\.scalar) ?? []
        let declared = document.root["tags"]?.elements.compactMap { $0["name"]?.scalar } ?? []
        #expect(Set(tags).isSubset(of: declared))
        let surfaces = Set(document.sharing(endpoint).map(\.surface.rawValue))
        #expect(Set(tags.map { $0.lowercased() }) == surfaces && tags.count == surfaces.count)
    }

    @Test("its success and each status of its refusals are listed", arguments: API.all.map(\.name))
    func statuses(name: String) throws {
        let endpoint = try #require(API.endpoint(name))
        let listed = document.operation(endpoint)?["responses"]?.keys ?? []
        let statuses = document.sharing(endpoint).flatMap { endpoint in
            [endpoint.status] + endpoint.otherStatuses + endpoint.allRefusals.map(\.status)
        }
        let expected = Set(statuses).map(String.init)
        #expect(listed.sorted() == expected.sorted())
    }

    @Test("each of its refusals has an example of its own", arguments: API.all.map(\.name))
    func refusals(name: String) throws {
        let endpoint = try #require(API.endpoint(name))
        for kind in endpoint.allRefusals {
            let example = try #require(document.example(endpoint, kind), "\(kind)")
            let problem = Problem(kind)
            let body = try JSONParser.parse(problem.body(for: endpoint.surface, trace: "t").bytes)
            #expect(example.keys == body.members.map(\.key), "\(kind)")
            if kind != .invalid { #expect(example.json["error"] == body["error"], "\(kind)") }
        }
    }

    @Test(
        "its examples are read back as its own types",
        arguments: API.all.map(\.name)
    )
    func examples(name: String) throws {
        let endpoint = try #require(API.endpoint(name))
        let operation = try #require(document.operation(endpoint))
        let body = operation.at("requestBody", "content", "application/json", "example")
        let parameters: [JSON.Member] = (operation["parameters"]?.elements ?? []).compactMap {
            guard let name = $0["name"]?.scalar, let example = $0["example"] else { return nil }
            let header = endpoint.headers.first { $0.name == name }
            return JSON.Member(header?.key ?? name, example.json)
        }
        let answer = document.example(endpoint)
        try (endpoint as? any ExampleReader)?.read(
            input: .object((body?.json.members ?? []) + parameters),
            answer: answer?.json
        )
        #expect(endpoint is any ExampleReader, "a type of \(name) is not Equatable")
    }

    @Test("the faults of its example are those of a call that lacks what it needs")
    func faults() throws {
        for endpoint in API.all {
            guard let reader = endpoint as? any ExampleReader,
                endpoint.inputSchema.properties.contains(where: { property in
                    property.isRequired && !endpoint.path.keys.contains(property.name)
                })
            else { continue }
            let refusal = try #require(
                Operation(endpoint: endpoint).refusals.first { $0.status == 400 }
            )
            let example = try refusal.definition()
                .at("content", "application/json", "examples", "invalid", "value", "error")
            // Without what its path tells, a call is another one.
            let told = reader.faults(of: .object([]))
                .filter { !endpoint.path.keys.contains($0.field) }
                .map { "\($0.field) \($0.rule)" }
            if endpoint.surface == .guardian {
                #expect(example?.scalar == told.first, "\(endpoint.name)")
            } else {
                let listed = example?["details"]?.entries.map {
                    "\($0.key) \($0.value.scalar ?? "")"
                }
                #expect(Set(listed ?? []).isSubset(of: told), "\(endpoint.name)")
                #expect(listed?.isEmpty == false, "\(endpoint.name)")
            }
        }
    }
}

/// An endpoint that reads what the document shows.
private protocol ExampleReader {
    func read(input: JSON, answer: JSON?) throws
    func faults(of input: JSON) -> [Fault]
}

extension Endpoint: ExampleReader where Input: Equatable, Output: Equatable {
    func read(input: JSON, answer: JSON?) throws {
        #expect(try WireDecoder.decodeInput(Input.self, from: input) == example)
        guard outputSchema != nil else { return }
        let answer = try #require(answer)
        #expect(try WireDecoder.decode(Output.self, from: answer) == answers)
    }

    func faults(of input: JSON) -> [Fault] {
        do {
            _ = try WireDecoder.decodeInput(Input.self, from: input)
            return []
        } catch {
            return (error as? Problem)?.faults ?? []
        }
    }
}
