import Contract
import Kernel

/// How a caller proves who it is.
enum Security {
    private static let bearer = "bearerAuth"
    private static let client = "oauth2"

    static let schemes: YAML = [
        bearer: [
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "JWT",
            "description": "A token of a document's own sign-in; it works on every surface.",
        ],
        client: [
            "type": "oauth2",
            "description": "A token for a client; it works where its scope does.",
            "flows": [
                "authorizationCode": [
                    "authorizationUrl": "/oauth2/authorize",
                    "tokenUrl": "/oauth2/token",
                    "refreshUrl": "/oauth2/token",
                    "scopes": .map(
                        APIScopes.words.map { word, scopes in
                            YAML.Entry(key: word, value: .text(sentence(word, scopes)))
                        }
                    ),
                ]
            ],
        ],
    ]

    private static func sentence(_ word: String, _ scopes: APIScopes) -> String {
        guard scopes != .account else {
            return "Password, factors, sessions, invitations, members; for apps of the house."
        }
        let room = word.prefix { $0 != ":" }
        return word.hasSuffix(":read") ? "Reads of \(room)." : "Everything of \(room)."
    }

    /// The requirement of an operation: nothing, or a token of either kind.
    static func requirement(of endpoint: any EndpointDeclaration) -> YAML {
        let words = endpoint.scope.text.split(separator: " ").map { YAML.text(String($0)) }
        let tokens: [YAML] = [[client: .list(words)], [bearer: []]]
        return switch endpoint.access {
        case .anyone: []
        case .optional: .list([[:]] + tokens)
        case .member, .parent, .child, .operator: .list(tokens)
        }
    }
}
