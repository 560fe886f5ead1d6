import PurserKit
import Synchronization

/// Stands between a client and its server, and does with a request what the test says.
final class InterposedTransport: Transport {
    typealias Sending = @Sendable (TransportRequest) async throws -> TransportResponse
    typealias Work = @Sendable (TransportRequest, Sending) async throws -> TransportResponse

    private struct State {
        var work: Work?
        var requests: [TransportRequest] = []
    }

    private let inner: any Transport
    private let state = Mutex(State())

    init(_ inner: any Transport) { self.inner = inner }

    /// The requests so far.
    var requests: [TransportRequest] { state.withLock(\.requests) }

    /// The method and the path of each request so far.
    var calls: [String] { requests.map { "\($0.method.rawValue) \($0.target)" } }

    /// Says what becomes of requests; `nil` for what becomes of them without it.
    func set(_ work: Work?) { state.withLock { $0.work = work } }

    /// Loses the answer of the next request that `isMeant`, and lets all others through.
    func loseAnswer(where isMeant: @escaping @Sendable (TransportRequest) -> Bool) {
        set { [self] request, send in
            let response = try await send(request)
            guard isMeant(request) else { return response }
            set(nil)
            throw NetworkFailure.connectionLost
        }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let work = state.withLock { state in
            state.requests.append(request)
            return state.work
        }
        guard let work else { return try await inner.send(request) }
        return try await work(request) { [inner] in try await inner.send($0) }
    }
}
