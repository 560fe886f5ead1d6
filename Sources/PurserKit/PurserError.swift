import Contract

/// An answer that is not success, whichever of the API's error shapes it came in.
public struct PurserError: Error, Sendable, Equatable {
    /// The HTTP status.
    public let status: Int
    /// The word for what went wrong, such as `NOT_FOUND`; on Guardian a sentence.
    ///
    /// Open, because a later server may have more; ``unreadable`` when the answer was none of ours.
    public let code: String
    /// One sentence for a person.
    public let message: String
    /// The reason by field, for a request with bad fields.
    public let details: [String: String]
    /// The payment intent of a card that was not charged.
    public let paymentIntentID: String?
    /// With what the holder of the card is asked to act.
    public let clientSecret: String?
    /// The trace of the call, for whoever is asked for help.
    public let traceID: String?
    /// After how many seconds to try again.
    public let retryAfterSeconds: Int?

    /// The code of an answer that this client cannot read.
    public static let unreadable = "UNREADABLE_ANSWER"

    /// Reads an error answer in any of the shapes.
    init(_ response: TransportResponse) {
        let body = try? JSONParser.parse(response.body)
        let error = body?["error"]
        guard let code = error?.string ?? error?["code"]?.string else {
            self.init(unreadable: response)
            return
        }
        self.init(
            response,
            code: code,
            message: (error?["message"] ?? body?["message"])?.string ?? code,
            body: body
        )
    }

    /// Takes an answer that is not what the endpoint declares.
    init(unreadable response: TransportResponse) {
        self.init(
            response,
            code: Self.unreadable,
            message: "The server's answer could not be read",
            body: nil
        )
    }

    private init(
        _ response: TransportResponse,
        code: String,
        message: String,
        body: JSON?
    ) {
        status = response.status
        self.code = code
        self.message = message
        let faults = body?["error"]?["details"]?.members ?? []
        details = Dictionary(
            faults.map { ($0.key, $0.value.string ?? $0.value.text) }
        ) { first, _ in first }
        paymentIntentID = body?["payment_intent_id"]?.string
        clientSecret = body?["client_secret"]?.string
        traceID = body?["traceId"]?.string ?? response.headers["X-Request-Trace"]
        retryAfterSeconds = response.headers["Retry-After"].flatMap(Int.init)
    }
}

extension JSON {
    fileprivate var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}
