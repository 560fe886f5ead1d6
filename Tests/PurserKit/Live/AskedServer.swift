import PurserKit

/// A server of which one part answers calls and another one opens streams.
final class AskedServer<Calls: Transport>: Transport {
    let calls: Calls
    let streams: StreamingTransport

    init(calls: Calls, streams: StreamingTransport) {
        self.calls = calls
        self.streams = streams
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await calls.send(request)
    }

    func open(_ request: TransportRequest) async throws -> StreamedResponse {
        try await streams.open(request)
    }

    func shutdown() async { await calls.shutdown() }
}
