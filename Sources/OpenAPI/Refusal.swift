import Contract
import Kernel

/// What an operation answers with one status other than success.
struct Refusal {
    let status: Int
    let kinds: [Problem.Kind]
    let endpoint: any EndpointDeclaration

    /// The name of the response where operations share it; `nil` where it names their own fields.
    var sharedName: String? {
        guard !kinds.contains(.invalid) else { return nil }
        let words = kinds.map { $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() }
        return endpoint.surface.tag + words.joined(separator: "Or")
    }

    /// The refusal where an operation lists it: by reference where it is shared.
    func entry() throws -> YAML.Entry {
        let shared = sharedName.map { YAML.reference("responses", $0) }
        return YAML.Entry(key: String(status), value: try shared ?? definition())
    }

    func definition() throws -> YAML {
        let examples = try kinds.map { kind in
            YAML.Entry(key: kind.rawValue, value: ["value": YAML(try example(of: kind))])
        }
        return [
            "description": .text(kinds.map { Problem($0).message }.joined(separator: "; ") + "."),
            "headers": Header.ofRefusal(kinds),
            "content": [
                "application/json": [
                    "schema": ProblemSchema.reference(for: endpoint.surface),
                    "examples": .map(examples),
                ]
            ],
        ]
    }

    private func example(of kind: Problem.Kind) throws -> JSON {
        let problem = kind == .invalid ? Problem.invalid(faults) : Problem(kind)
        return try JSONParser.parse(problem.body(for: endpoint.surface, trace: "d4b1c0de").bytes)
    }

    /// The faults of a call that sends as little as it can and is still wrong.
    private var faults: [Fault] {
        let properties = endpoint.inputSchema.properties.filter {
            !endpoint.path.keys.contains($0.name)
        }
        let required = properties.filter(\.isRequired).map {
            Fault(field: $0.name, rule: "is required")
        }
        if !required.isEmpty { return required }
        if endpoint.hasBody { return [Fault(field: "body", rule: "must be an object")] }
        guard let first = properties.first else {
            let most = Limits.idempotencyKeyCharacters
            return [Fault(field: Header.idempotencyKey, rule: "must have 1 to \(most) characters")]
        }
        let isFreeText = first.schema.kind == .string && first.schema.allowed.isEmpty
        let rule = isFreeText ? "has a control character" : "has the wrong type"
        return [Fault(field: first.name, rule: rule)]
    }
}

extension Operation {
    /// The refusals of the operation, one for each status, in ascending order.
    var refusals: [Refusal] {
        Dictionary(grouping: endpoint.allRefusals, by: \.status)
            .map { Refusal(status: $0.key, kinds: $0.value, endpoint: endpoint) }
            .sorted { $0.status < $1.status }
    }
}
