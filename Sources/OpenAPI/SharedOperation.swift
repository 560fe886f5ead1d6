import Contract

/// Several endpoints of one method and path, which the document can list as one operation only.
///
/// It has the name of the one that takes what is for no other, the parameters of all of them, and
/// of each status the answers of those that give it.
struct SharedOperation {
    /// The operations, the one that takes what is for no other first.
    let operations: [Operation]

    init(_ operations: [Operation]) {
        let usual = operations.filter { $0.endpoint.selector == nil }
        self.operations = usual + operations.filter { $0.endpoint.selector != nil }
    }

    /// The operation as it is where there is one only.
    func node(_ schemas: SchemaCatalogue) throws -> YAML {
        let nodes = try operations.map { try $0.node(schemas) }
        guard nodes.count > 1, let first = nodes.first else { return nodes.first ?? [:] }
        return .map(
            try first.entries.map { entry in
                let values = nodes.map { $0[entry.key] ?? [] }
                let value: YAML =
                    switch entry.key {
                    case "tags", "security": .list(Self.distinct(values.flatMap(\.items)))
                    case "description": .text(description)
                    case "parameters": parameters(values)
                    case "responses": try responses(schemas)
                    default: entry.value
                    }
                return YAML.Entry(key: entry.key, value: value)
            }
        )
    }

    private var description: String {
        operations.map { operation in
            let endpoint = operation.endpoint
            let sentences = operation.sentences
            guard let selector = endpoint.selector else { return sentences }
            return "With `\(selector)` it is \(endpoint.name): \(endpoint.summary) \(sentences)"
        }
        .joined(separator: " ")
    }

    /// Each parameter once; needed is what all of them need.
    private func parameters(_ lists: [YAML]) -> YAML {
        let parameters = lists.flatMap(\.items)
        return .list(
            Self.distinct(parameters.map { $0["name"] ?? $0 }).compactMap { name in
                let same = parameters.filter { ($0["name"] ?? $0) == name }
                guard same.count < lists.count else { return same.first }
                return same.first?.replacing("required", with: false)
            }
        )
    }

    // MARK: Answers

    private func responses(_ schemas: SchemaCatalogue) throws -> YAML {
        let successes = try operations.flatMap { operation in
            try operation.successes(schemas).map { entry in
                (entry.key, entry.value.namingExample(operation.endpoint.name))
            }
        }
        let refusals = try operations.flatMap { operation in
            try operation.refusals.map { refusal in
                let definition = try refusal.definition()
                return (String(refusal.status), definition.namingExamples(operation.endpoint.name))
            }
        }
        let answers = successes + refusals
        return .map(
            Set(answers.map(\.0)).sorted().map { status in
                let same = answers.filter { $0.0 == status }.map(\.1)
                return YAML.Entry(key: status, value: Self.oneOf(same))
            }
        )
    }

    /// One answer of several: what it says, its headers, its shape and its examples.
    private static func oneOf(_ answers: [YAML]) -> YAML {
        let texts = distinct(answers.compactMap { $0["description"] }).compactMap { text in
            if case .text(let text) = text { text } else { nil }
        }
        let json = answers.compactMap { $0["content"]?["application/json"] }
        let shapes = distinct(json.compactMap { $0["schema"] })
        let examples = json.flatMap { $0["examples"]?.entries ?? [] }
        let headers = answers.flatMap { $0["headers"]?.entries ?? [] }
        let schema: YAML = shapes.count == 1 ? shapes[0] : ["oneOf": .list(shapes)]
        return [
            "description": .text(texts.joined(separator: " ")),
            "headers": .map(
                distinct(headers.map { .text($0.key) }).compactMap { key in
                    headers.first { .text($0.key) == key }
                }
            ),
            "content": ["application/json": ["schema": schema, "examples": .map(examples)]],
        ]
    }

    /// The values in their order, each once.
    private static func distinct(_ values: [YAML]) -> [YAML] {
        values.reduce(into: []) { distinct, value in
            if !distinct.contains(value) { distinct.append(value) }
        }
    }
}

extension YAML {
    fileprivate var items: [YAML] {
        guard case .list(let items) = self else { return [] }
        return items
    }

    fileprivate func replacing(_ key: String, with value: YAML) -> YAML {
        .map(entries.map { $0.key == key ? Entry(key: key, value: value) : $0 })
    }

    /// An answer with its one example under a name.
    fileprivate func namingExample(_ name: String) -> YAML {
        guard let json = self["content"]?["application/json"], let schema = json["schema"],
            let example = json["example"]
        else { return self }
        let named: YAML = [
            "schema": schema, "examples": .map([Entry(key: name, value: ["value": example])]),
        ]
        return replacing("content", with: ["application/json": named])
    }

    /// An answer whose examples have a name before their own.
    fileprivate func namingExamples(_ name: String) -> YAML {
        guard let json = self["content"]?["application/json"], let examples = json["examples"]
        else { return self }
        let named = examples.entries.map { Entry(key: "\(name).\($0.key)", value: $0.value) }
        let content = json.replacing("examples", with: .map(named))
        return replacing("content", with: ["application/json": content])
    }
}
