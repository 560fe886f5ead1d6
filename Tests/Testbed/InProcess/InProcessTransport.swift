import Logging
public import PurserKit
import PurserTesting
import Server

/// Hands requests to the server's own router, as its sockets would, and takes the answers back.
///
/// Beside what a client sends it sends what none would.
public struct InProcessTransport: Transport {
    private let local: LocalTransport

    init(_ server: PurserServer, _ logger: Logger, address: String?) {
        local = LocalTransport(server, logger: logger, address: address)
    }

    /// Sends one request.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await local.send(request)
    }

    /// Sends one request and gives its answer piece by piece.
    public func open(_ request: TransportRequest) async throws -> StreamedResponse {
        try await local.open(request)
    }

    /// Sends a request of any method, also one that the API does not have.
    ///
    /// When it is chunked, the length of the body is told by nothing but its end.
    public func send(
        _ method: String,
        _ target: String,
        headers: Headers = [:],
        body: [UInt8] = [],
        isChunked: Bool = false
    ) async throws -> TransportResponse {
        try await local.send(method, target, headers: headers, body: body, isChunked: isChunked)
    }
}
