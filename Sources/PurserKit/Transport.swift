public import Contract

/// What carries requests to a server and answers back: a network, or the server itself in a test.
///
/// A transport neither retries nor judges: any answer is an answer, whatever its status.
public protocol Transport: Sendable {
    /// Sends one request and waits for its answer.
    ///
    /// - Throws: When no answer arrived.
    func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// A request on its way to the server.
public struct TransportRequest: Sendable, Equatable {
    /// The HTTP method.
    public var method: Method
    /// The path with its query, percent-encoded.
    public var target: String
    /// The header fields.
    public var headers: Headers
    /// The body; `nil` when there is none.
    public var body: [UInt8]?

    /// Makes a request.
    public init(
        _ method: Method,
        _ target: String,
        headers: Headers = [:],
        body: [UInt8]? = nil
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }
}

/// An answer as it arrived.
public struct TransportResponse: Sendable, Equatable {
    /// The HTTP status.
    public var status: Int
    /// The header fields.
    public var headers: Headers
    /// The body.
    public var body: [UInt8]

    /// Makes an answer.
    public init(status: Int, headers: Headers = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
