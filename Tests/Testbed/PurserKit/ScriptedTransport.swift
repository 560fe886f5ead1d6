public import PurserKit
import Synchronization

/// Answers requests from a script, in order, and remembers them.
///
/// ```swift
/// let transport = ScriptedTransport(.fails(.connectionLost), .json(200, #"{"status":"ok"}"#))
/// ```
public final class ScriptedTransport: Transport {
    /// What becomes of one request.
    public struct Step: Sendable {
        fileprivate let answer: @Sendable (TransportRequest) async throws -> TransportResponse

        /// Makes a step of code.
        public init(
            _ answer: @escaping @Sendable (TransportRequest) async throws -> TransportResponse
        ) {
            self.answer = answer
        }

        /// An answer.
        public static func answers(_ response: TransportResponse) -> Step {
            Step { _ in response }
        }

        /// An answer in JSON.
        public static func json(_ status: Int, _ body: String, _ headers: Headers = [:]) -> Step {
            .answers(.json(status, body, headers))
        }

        /// No answer.
        public static func fails(_ failure: NetworkFailure) -> Step {
            Step { _ in throw failure }
        }
    }

    private struct State {
        var steps: [Step]
        var requests: [TransportRequest] = []
        var isShutDown = false
    }

    private let state: Mutex<State>
    private let others: Step

    /// Makes a transport with a script, and what becomes of every request after its end.
    public init(_ steps: Step..., others: Step = .fails(.unreachable)) {
        state = Mutex(State(steps: steps))
        self.others = others
    }

    /// Makes a transport that answers every request in one way.
    public convenience init(
        _ answer: @escaping @Sendable (TransportRequest) async throws -> TransportResponse
    ) {
        self.init(others: Step(answer))
    }

    /// The requests so far, in order.
    public var requests: [TransportRequest] { state.withLock(\.requests) }

    /// How much of the script is left.
    public var rest: Int { state.withLock { $0.steps.count } }

    /// Whether it was shut down.
    public var isShutDown: Bool { state.withLock(\.isShutDown) }

    /// Makes the script longer.
    public func add(_ steps: Step...) { state.withLock { $0.steps += steps } }

    /// Takes a request as the script says.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        let step = state.withLock { state in
            state.requests.append(request)
            return state.steps.isEmpty ? others : state.steps.removeFirst()
        }
        return try await step.answer(request)
    }

    /// Takes note.
    public func shutdown() async { state.withLock { $0.isShutDown = true } }
}

extension TransportResponse {
    /// An answer in JSON.
    public static func json(
        _ status: Int,
        _ body: String,
        _ headers: Headers = [:]
    ) -> TransportResponse {
        var headers = headers
        headers["Content-Type"] = headers["Content-Type"] ?? "application/json"
        return TransportResponse(status: status, headers: headers, body: Array(body.utf8))
    }
}
