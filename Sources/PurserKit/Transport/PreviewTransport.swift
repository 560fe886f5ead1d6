public import Contract
import Synchronization

/// Answers every endpoint with the example that the contract declares for it, without any server:
/// for previews of screens, and for tests of an app.
///
/// ```swift
/// let transport = PreviewTransport()
/// transport.answer(API.Guardian.rulesProgress) { _ in progress }
/// transport.fail("authorizePurchase", with: Problem(.rateLimited, retryAfterSeconds: 2))
/// let purser = try Purser(configuration: .development, transport: transport)
/// ```
///
/// What the contract does not declare is answered as a server does: with 404, in JSON.
public final class PreviewTransport: Transport {
    /// A request that arrived.
    public struct Recorded: Sendable, Equatable {
        /// The name of the endpoint; `nil` when no endpoint is declared for it.
        public let endpoint: String?
        /// What was sent.
        public let request: TransportRequest
    }

    /// What an endpoint answers in place of its example.
    private typealias Answer = @Sendable (PreviewCall) throws -> TransportResponse

    private struct State {
        var delay: Duration
        var answers: [String: Answer] = [:]
        var requests: [Recorded] = []
    }

    private let state: Mutex<State>
    private let pause: @Sendable (Duration) async throws -> Void

    /// Makes a transport.
    ///
    /// - Parameter delay: How long every answer takes, so that a screen shows how it waits.
    public convenience init(delay: Duration = .zero) {
        self.init(delay: delay) { try await Task.sleep(for: $0) }
    }

    init(delay: Duration, pause: @escaping @Sendable (Duration) async throws -> Void) {
        state = Mutex(State(delay: delay))
        self.pause = pause
    }

    /// How long every answer takes.
    public var delay: Duration {
        get { state.withLock(\.delay) }
        set { state.withLock { $0.delay = newValue } }
    }

    /// Every request so far, in order.
    public var requests: [Recorded] { state.withLock(\.requests) }

    /// Has an endpoint answer what a closure makes of its input, from now on.
    ///
    /// A `Problem` that the closure throws is answered as the server would; a ``NetworkFailure`` is
    /// one.
    public func answer<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        with make: @escaping @Sendable (Input) throws -> Output
    ) {
        set(endpoint.name) { call in
            let input = try endpoint.input(
                inPath: call.places,
                query: call.query,
                body: call.body.flatMap { try? JSONParser.parse($0) },
                inHeaders: endpoint.headerPairs { call.headers[$0] }
            )
            return try .example(endpoint.status, WireEncoder.bytes(make(input)))
        }
    }

    /// Has an endpoint refuse every call, from now on.
    public func fail(_ endpoint: String, with problem: Problem) {
        set(endpoint) { _ in throw problem }
    }

    /// Has no answer of an endpoint arrive, from now on.
    public func fail(_ endpoint: String, with failure: NetworkFailure) {
        set(endpoint) { _ in throw failure }
    }

    /// Has an endpoint answer its example again.
    public func restore(_ endpoint: String) {
        state.withLock { $0.answers[endpoint] = nil }
    }

    /// Answers one request.
    ///
    /// - Throws: ``NetworkFailure`` as it was asked for; `CancellationError`.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        let call = PreviewCall(request)
        let (delay, answer) = state.withLock { state in
            let name = call.endpoint?.name
            state.requests.append(Recorded(endpoint: name, request: request))
            return (state.delay, name.flatMap { state.answers[$0] })
        }
        if delay > .zero { try await pause(delay) }
        guard let endpoint = call.endpoint else { return Problem(.notFound).preview(.insights) }
        do {
            if let answer { return try answer(call) }
            return try .example(endpoint.status, Array(endpoint.answersJSON().text.utf8))
        } catch let problem as Problem {
            return problem.preview(endpoint.surface)
        }
    }

    private func set(_ endpoint: String, _ answer: @escaping Answer) {
        state.withLock { $0.answers[endpoint] = answer }
    }
}

extension TransportResponse {
    fileprivate static func example(_ status: Int, _ body: [UInt8]) -> TransportResponse {
        guard status != 204 else { return TransportResponse(status: status) }
        return TransportResponse(
            status: status,
            headers: ["Content-Type": "application/json", "X-Request-Trace": PreviewCall.trace],
            body: body
        )
    }
}

extension Problem {
    fileprivate func preview(_ surface: Surface) -> TransportResponse {
        let body = body(for: surface, trace: PreviewCall.trace)
        var response = TransportResponse.example(body.status, body.bytes)
        response.headers["Retry-After"] = retryAfterSeconds.map(String.init)
        return response
    }
}
