import Contract
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
public import PurserKit
import Server
import Synchronization

/// Hands requests to the server's own router, as its sockets would, and takes the answers back.
///
/// Nothing stands in for anything: the only thing left out is the network.
public struct InProcessTransport: Transport {
    private let server: PurserServer
    private let logger: Logger
    /// The network address that requests come from; `nil` for a socket that has none.
    private let address: String?

    init(_ server: PurserServer, _ logger: Logger, address: String?) {
        self.server = server
        self.logger = logger
        self.address = address
    }

    /// Sends one request.
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
    public func send(
        _ method: String,
        _ target: String,
        headers: Headers = [:],
        body: [UInt8] = [],
        isChunked: Bool = false
    ) async throws -> TransportResponse {
        guard let method = HTTPRequest.Method(method) else { throw UnsendableRequest() }
        var fields: HTTPFields = [:]
        for (name, value) in headers.all {
            guard let name = HTTPField.Name(name) else { throw UnsendableRequest() }
            fields[name] = value
        }
        if !body.isEmpty, !isChunked { fields[.contentLength] = String(body.count) }
        let head = HTTPRequest(
            method: method,
            scheme: "http",
            authority: "localhost",
            path: target,
            headerFields: fields
        )
        return try await send(head, body)
    }

    private func send(_ head: HTTPRequest, _ body: [UInt8]) async throws -> TransportResponse {
        let channel = NIOAsyncTestingChannel()
        channel.remoteAddress = try address.map { try SocketAddress(ipAddress: $0, port: 49_152) }
        let source = ApplicationRequestContextSource(channel: channel, logger: logger)
        let request = Request(head: head, body: RequestBody(asyncSequence: Chunks(bytes: body)))
        let response = try await server.responder.respond(
            to: request,
            context: PurserContext(source: source)
        )
        let writer = CollectingWriter()
        try await response.body.write(writer)
        var headers: Headers = [:]
        for field in response.headers { headers[field.name.rawName] = field.value }
        return TransportResponse(
            status: response.status.code,
            headers: headers,
            body: writer.bytes
        )
    }
}

/// A request that HTTP has no form for.
struct UnsendableRequest: Error {}

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
