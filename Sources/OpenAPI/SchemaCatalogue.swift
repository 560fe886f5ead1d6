import Contract

/// The named schemas of the document, and how a place refers to them.
struct SchemaCatalogue {
    /// Where a schema stands: a request may hold `null` for a field that it leaves out.
    enum Use {
        case request
        case answer
    }

    /// The components, in the order of their first use.
    private(set) var definitions: [YAML.Entry] = []
    private var answered: Set<String> = []
    private var requested: Set<String> = []
    private var defined: [String: Schema] = [:]

    init(_ operations: [Operation]) {
        let answers = operations.compactMap(\.endpoint.outputSchema)
        answered = Set(answers.flatMap(Self.names))
        requested = Set(operations.compactMap(\.body).flatMap(Self.names))
        for operation in operations {
            if let body = operation.body { define(body, .request) }
            if let answer = operation.endpoint.outputSchema { define(answer, .answer) }
        }
    }

    /// The schema where it is used: by name if it has one, else written out.
    func reference(_ schema: Schema, _ use: Use) -> YAML {
        let node =
            schema.name.map { YAML.reference("schemas", name($0, use)) } ?? written(schema, use)
        let known = schema.takesBlank ? node.orBlank : node
        return schema.isNullable ? known.orNull : known
    }

    /// One type may be sent and answered, and then it needs two names, of which none is that of
    /// another type.
    private func name(_ name: String, _ use: Use) -> String {
        guard use == .request, answered.contains(name) else { return name }
        return requested.contains("\(name)Input") ? "\(name)Sent" : "\(name)Input"
    }

    private static func names(in schema: Schema) -> [String] {
        (schema.name.map { [$0] } ?? []) + schema.parts.flatMap(names)
    }

    private mutating func define(_ schema: Schema, _ use: Use) {
        guard !schema.isReference else { return }
        var schema = schema
        // Whether null may stand there is said at each place, not of the type.
        schema.isNullable = false
        if let name = schema.name.map({ name($0, use) }) {
            if let known = defined[name] {
                precondition(known == schema, "two schemas are named \(name)")
                return
            }
            defined[name] = schema
            definitions.append(YAML.Entry(key: name, value: written(schema, use)))
        }
        for inner in schema.parts { define(inner, use) }
    }

    private func written(_ schema: Schema, _ use: Use) -> YAML {
        guard schema.choices.isEmpty else {
            return ["anyOf": .list(schema.choices.map { reference($0, use) })]
        }
        let node: YAML = ["type": .text(schema.kind.rawValue)]
        switch schema.kind {
        case .object where schema.properties.isEmpty:
            return node.with("additionalProperties", schema.items.first.map { reference($0, use) })
        case .object: return object(schema, use)
        case .array:
            return
                node
                .with("items", schema.items.first.map { reference($0, use) })
                .with("minItems", schema.bounds.minItems.map { .literal(String($0)) })
                .with("maxItems", schema.bounds.maxItems.map { .literal(String($0)) })
        case .string where schema.takesDay:
            let formats: [YAML] = ["date", "date-time"]
            return ["anyOf": .list(formats.map { ["type": "string", "format": $0] })]
        case .boolean, .integer, .number, .string:
            let words = schema.allowed.map(YAML.text)
            return
                (schema.takesInteger ? ["type": ["string", "integer"]] : node)
                .with("format", schema.format.map(YAML.text))
                .with("enum", words.isEmpty ? nil : .list(words))
                .with(schema.bounds)
        }
    }

    private func object(_ schema: Schema, _ use: Use) -> YAML {
        let required = schema.properties.filter(\.isRequired).map { YAML.text($0.name) }
        let properties = schema.properties.map { property in
            let isSent = use == .request && !schema.isVerbatim
            return YAML.Entry(
                key: property.name,
                value: isSent ? sent(property) : reference(property.schema, use)
            )
        }
        let node: YAML = ["type": "object"]
        return
            node
            .with("required", required.isEmpty ? nil : .list(required))
            .with("properties", .map(properties))
            .with("additionalProperties", schema.isClosed ? false : nil)
            .with("minProperties", schema.bounds.minProperties.map { .literal(String($0)) })
            .with("maxProperties", schema.bounds.maxProperties.map { .literal(String($0)) })
            .with("allOf", use == .request ? ConditionSchema.all(of: schema) : nil)
    }

    private func sent(_ property: Schema.Property) -> YAML {
        let value = reference(property.schema, .request)
        let isNullable = !property.isRequired && !property.schema.isNullable
        return isNullable ? value.orNull : value
    }
}

extension YAML {
    fileprivate func with(_ bounds: Schema.Bounds) -> YAML {
        with("minimum", bounds.minimum.map(YAML.number))
            .with("exclusiveMinimum", bounds.exclusiveMinimum.map(YAML.number))
            .with("maximum", bounds.maximum.map(YAML.number))
            .with("multipleOf", bounds.multipleOf.map(YAML.number))
            .with("minLength", bounds.minLength.map { .literal(String($0)) })
            .with("maxLength", bounds.maxLength.map { .literal(String($0)) })
            .with("pattern", bounds.pattern.map(YAML.text))
    }

    /// The schema that takes blank text as well, which counts as none.
    fileprivate var orBlank: YAML {
        ["anyOf": [self, ["type": "string", "pattern": .text(Schema.blankPattern)]]]
    }

    /// The schema that takes `null` as well.
    fileprivate var orNull: YAML {
        if case .list(let choices) = self["anyOf"] {
            return ["anyOf": .list(choices + [["type": "null"]])]
        }
        guard let type = self["type"] else { return ["anyOf": [self, ["type": "null"]]] }
        var types: [YAML] = [type]
        if case .list(let several) = type { types = several }
        return .map(
            entries.map { entry in
                switch (entry.key, entry.value) {
                case ("type", _): Entry(key: entry.key, value: .list(types + ["null"]))
                case ("enum", .list(let words)):
                    Entry(key: entry.key, value: .list(words + [.literal("null")]))
                default: entry
                }
            }
        )
    }
}
