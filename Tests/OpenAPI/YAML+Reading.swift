import Contract

@testable import OpenAPI

extension YAML {
    /// The value below a path of keys, references followed.
    func at(_ path: String..., in document: YAML? = nil) -> YAML? {
        path.reduce(self) { node, key in
            let value = node?[key]
            guard let document, case .text(let reference) = value?["$ref"] else { return value }
            return reference.split(separator: "/").dropFirst().reduce(document) { node, key in
                node?[String(key)]
            }
        }
    }

    /// The keys of a map.
    var keys: [String] { entries.map(\.key) }

    /// The elements of a list.
    var elements: [YAML] {
        guard case .list(let values) = self else { return [] }
        return values
    }

    /// The text of a scalar.
    var scalar: String? {
        switch self {
        case .text(let text), .literal(let text): text
        case .list, .map: nil
        }
    }

    /// The value as a reader of JSON sees it.
    var json: JSON {
        switch self {
        case .text(let text): .string(text)
        case .literal("null"): .null
        case .literal("true"): .bool(true)
        case .literal("false"): .bool(false)
        case .literal(let number): .number(number)
        case .list(let values): .array(values.map(\.json))
        case .map(let entries): .object(entries.map { JSON.Member($0.key, $0.value.json) })
        }
    }
}

/// The document of the declared endpoints, and the places tests ask for.
struct Document {
    let root: YAML
    let endpoints: [any EndpointDeclaration]

    init(_ endpoints: [any EndpointDeclaration] = API.all) throws {
        root = try OpenAPIDocument.node(version: "1.2.3", endpoints: endpoints)
        self.endpoints = endpoints
    }

    func operation(_ endpoint: any EndpointDeclaration) -> YAML? {
        root.at("paths", endpoint.path.text, endpoint.method.rawValue.lowercased())
    }

    func response(_ endpoint: any EndpointDeclaration, _ status: Int) -> YAML? {
        operation(endpoint)?.at("responses", String(status), in: root)
    }

    /// The endpoints of an endpoint's operation: those of its path and method.
    func sharing(_ endpoint: any EndpointDeclaration) -> [any EndpointDeclaration] {
        endpoints.filter { $0.path == endpoint.path && $0.method == endpoint.method }
    }

    /// The example of an endpoint's answer.
    func example(_ endpoint: any EndpointDeclaration) -> YAML? {
        let json = response(endpoint, endpoint.status)?.at("content", "application/json")
        return json?["example"] ?? json?.at("examples", endpoint.name, "value")
    }

    /// The example of a refusal, which has the endpoint's name where others share its operation.
    func example(_ endpoint: any EndpointDeclaration, _ kind: Problem.Kind) -> YAML? {
        let name = sharing(endpoint).count > 1 ? "\(endpoint.name).\(kind)" : kind.rawValue
        return response(endpoint, kind.status)?
            .at("content", "application/json", "examples", name, "value")
    }

    func schema(_ name: String) -> YAML? { root.at("components", "schemas", name) }
}

extension API {
    static func endpoint(_ name: String) -> (any EndpointDeclaration)? {
        all.first { $0.name == name }
    }
}
