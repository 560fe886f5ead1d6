import Contract

/// What one word of a field means for the others, as a schema.
enum ConditionSchema {
    /// The conditions of an object; `nil` where there are none.
    static func all(of schema: Schema) -> YAML? {
        let nodes = schema.conditions.map { condition in
            node(condition, schema.properties.first { $0.name == condition.other }?.schema)
        }
        return nodes.isEmpty ? nil : .list(nodes)
    }

    private static func node(_ condition: Schema.Condition, _ other: Schema?) -> YAML {
        [
            "if": [
                "required": [.text(condition.field)],
                "properties": object(condition.field, ["const": .text(condition.word)]),
            ],
            "then": consequence(condition, other),
        ]
    }

    private static func consequence(_ condition: Schema.Condition, _ other: Schema?) -> YAML {
        let name = condition.other
        return switch condition.demand {
        case .present:
            [
                "required": [.text(name)],
                "properties": object(name, ["not": nothing(other)]),
            ]
        case .absent: ["properties": object(name, nothing(other))]
        case .not(let word):
            ["properties": object(name, ["not": ["const": .text(word)]])]
        }
    }

    /// What counts as none: `null`, and blank text where text is taken.
    private static func nothing(_ schema: Schema?) -> YAML {
        guard schema?.kind == .string else { return ["type": "null"] }
        return ["type": ["string", "null"], "pattern": .text(Schema.blankPattern)]
    }

    private static func object(_ name: String, _ value: YAML) -> YAML {
        .map([YAML.Entry(key: name, value: value)])
    }
}
