public import Contract
public import Kernel

/// What carries requests to a server and answers back: a network, or the server itself in a test.
///
/// A transport neither retries nor judges: any answer is an answer, whatever its status.
public protocol Transport: Sendable {
    /// Sends one request and waits for its answer.
    ///
    /// - Throws: ``NetworkFailure`` when no answer arrived; `CancellationError`.
    func send(_ request: TransportRequest) async throws -> TransportResponse

    /// Sends one request and gives its answer piece by piece, as it arrives.
    ///
    /// The timeout of the request ends with the answer's head; the pieces may take for ever.
    ///
    /// - Throws: As ``send(_:)``; so does the sequence of pieces.
    func open(_ request: TransportRequest) async throws -> StreamedResponse

    /// Closes what is kept open; nothing is sent any more.
    func shutdown() async
}

extension Transport {
    /// The whole answer as one piece, for transports that cannot stream.
    public func open(_ request: TransportRequest) async throws -> StreamedResponse {
        let response = try await send(request)
        let pieces = AsyncThrowingStream<[UInt8], any Error> { continuation in
            continuation.yield(response.body)
            continuation.finish()
        }
        return StreamedResponse(
            status: response.status,
            headers: response.headers,
            pieces: pieces
        )
    }

    /// Nothing is kept open.
    public func shutdown() async {}
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
    /// How long to wait for the whole answer; `nil` for as long as the transport likes.
    public var timeout: Duration?

    /// Makes a request.
    public init(
        _ method: Method,
        _ target: String,
        headers: Headers = [:],
        body: [UInt8]? = nil,
        timeout: Duration? = nil
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.timeout = timeout
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

extension TransportRequest: Confidential {
    /// The method and the size: the target, the header and the body may hold a secret.
    public var description: String { "\(method.rawValue), \(body?.count ?? 0) bytes" }
}

extension TransportResponse: Confidential {
    /// The status and the size.
    public var description: String { "\(status), \(body.count) bytes" }
}
