public import Contract
public import Kernel

/// Calls endpoints with a token it was given: one request a call, and nothing around it.
///
/// ``Purser`` is the client that apps want. This one is for tests of a server and for programs
/// that keep their own tokens.
///
/// ```swift
/// var client = DirectClient(transport: transport)
/// client.token = accessToken
/// let answer = try await client.call(
///     API.Guardian.authorizePurchase,
///     API.Guardian.AuthorizeRequest(amountCents: 5_000, merchant: "Starbucks"),
///     idempotencyKey: "purchase-1"
/// )
/// ```
public struct DirectClient: Sendable {
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
    /// - Throws: ``PurserError`` for every answer but success, and `invalid` when a key of the path
    ///   has no value; what the transport throws.
    public func call<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        idempotencyKey: String? = nil
    ) async throws -> Output {
        let call = try PreparedCall(endpoint, input, idempotencyKey: idempotencyKey)
        let response = try await transport.send(call.request(token: token, trace: trace))
        return try endpoint.read(response)
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

extension DirectClient: Confidential {}
