import Contract

/// One endpoint as an operation of the document.
struct Operation {
    let endpoint: any EndpointDeclaration

    /// What travels in the body; `nil` when nothing does.
    var body: Schema? {
        guard endpoint.hasBody else { return nil }
        var schema = endpoint.inputSchema
        schema.properties.removeAll(where: isInPath)
        return schema.properties.isEmpty ? nil : schema
    }

    func node(_ schemas: SchemaCatalogue) throws -> YAML {
        let example = try endpoint.exampleJSON()
        let responses = try [success(schemas)] + refusals.map { try $0.entry() }
        let node: YAML = [
            "operationId": .text(endpoint.name),
            "tags": [.text(endpoint.surface.tag)],
            "summary": .text(endpoint.summary),
            "description": .text("\(endpoint.access.sentence) \(endpoint.repeats.sentence)"),
            "security": Security.requirement(of: endpoint),
            "parameters": .list(parameters(example, schemas) + Header.references(for: endpoint)),
        ]
        return
            node
            .with("requestBody", body.map { request($0, example, schemas) })
            .with("responses", .map(responses))
    }

    private func isInPath(_ property: Schema.Property) -> Bool {
        endpoint.path.keys.contains(property.name)
    }

    private func parameters(_ example: JSON, _ schemas: SchemaCatalogue) -> [YAML] {
        let properties = endpoint.inputSchema.properties
        let inQuery = endpoint.hasBody ? [] : properties.filter { !isInPath($0) }
        return (properties.filter(isInPath) + inQuery).map { property in
            var schema = property.schema
            // In a query all is text, and what may be left out may be blank: `?limit=`.
            schema.takesBlank = !property.isRequired && schema.text == nil && !isInPath(property)
            let node: YAML = [
                "name": .text(property.name),
                "in": isInPath(property) ? "path" : "query",
                "required": YAML(.bool(property.isRequired || isInPath(property))),
                "schema": schemas.reference(schema, .request),
            ]
            return node.with("example", example[property.name].map(YAML.init))
        }
    }

    private func request(_ schema: Schema, _ input: JSON, _ schemas: SchemaCatalogue) -> YAML {
        let example = input.members.filter { !endpoint.path.keys.contains($0.key) }
        let isRequired = schema.properties.contains(where: \.isRequired)
        var schema = schema
        // A body that need not be there may be null as well.
        schema.isNullable = !isRequired
        return [
            "required": YAML(.bool(isRequired)),
            "content": [
                "application/json": [
                    "schema": schemas.reference(schema, .request),
                    "example": YAML(.object(example)),
                ]
            ],
        ]
    }

    private func success(_ schemas: SchemaCatalogue) throws -> YAML.Entry {
        let description = endpoint.status == 201 ? "Created." : "Done."
        var node: YAML = ["description": .text(description)]
        node = node.with("headers", Header.ofSuccess(endpoint))
        if let schema = endpoint.outputSchema {
            let json: YAML = [
                "schema": schemas.reference(schema, .answer),
                "example": YAML(try endpoint.answersJSON()),
            ]
            node = node.with("content", ["application/json": json])
        }
        return YAML.Entry(key: String(endpoint.status), value: node)
    }
}

extension Access {
    fileprivate var sentence: String {
        switch self {
        case .anyone: "For anyone."
        case .optional: "For anyone; a token that is sent must be good."
        case .member: "For any signed-in member."
        case .parent: "For a member whose role is Parent."
        case .child: "For a member whose role is Child."
        case .operator: "For the operator of the server."
        }
    }
}

extension Repeats {
    fileprivate var sentence: String {
        switch self {
        case .freely: "May be repeated freely."
        case .withKey: "May be repeated with the Idempotency-Key of the first try."
        case .never: "Idempotency-Key is ignored; repeats are harmless by the call's own rules."
        }
    }
}
