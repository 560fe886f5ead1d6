import Contract

/// The OpenAPI 3.1 document of the API, derived from the declared endpoints alone.
public enum OpenAPIDocument {
    /// The document as YAML.
    ///
    /// - Parameter version: The version of the program whose document it is.
    /// - Returns: The same text for the same endpoints and version.
    /// - Throws: `EncodingError` when an example cannot be written.
    public static func yaml(version: String) throws -> String {
        let heading = "# Written by `purser openapi` from the declared endpoints; do not edit it.\n"
        return try heading + node(version: version, endpoints: API.all).text
    }

    static func node(version: String, endpoints: [any EndpointDeclaration]) throws -> YAML {
        let operations = endpoints.map(Operation.init)
        let schemas = SchemaCatalogue(operations)
        return [
            "openapi": "3.1.0",
            "info": info(version: version),
            "servers": [["url": "http://127.0.0.1:8080", "description": "Where it listens."]],
            "tags": tags(endpoints),
            "paths": try paths(operations, schemas),
            "components": [
                "schemas": .map(schemas.definitions + ProblemSchema.definitions(endpoints)),
                "responses": .map(try sharedRefusals(operations)),
                "parameters": Header.parameters,
                "headers": Header.definitions,
                "securitySchemes": Security.schemes,
            ],
        ]
    }

    private static func info(version: String) -> YAML {
        [
            "title": "Purser",
            "description": .text(
                """
                A household's money: one ledger, five surfaces over it. Every answer carries \
                X-Request-Trace. Every path answers with and without a trailing slash.
                """
            ),
            "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            "version": .text(version),
        ]
    }

    private static func tags(_ endpoints: [any EndpointDeclaration]) -> YAML {
        let used = Surface.allCases.filter { surface in
            endpoints.contains { $0.surface == surface }
        }
        return .list(used.map { ["name": .text($0.tag), "description": .text($0.sentence)] })
    }

    private static func paths(
        _ operations: [Operation],
        _ schemas: SchemaCatalogue
    ) throws -> YAML {
        var paths: [String] = []
        var methods: [String: [Contract.Method]] = [:]
        for endpoint in operations.map(\.endpoint) {
            let path = endpoint.path.text
            if methods[path] == nil { paths.append(path) }
            guard methods[path]?.contains(endpoint.method) != true else { continue }
            methods[path, default: []].append(endpoint.method)
        }
        return .map(
            try paths.map { path in
                let entries = try (methods[path] ?? []).map { method in
                    let shared = operations.filter { operation in
                        operation.endpoint.path.text == path && operation.endpoint.method == method
                    }
                    return YAML.Entry(
                        key: method.rawValue.lowercased(),
                        value: try SharedOperation(shared).node(schemas)
                    )
                }
                return YAML.Entry(key: path, value: .map(entries))
            }
        )
    }

    private static func sharedRefusals(_ operations: [Operation]) throws -> [YAML.Entry] {
        var seen: Set<String> = []
        return try operations.flatMap(\.refusals).compactMap { refusal in
            guard let name = refusal.sharedName, seen.insert(name).inserted else { return nil }
            return YAML.Entry(key: name, value: try refusal.definition())
        }
    }
}

extension Surface {
    var tag: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    fileprivate var sentence: String {
        switch self {
        case .guardian: "Purchases: limits, decisions and their reasons (Guardian Card)."
        case .banking: "Accounts and transactions, and their sign-in (Money App)."
        case .rewards: "Which card to pay with (Card Rewards)."
        case .allowance: "Children, wallets and allowances (Allowance Tracker)."
        case .insights: "Budgets, trends and answers, and the exchange of tokens (Safepocket)."
        }
    }
}
