import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A server on a free port of this machine that stands in for an issuer, and answers as told.
public final class IssuerWire: Sendable {
    /// How it answers.
    public enum Reply: Sendable {
        /// With a status and a body.
        case answer(status: Int = 200, String)
        /// With another place of its own, where this body is.
        case redirect(String)
        /// Not at all, until it ends.
        case silence
    }

    /// A request as it came.
    public struct Received: Sendable, Equatable {
        /// The method and the path.
        public let line: String
        /// The header `Authorization`.
        public let authorization: String?
        /// The body.
        public let body: String
    }

    private struct State {
        var reply: Reply
        var received: [Received] = []
    }

    private let state: Mutex<State>
    private let end = Gate()

    private init(_ reply: Reply) {
        state = Mutex(State(reply: reply))
    }

    /// The requests so far.
    public var requests: [Received] { state.withLock { $0.received } }

    /// Has it answer in another way from now on.
    public func answer(_ reply: Reply) { state.withLock { $0.reply = reply } }

    /// Runs `work` with a server and the URL of its keys, which is gone afterwards.
    public static func with<R>(
        _ reply: Reply,
        _ work: (IssuerWire, _ url: String) async throws -> R
    ) async throws -> R {
        let wire = IssuerWire(reply)
        return try await withLoopbackServer { request in
            try await wire.respond(to: request)
        } _: { url in
            do {
                let result = try await work(wire, "\(url)/keys")
                await wire.end.open()
                return result
            } catch {
                await wire.end.open()
                throw error
            }
        }
    }

    private func respond(to request: Request) async throws -> Response {
        let body = try await request.body.collect(upTo: 1_048_576)
        let entry = Received(
            line: "\(request.method.rawValue) \(request.uri.path)",
            authorization: request.headers[.authorization],
            body: String(buffer: body)
        )
        let reply = state.withLock { state in
            state.received.append(entry)
            return state.reply
        }
        switch reply {
        case .answer(let status, let body): return Self.response(status, body)
        case .redirect(let body):
            guard request.uri.path == "/keys" else { return Self.response(200, body) }
            return Response(status: .found, headers: [.location: "/elsewhere"])
        case .silence:
            await end.pass()
            return Response(status: .serviceUnavailable)
        }
    }

    private static func response(_ status: Int, _ body: String) -> Response {
        Response(
            status: HTTPResponse.Status(code: status),
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: body))
        )
    }
}
