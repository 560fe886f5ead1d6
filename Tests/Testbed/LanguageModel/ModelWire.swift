import HTTPTypes
import Hummingbird
import Logging
import NIOCore
public import PurserKit
import Synchronization

/// A server on a free port of this machine that answers chat completions as a test says.
public final class ModelWire: Sendable {
    /// How it answers.
    public indirect enum Reply: Sendable {
        /// With a status and a body, and with the pause that is asked for.
        case answer(status: Int, body: String, retryAfter: String? = nil)
        /// Not at all, until the server ends.
        case silence
        /// With a head that promises a body, of which only the beginning comes before the server
        /// ends.
        case half(String)
        /// With a stream of events, each as it is, and then its end.
        case stream([String], End = .whole)
        /// With so many bytes of one character.
        case bytes(Int)
        /// As is told for each request; with how many came before.
        case each(@Sendable (Received, Int) -> Reply)
    }

    /// How a stream ends.
    public enum End: Sendable {
        /// As it should.
        case whole
        /// The connection breaks.
        case cut
        /// Nothing more comes before the server ends.
        case silence
    }

    /// A request as it came.
    public struct Received: Sendable, Equatable {
        /// The method and the path.
        public let line: String
        /// The headers.
        public let headers: Headers
        /// The body.
        public let body: String
    }

    private let reply: Reply
    private let end = Gate()
    private let received = Mutex<[Received]>([])

    fileprivate init(_ reply: Reply) {
        self.reply = reply
    }

    /// The requests so far.
    public var requests: [Received] { received.withLock { $0 } }

    /// The body of an answer with one wording.
    public static func completion(_ wording: String) -> String {
        """
        {"id":"1","object":"chat.completion","choices":[{"index":0,"finish_reason":"stop",\
        "message":{"role":"assistant","content":"\(wording)"}}],"usage":{"total_tokens":9}}
        """
    }

    fileprivate func respond(to request: Request) async throws -> Response {
        let body = try await request.body.collect(upTo: 1_048_576)
        var headers: Headers = [:]
        for field in request.headers { headers[field.name.rawName] = field.value }
        let entry = Received(
            line: "\(request.method.rawValue) \(request.uri.path)",
            headers: headers,
            body: String(buffer: body)
        )
        let count = received.withLock { received in
            received.append(entry)
            return received.count - 1
        }
        if case .each(let reply) = reply { return await response(reply(entry, count)) }
        return await response(reply)
    }

    private func response(_ reply: Reply) async -> Response {
        switch reply {
        case .answer(let status, let body, let retryAfter):
            var headers: HTTPFields = [.contentType: "application/json"]
            if let retryAfter { headers[.retryAfter] = retryAfter }
            return Response(
                status: HTTPResponse.Status(code: status),
                headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(string: body))
            )
        case .silence, .each:
            await end.pass()
            return Response(status: .serviceUnavailable)
        case .half(let beginning):
            return events([beginning], .silence)
        case .stream(let pieces, let end):
            return events(pieces, end)
        case .bytes(let count):
            let piece = String(repeating: "a", count: 65_536)
            return events(Array(repeating: piece, count: count / 65_536), .whole)
        }
    }

    private func events(_ pieces: [String], _ ending: End) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/event-stream"],
            body: ResponseBody { writer in
                for piece in pieces { try await writer.write(ByteBuffer(string: piece)) }
                switch ending {
                case .whole: break
                case .cut: throw WireClosed()
                case .silence: await self.end.pass()
                }
                try await writer.finish(nil)
            }
        )
    }

    fileprivate func finish() async { await end.open() }
}

/// Runs `work` with the base URL of a server that answers as it is told, then ends the server.
public func withModelWire<R: Sendable>(
    _ reply: ModelWire.Reply,
    _ work: @escaping @Sendable (String, ModelWire) async throws -> R
) async throws -> R {
    let wire = ModelWire(reply)
    let (ports, port) = AsyncStream<Int>.makeStream()
    let router = Router()
    router.post("/v1/chat/completions") { request, _ in try await wire.respond(to: request) }
    let application = Application(
        router: router,
        configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { channel in
            port.yield(channel.localAddress?.port ?? 0)
            port.finish()
        },
        logger: Logger(label: "wire") { _ in SwiftLogNoOpLogHandler() }
    )
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await application.run() }
        defer { group.cancelAll() }
        guard let port = await ports.first(where: { _ in true }) else { throw WireClosed() }
        do {
            let result = try await work("http://127.0.0.1:\(port)/v1", wire)
            await wire.finish()
            return result
        } catch {
            await wire.finish()
            throw error
        }
    }
}

/// A server of a test that did not begin to listen.
struct WireClosed: Error {}
