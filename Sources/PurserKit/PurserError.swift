public import Contract

/// Why a call gave no result: an answer that is not success, or no answer at all.
///
/// ```swift
/// do {
///     try await purser.guardian.setRule(category: "fun", monthlyLimitCents: 20_000)
/// } catch let error as PurserError where error.kind == .forbidden {
///     // Only a parent may set limits.
/// }
/// ```
///
/// What it describes never shows a token, a key or a person's data.
public struct PurserError: Error, Sendable, Equatable {
    /// What went wrong, for a `switch`.
    public enum Kind: Sendable, Equatable {
        /// Nobody is signed in, or not any more (401).
        case unauthorized
        /// The member's role may not do this, or the app was not given the scope that
        /// ``PurserError/details`` names (403).
        case forbidden
        /// It does not exist, or not for this member (404).
        case notFound
        /// The input breaks a rule (400, 405, 413, 415); ``PurserError/details`` has the fields.
        case invalid
        /// The wallet or the pool holds less (400).
        case insufficientFunds
        /// The card was not charged (402).
        case paymentRequired
        /// It contradicts what is there (409), or was changed since the version that the call names
        /// (412), and ``PurserError/current`` is what it is now.
        case conflict
        /// Too many calls (429); ``PurserError/retryAfterSeconds`` says when to come back.
        case rateLimited
        /// The server failed (5xx).
        case server
        /// No answer of the server's arrived.
        case network(NetworkFailure)
        /// The answer is not of the declared shape; ``PurserError/codingPath`` says where.
        case decoding
        /// What the device keeps could not be read or written.
        case storage
    }

    /// What went wrong.
    public let kind: Kind
    /// The HTTP status; `nil` when no answer arrived.
    public let status: Int?
    /// The word for what went wrong, such as `NOT_FOUND`; on Guardian a sentence.
    ///
    /// Open, because a later server may have more; ``unreadable`` when the answer was none of ours.
    public let code: String
    /// One sentence for a person.
    public let message: String
    /// The reason by field, for a request with bad fields; `scope`, where the app lacks one.
    public let details: [String: String]
    /// The payment intent of a card that was not charged.
    public let paymentIntentID: String?
    /// With what the holder of the card is asked to act; a secret.
    public let clientSecret: String?
    /// The trace of the call, for whoever is asked for help.
    public let traceID: String?
    /// After how many seconds to try again.
    public let retryAfterSeconds: Int?
    /// What stands there now, where the call names a version that is not the last.
    public let current: JSON?
    /// Where in the answer the first field is missing or wrong.
    public let codingPath: [String]
    /// Whether what was refused is a sign-in, by its password or code, not a session that ended;
    /// also where a call asks for them again, to see that it is not just somebody with the device.
    public internal(set) var refusesSignIn: Bool

    /// The code of an answer that this client cannot read.
    public static let unreadable = "UNREADABLE_ANSWER"

    /// Whether the same call may succeed later without a change.
    public var isTemporary: Bool {
        switch kind {
        case .rateLimited, .server: true
        case .network(let failure): failure != .untrusted
        // With a time to come back, the first sending of this very call is still under way.
        case .conflict: retryAfterSeconds != nil
        case .unauthorized, .forbidden, .notFound, .invalid, .insufficientFunds, .paymentRequired,
            .decoding, .storage:
            false
        }
    }

    /// Reads an error answer in any of the shapes.
    ///
    /// `carriesToken` is whether the call was made by a session.
    init(_ response: TransportResponse, carriesToken: Bool = true) {
        let body = try? JSONParser.parse(response.body)
        let error = body?["error"]
        guard let code = error?.string ?? error?["code"]?.string else {
            self.init(unreadable: response, because: nil)
            return
        }
        let scope = body?["scope"].map { [JSON.Member("scope", $0)] }
        let faults = error?["details"]?.members ?? scope ?? []
        self.init(
            Self.kind(status: response.status, code: code),
            response,
            code: code,
            message: (error?["message"] ?? body?["message"])?.string ?? code,
            details: Dictionary(
                faults.map { ($0.key, $0.value.string ?? $0.value.text) }
            ) { first, _ in first },
            paymentIntentID: body?["payment_intent_id"]?.string,
            clientSecret: body?["client_secret"]?.string,
            traceID: body?["traceId"]?.string,
            current: body?["current"],
            // A token is refused as a whole; where fields are named, it was they.
            refusesSignIn: response.status == 401 && (!carriesToken || !faults.isEmpty)
        )
    }

