import Contract
import Kernel

/// The headers that calls and answers carry beside their bodies.
enum Header {
    static let idempotencyKey = "Idempotency-Key"
    private static let trace = "X-Request-Trace"

    // MARK: Of a call

    static func references(for endpoint: any EndpointDeclaration) -> [YAML] {
        let names = endpoint.repeats == .withKey ? [trace, idempotencyKey] : [trace]
        return names.map { .reference("parameters", $0) }
    }

    /// The endpoint's own header fields as parameters.
    static func parameters(
        of endpoint: any EndpointDeclaration,
        _ example: JSON,
        _ schemas: SchemaCatalogue
    ) -> [YAML] {
        let properties = endpoint.inputSchema.properties
        return endpoint.headers.filter(\.isSent).compactMap { header in
            guard let property = properties.first(where: { $0.name == header.key }) else {
                return nil
            }
            let node: YAML = [
                "name": .text(header.name),
                "in": "header",
                "required": YAML(.bool(property.isRequired)),
                "description": .text(header.summary),
                "schema": schemas.reference(property.schema, .request),
            ]
            return node.with("example", example[header.key].map(YAML.init))
        }
    }

    static let parameters: YAML = [
        trace: [
            "name": .text(trace),
            "in": "header",
            "required": false,
            "description": .text(
                """
                Names the call: 1 to \(Limits.traceCharacters) characters of A-Z a-z 0-9 . _ : -; \
                anything else is replaced by a new UUID.
                """
            ),
            "schema": ["type": "string"],
            "example": "d4b1c0de",
        ],
        idempotencyKey: [
            "name": .text(idempotencyKey),
            "in": "header",
            "required": false,
            "description": .text(
                """
                Makes a repeat safe: the same key with the same input gets the first answer again, \
                with other input a conflict. Remembered for \
                \(Limits.idempotencyMilliseconds / 3_600_000) hours.
                """
            ),
            "schema": [
                "type": "string",
                "minLength": 1,
                "maxLength": .literal(String(Limits.idempotencyKeyCharacters)),
            ],
            "example": "7f8d2c1e-order-1",
        ],
    ]

    // MARK: Of an answer

    static func ofSuccess(_ endpoint: any EndpointDeclaration) -> YAML {
        let names = endpoint.repeats == .withKey ? [trace, "Idempotency-Replayed"] : [trace]
        return endpoint.headers.filter(\.isAnswered).reduce(references(names)) { node, header in
            node.with(
                header.name,
                [
                    "description": .text(header.summary),
                    "required": true,
                    "schema": ["type": "string"],
                ]
            )
        }
    }

    static func ofRefusal(_ kinds: [Problem.Kind]) -> YAML {
        var names = [trace]
        if kinds.contains(.unauthenticated) { names.append("WWW-Authenticate") }
        if kinds.contains(.rateLimited) { names.append("Retry-After") }
        // Of these only a call that is still running, an account that is locked, and what is out of
        // service for the moment say when to come back.
        let passing: Set<Problem.Kind> = [.conflict, .accountLocked, .unavailable]
        if !passing.isDisjoint(with: kinds) {
            names.append("Retry-After-Optional")
        }
        return references(names)
    }

    private static func references(_ names: [String]) -> YAML {
        .map(
            names.map { name in
                let header = name.replacing("-Optional", with: "")
                return YAML.Entry(key: header, value: .reference("headers", name))
            }
        )
    }

    static let definitions: YAML = [
        trace: [
            "description": "The trace of the call: the one it sent, or a new one.",
            "required": true,
            "schema": [
                "type": "string",
                "minLength": 1,
                "maxLength": .literal(String(Limits.traceCharacters)),
            ],
        ],
        "Idempotency-Replayed": [
            "description": "There when this is the first answer again.",
            "schema": ["type": "string", "enum": ["true"]],
        ],
        "WWW-Authenticate": [
            "description": "Bearer, with the error that the token has.",
            "required": true,
            "schema": ["type": "string"],
        ],
        "Retry-After": [
            "description": "When to try again, in whole seconds.",
            "required": true,
            "schema": ["type": "integer", "minimum": 1],
        ],
        "Retry-After-Optional": [
            "description": "When to try again, in whole seconds, if that is known.",
            "schema": ["type": "integer", "minimum": 1],
        ],
    ]
}
