public import Contract

/// A client of a Purser server: any declared endpoint is one call.
///
/// ```swift
/// var purser = Purser(transport: transport)
/// purser.token = accessToken
/// let answer = try await purser.call(
///     API.Guardian.authorizePurchase,
///     API.Guardian.AuthorizeRequest(amountCents: 5_000, merchant: "Starbucks"),
///     idempotencyKey: "purchase-1"
/// )
/// ```
public struct Purser: Sendable {
    /// The access token that calls carry, once somebody signed in.
    public var token: String?
    /// The trace that calls name; the server makes one for each call when there is none.
    public var trace: String?

    private let transport: any Transport

    /// Makes a client.
    public init(transport: any Transport, token: String? = nil, trace: String? = nil) {
        self.transport = transport
        self.token = token
        self.trace = trace
    }

    /// Calls an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: What to call, such as `API.Guardian.authorizePurchase`.
    ///   - input: What it takes.
    ///   - idempotencyKey: Names the call, so that it may be repeated with the same input and is
    ///     still done once.
    /// - Returns: What it answers.
    /// - Throws: ``PurserError`` for every answer but success; `Problem` `invalid` when a key of
    ///   the path has no value; what the transport throws.
    public func call<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        idempotencyKey: String? = nil
    ) async throws -> Output {
        let wire = try endpoint.request(input)
        var request = TransportRequest(wire.method, wire.target, body: wire.body)
        request.headers["Authorization"] = token.map { "Bearer \($0)" }
        request.headers["X-Request-Trace"] = trace
        request.headers["Idempotency-Key"] = idempotencyKey
        if wire.body != nil { request.headers["Content-Type"] = "application/json" }
        let response = try await transport.send(request)
        guard response.status == endpoint.status else { throw PurserError(response) }
        do {
            return try endpoint.output(of: response.body)
        } catch {
            throw PurserError(unreadable: response)
        }
    }

    /// Calls an endpoint that takes nothing.
    ///
    /// - Throws: As ``call(_:_:idempotencyKey:)`` does.
    public func call<Output: Codable & Sendable>(
        _ endpoint: Endpoint<Empty, Output>,
        idempotencyKey: String? = nil
    ) async throws -> Output {
        try await call(endpoint, Empty(), idempotencyKey: idempotencyKey)
    }
}
