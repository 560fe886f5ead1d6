import Contract

/// One endpoint as an operation of the document.
struct Operation {
    let endpoint: any EndpointDeclaration

    /// What travels in the body; `nil` when nothing does.
    var body: Schema? {
        guard endpoint.hasBody else { return nil }
        var schema = endpoint.inputSchema
        schema.properties.removeAll { isInPath($0) || isInHeader($0) }
        return schema.properties.isEmpty ? nil : schema
    }

    func node(_ schemas: SchemaCatalogue) throws -> YAML {
        let example = try endpoint.exampleJSON()
        let responses = try successes(schemas) + refusals.map { try $0.entry() }
        let node: YAML = [
            "operationId": .text(endpoint.name),
            "tags": [.text(endpoint.surface.tag)],
            "summary": .text(endpoint.summary),
            "description": .text(sentences),
            "security": Security.requirement(of: endpoint),
            "parameters": .list(
                parameters(example, schemas)
                    + Header.parameters(of: endpoint, example, schemas)
                    + Header.references(for: endpoint)
            ),
        ]
        return
            node
            .with(
                "requestBody",
                endpoint.takesFile ? file : body.map { request($0, example, schemas) }
            )
            .with("responses", .map(responses))
    }

    /// Who may call it, and whether it may be repeated.
    var sentences: String { "\(endpoint.access.sentence) \(endpoint.repeats.sentence)" }

    private func isInPath(_ property: Schema.Property) -> Bool {
        endpoint.path.keys.contains(property.name)
    }

    private func isInHeader(_ property: Schema.Property) -> Bool {
        endpoint.headers.contains { $0.key == property.name }
    }

    private func parameters(_ example: JSON, _ schemas: SchemaCatalogue) -> [YAML] {
        let properties = endpoint.inputSchema.properties
        let inQuery = endpoint.hasBody ? [] : properties.filter { !isInPath($0) && !isInHeader($0) }
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
        let elsewhere = Set(endpoint.path.keys + endpoint.headers.map(\.key))
        let example = input.members.filter { !elsewhere.contains($0.key) }
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

    /// A file alone, or a form with a file and the parameters as its fields.
    private var file: YAML {
        [
            "required": true,
            "content": [
                "application/octet-stream": [
                    "schema": ["type": "string", "format": "binary"]
                ],
                "multipart/form-data": [
                    "schema": [
                        "type": "object",
                        "required": ["file"],
                        "properties": ["file": ["type": "string", "format": "binary"]],
                    ]
                ],
            ],
        ]
    }

    func successes(_ schemas: SchemaCatalogue) throws -> [YAML.Entry] {
        try ([endpoint.status] + endpoint.otherStatuses).sorted().map { status in
            try success(status, schemas)
        }
    }

    private func success(_ status: Int, _ schemas: SchemaCatalogue) throws -> YAML.Entry {
        let description =
            switch status {
            case 201: "Created."
            case 202: "Begun, and not done yet."
            default: "Done."
            }
        var node: YAML = ["description": .text(description)]
        node = node.with("headers", Header.ofSuccess(endpoint))
        if let schema = endpoint.outputSchema {
            let json: YAML = [
                "schema": schemas.reference(schema, .answer),
                "example": YAML(try endpoint.answersJSON()),
            ]
            node = node.with("content", ["application/json": json])
        }
        if !endpoint.files.isEmpty {
            node = node.with("content", .map(endpoint.files.map(file)))
        }
        return YAML.Entry(key: String(status), value: node)
    }

    /// A file of any size, which has no example.
    private func file(_ mediaType: String) -> YAML.Entry {
        let type: YAML = mediaType == "application/json" ? "object" : "string"
        return YAML.Entry(key: mediaType, value: ["schema": ["type": type]])
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
