import Contract
import Kernel

/// The shapes in which the surfaces write a ``Problem``.
enum ProblemSchema {
    static func reference(for surface: Surface) -> YAML {
        .reference("schemas", name(for: surface))
    }

    /// The shapes that the endpoints use.
    static func definitions(_ endpoints: [any EndpointDeclaration]) -> [YAML.Entry] {
        let used = Set(endpoints.map { name(for: $0.surface) })
        return [
            YAML.Entry(key: name(for: .guardian), value: flat),
            YAML.Entry(key: name(for: .banking), value: nested),
        ]
        .filter { used.contains($0.key) }
    }

    private static func name(for surface: Surface) -> String {
        surface == .guardian ? "GuardianProblem" : "Problem"
    }

    private static let flat: YAML = [
        "type": "object",
        "required": ["error", "message", "traceId"],
        "properties": [
            "error": [
                "type": "string",
                "description": "A field and the rule it breaks, or the kind of refusal.",
            ],
            "message": message,
            "payment_intent_id": [
                "type": "string",
                "description": "The payment intent of a card that was not charged.",
            ],
            "client_secret": [
                "type": "string",
                "description": "With what the holder of the card is asked to act.",
            ],
            "scope": [
                "type": "string",
                "description": "The scope that the token has not.",
            ],
            "traceId": trace,
        ],
    ]

    private static let nested: YAML = [
        "type": "object",
        "required": ["error", "traceId"],
        "properties": [
            "error": [
                "type": "object",
                "required": ["code", "message"],
                "properties": [
                    "code": [
                        "type": "string",
                        "description": "The kind of refusal; more kinds may come.",
                    ],
                    "message": message,
                    "details": [
                        "type": "object",
                        "description": .text(
                            """
                            Each bad field with its rule, what a wallet holds, the scope that the \
                            token has not, or what was found in a bank file.
                            """
                        ),
                        "additionalProperties": true,
                    ],
                ],
            ],
            "current": [
                "type": "object",
                "description": .text(
                    "What stands there now, where a call names a version that is not the last."
                ),
                "additionalProperties": true,
            ],
            "traceId": trace,
        ],
    ]

    private static let message: YAML = [
        "type": "string", "description": "One sentence for a person.",
    ]

    private static let trace: YAML = [
        "type": "string",
        "description": "The X-Request-Trace of the call.",
        "minLength": 1,
        "maxLength": .literal(String(Limits.traceCharacters)),
    ]
}