    /// Takes an answer that is not what the endpoint declares.
    init(unreadable response: TransportResponse, because error: (any Error)?) {
        let failure = NetworkFailure(of: response, because: error)
        self.init(
            Self.kind(ofUnreadable: response.status, failure),
            response,
            code: Self.unreadable,
            message: "The server's answer could not be read",
            codingPath: (error as? Problem)?.faults.first.map { [$0.field] } ?? []
        )
    }

    /// Takes an input that was refused before anything was sent.
    init(invalid problem: Problem) {
        self.init(
            .invalid,
            nil,
            code: "INVALID_REQUEST",
            message: problem.message,
            details: Dictionary(
                problem.faults.map { ($0.field, $0.rule) }
            ) { first, _ in first }
        )
    }

    /// Takes a failure of the network, or of what the device keeps.
    public init(_ kind: Kind, _ message: String, traceID: String? = nil) {
        self.init(kind, nil, code: kind.word, message: message, traceID: traceID)
    }

    private init(
        _ kind: Kind,
        _ response: TransportResponse?,
        code: String,
        message: String,
        details: [String: String] = [:],
        paymentIntentID: String? = nil,
        clientSecret: String? = nil,
        traceID: String? = nil,
        current: JSON? = nil,
        codingPath: [String] = [],
        refusesSignIn: Bool = false
    ) {
        self.kind = kind
        status = response?.status
        self.code = code
        self.message = message
        self.details = details
        self.paymentIntentID = paymentIntentID
        self.clientSecret = clientSecret
        self.traceID = traceID ?? response?.headers["X-Request-Trace"]
        retryAfterSeconds = response?.headers["Retry-After"].flatMap(Int.init)
        self.current = current
        self.codingPath = codingPath
        self.refusesSignIn = refusesSignIn
    }

    /// What stands before a server refuses by the status alone, in words of its own.
    private static func kind(ofUnreadable status: Int, _ failure: NetworkFailure?) -> Kind {
        switch (status, failure) {
        case (_, .intercepted?): .network(.intercepted)
        case (429, _): .rateLimited
        case (413, _): .invalid
        case (500..., _): .server
        default: failure.map { .network($0) } ?? .decoding
        }
    }

    private static func kind(status: Int, code: String) -> Kind {
        switch status {
        case 401: .unauthorized
        case 402: .paymentRequired
        case 403: .forbidden
        case 404: .notFound
        case 409, 412: .conflict
        case 429: .rateLimited
        case 400 where code == "INSUFFICIENT_FUNDS": .insufficientFunds
        case 400..<500: .invalid
        default: .server
        }
    }
}

extension PurserError.Kind {
    /// The kind as one word, for logs and for tables of translations.
    public var word: String {
        switch self {
        case .unauthorized: "unauthorized"
        case .forbidden: "forbidden"
        case .notFound: "not_found"
        case .invalid: "invalid"
        case .insufficientFunds: "insufficient_funds"
        case .paymentRequired: "payment_required"
        case .conflict: "conflict"
        case .rateLimited: "rate_limited"
        case .server: "server"
        case .network(let failure): "network.\(failure)"
        case .decoding: "decoding"
        case .storage: "storage"
        }
    }
}

extension NetworkFailure {
    /// What lies between, when an answer cannot be the server's own; `nil` when it may be.
    init?(of response: TransportResponse, because error: (any Error)?) {
        let type = response.headers["Content-Type"]?.lowercased() ?? ""
        // A page with a failure of the server's is from what stands before it; 511 asks to sign in
        // to the network (RFC 6585). So are one of too many calls and one of too large a body.
        let isRefusal = response.status == 413 || response.status == 429
        let mayBePage = response.status < 500 && !isRefusal || response.status == 511
        if mayBePage, type.hasPrefix("text/html") {
            self = .intercepted
        } else if error is JSONSyntaxError {
            self = .damaged
        } else {
            return nil
        }
    }
}

extension JSON {
    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}
