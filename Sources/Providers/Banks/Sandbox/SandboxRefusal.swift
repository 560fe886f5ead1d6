/// Why a sandbox bank does not do what it is asked for, in Plaid's words.
struct SandboxRefusal: Error {
    /// The status of HTTP.
    let status: Int
    /// The kind of error.
    let type: String
    /// The error.
    let code: String
    /// A sentence for developers.
    let message: String
    /// How long the client is to wait.
    var retryAfterSeconds: Int?

    init(
        _ status: Int,
        _ type: String,
        _ code: String,
        _ message: String,
        retryAfterSeconds: Int? = nil
    ) {
        self.status = status
        self.type = type
        self.code = code
        self.message = message
        self.retryAfterSeconds = retryAfterSeconds
    }

    static let notFound = Self(404, "INVALID_REQUEST", "NOT_FOUND", "not found")
    static let body = Self(400, "INVALID_REQUEST", "INVALID_BODY", "the body is not understood")
    static let credentials = input("INVALID_API_KEYS", "invalid client_id or secret provided")
    static let accessToken = input("INVALID_ACCESS_TOKEN", "no matching access token")
    static let publicToken = input("INVALID_PUBLIC_TOKEN", "no matching public token")
    static let expiredPublicToken = input("INVALID_PUBLIC_TOKEN", "the public token is expired")
    static let institution = input("INVALID_INSTITUTION", "invalid institution_id provided")
    static let product = input("INVALID_PRODUCT", "only transactions are served")
    static let key = input("INVALID_WEBHOOK_VERIFICATION_KEY_ID", "there is no such key")
    static let itemNotFound = item("ITEM_NOT_FOUND", "the Item cannot be found")
    static let loginRequired = item("ITEM_LOGIN_REQUIRED", "the login details have changed")
    static let tooMany = Self(
        429,
        "RATE_LIMIT_EXCEEDED",
        "RATE_LIMIT",
        "rate limit exceeded",
        retryAfterSeconds: 1
    )
    static let mutation = Self(
        400,
        "TRANSACTIONS_ERROR",
        "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION",
        "transactions changed since the last page was fetched"
    )
    static let failure = Self(500, "API_ERROR", "INTERNAL_SERVER_ERROR", "an unexpected error")

    private static func input(_ code: String, _ message: String) -> SandboxRefusal {
        Self(400, "INVALID_INPUT", code, message)
    }

    private static func item(_ code: String, _ message: String) -> SandboxRefusal {
        Self(400, "ITEM_ERROR", code, message)
    }

    /// A field is missing or wrong.
    static func field(_ name: String) -> SandboxRefusal {
        Self(400, "INVALID_REQUEST", "INVALID_FIELD", "\(name) is missing or invalid")
    }

    /// The error as Plaid writes it; in a webhook no request has a name.
    func json(_ requestID: String?) -> WireJSON {
        let ending: (String, WireJSON) =
            if let requestID {
                ("request_id", .text(requestID))
            } else {
                ("status", .integer(Int64(status)))
            }
        return .object([
            ("error_type", .text(type)), ("error_code", .text(code)),
            ("error_message", .text(message)), ("display_message", nil),
            ("error_code_reason", nil), ("suggested_action", nil), ("causes", .list([])),
            ("documentation_url", "https://plaid.com/docs/errors"), ending,
        ])
    }
}
