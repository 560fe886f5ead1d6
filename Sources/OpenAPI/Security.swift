import Contract

/// How a caller proves who it is.
enum Security {
    static let scheme = "bearerAuth"

    static let schemes: YAML = [
        scheme: [
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "JWT",
            "description": "A token of any sign-in; it works on every surface.",
        ]
    ]
}

extension Access {
    /// The security requirement of an operation.
    var security: YAML {
        let bearer: YAML = [Security.scheme: []]
        return switch self {
        case .anyone: []
        case .optional: [[:], bearer]
        case .member, .parent, .child, .operator: [bearer]
        }
    }
}
