import Contract
import HTTPTypes
import Hummingbird
package import Logging
import NIOCore
import NIOEmbedded
public import PurserKit
package import Server
import Synchronization

/// Hands requests to a server's own router, as its sockets would, and takes the answers back.
///
/// Nothing stands in for anything: the only thing left out is the network. Made by
/// ``LocalServer/transport``.
public struct LocalTransport: Transport {
    private let server: PurserServer
    private let logger: Logger
    /// The network address that requests come from; `nil` for a socket that has none.
    private let address: String?

    /// Takes the server whose router answers.
    package init(_ server: PurserServer, logger: Logger, address: String?) {
        self.server = server
        self.logger = logger
        self.address = address
    }

    /// Sends one request and waits for its answer.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await send(
            request.method.rawValue,
            request.target,
            headers: request.headers,
            body: request.body ?? []
        )
    }

    /// Sends a request of any method, also one that the API does not have.
    ///
    /// When it is chunked, the length of the body is told by nothing but its end.
    package func send(
        _ method: String,
        _ target: String,
        headers: Headers = [:],
        body: [UInt8] = [],
        isChunked: Bool = false
    ) async throws -> TransportResponse {
        let head = try Self.head(method, target, headers, isChunked ? nil : body.count)
        let response = try await respond(head, body, on: NIOAsyncTestingChannel())
        let writer = CollectingWriter()
        try await response.body.write(writer)
        return TransportResponse(
            status: response.status.code,
            headers: Headers(response.headers),
            body: writer.bytes
        )
    }

    /// Sends one request and gives its answer piece by piece, as the server writes it.
    ///
    /// The server sees a client that has gone when nobody reads the pieces any more.
    public func open(_ request: TransportRequest) async throws -> StreamedResponse {
        let body = request.body ?? []
        let head = try Self.head(
            request.method.rawValue,
            request.target,
            request.headers,
            body.count
        )
        let channel = NIOAsyncTestingChannel()
        let response = try await respond(head, body, on: channel)
        let (pieces, sink) = AsyncThrowingStream.makeStream(
            of: [UInt8].self,
            throwing: (any Error).self
        )
        let writing = Task {
            do {
                try await response.body.write(ForwardingWriter(sink: sink))
                sink.finish()
            } catch {
                sink.finish(throwing: NetworkFailure.connectionLost)
            }
        }
        sink.onTermination = { _ in
            writing.cancel()
            channel.close(mode: .all, promise: nil)
        }
        return StreamedResponse(
            status: response.status.code,
            headers: Headers(response.headers),
            pieces: pieces
        )
    }

    private static func head(
        _ method: String,
        _ target: String,
        _ headers: Headers,
        _ length: Int?
    ) throws -> HTTPRequest {
        guard let method = HTTPRequest.Method(method) else { throw UnsendableRequest() }
        var fields: HTTPFields = [:]
        for (name, value) in headers.all {
            guard let name = HTTPField.Name(name) else { throw UnsendableRequest() }
            fields[name] = value
        }
        if let length, length > 0 { fields[.contentLength] = String(length) }
        return HTTPRequest(
            method: method,
            scheme: "http",
            authority: "localhost",
            path: target,
            headerFields: fields
        )
    }

    private func respond(
        _ head: HTTPRequest,
        _ body: [UInt8],
        on channel: NIOAsyncTestingChannel
    ) async throws -> Response {
        channel.remoteAddress = try address.map { try SocketAddress(ipAddress: $0, port: 49_152) }
        let source = ApplicationRequestContextSource(channel: channel, logger: logger)
        return try await server.responder.respond(
            to: Request(head: head, body: RequestBody(asyncSequence: Chunks(bytes: body))),
            context: PurserContext(source: source)
        )
    }
}

/// A request that HTTP has no form for.
struct UnsendableRequest: Error {}

extension Headers {
    fileprivate init(_ fields: HTTPFields) {
        self = [:]
        for name in fields.map(\.name) { self[name.rawName] = fields[name] }
    }
}

/// A body in pieces, as it comes off a socket.
private struct Chunks: AsyncSequence, Sendable {
    let bytes: [UInt8]

    struct AsyncIterator: AsyncIteratorProtocol {
        var rest: ArraySlice<UInt8>

        mutating func next() async -> ByteBuffer? {
            guard !rest.isEmpty else { return nil }
            defer { rest = rest.dropFirst(16_384) }
            return ByteBuffer(bytes: rest.prefix(16_384))
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: bytes[...]) }
}

/// Collects what a response writes.
private final class CollectingWriter: ResponseBodyWriter {
    private let collected = Mutex<[UInt8]>([])

    var bytes: [UInt8] { collected.withLock { $0 } }

    func write(_ buffer: ByteBuffer) async throws {
        collected.withLock { $0 += buffer.readableBytesView }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// Hands on what a response writes, as it is written.
private struct ForwardingWriter: ResponseBodyWriter {
    let sink: AsyncThrowingStream<[UInt8], any Error>.Continuation

    func write(_ buffer: ByteBuffer) async throws {
        guard case .enqueued = sink.yield(Array(buffer.readableBytesView)) else {
            throw CancellationError()
        }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
