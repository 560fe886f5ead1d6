import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A server of this machine that answers one call after the other as a test says.
public final class ScriptedWire: Sendable {
    /// An answer.
    public struct Reply: Sendable {
        /// The status.
        public var status: Int
        /// The body.
        public var body: String
        /// The header `Retry-After`.
        public var retryAfter: String?

        /// Makes an answer.
        public init(_ status: Int, _ body: String = "{}", retryAfter: String? = nil) {
            self.status = status
            self.body = body
            self.retryAfter = retryAfter
        }
    }

    /// A call as it came.
    public struct Received: Sendable, Equatable {
        /// The method and the path.
        public let line: String
        /// The headers, by their names in lower case.
        public let headers: [String: String]
        /// The body.
        public let body: String
    }

    private let replies: [Reply]
    private let received = Mutex<[Received]>([])

    private init(_ replies: [Reply]) {
        self.replies = replies
    }

    /// The calls so far.
    public var requests: [Received] { received.withLock { $0 } }

    /// Runs `work` with the URL of a server that gives the answers in order, the last one again and
    /// again.
    public static func with<R>(
        _ replies: [Reply],
        _ work: (String, ScriptedWire) async throws -> R
    ) async throws -> R {
        let wire = ScriptedWire(replies)
        return try await withLoopbackServer { request in
            try await wire.respond(to: request)
        } _: { url in
            try await work(url, wire)
        }
    }

    private func respond(to request: Request) async throws -> Response {
        let body = try await request.body.collect(upTo: 1_048_576)
        var headers: [String: String] = [:]
        for field in request.headers { headers[field.name.canonicalName] = field.value }
        let entry = Received(
            line: "\(request.method.rawValue) \(request.uri.path)",
            headers: headers,
            body: String(buffer: body)
        )
        let count = received.withLock { received in
            received.append(entry)
            return received.count
        }
        let reply = replies[min(count, replies.count) - 1]
        var fields: HTTPFields = [.contentType: "application/json"]
        if let seconds = reply.retryAfter { fields[.retryAfter] = seconds }
        return Response(
            status: HTTPResponse.Status(code: reply.status),
            headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(string: reply.body))
        )
    }
}
