import HTTPTypes
import Hummingbird
import Logging
import NIOCore
public import PurserKit
import Synchronization

/// A server on a free port of this machine that answers chat completions as a test says.
public final class ModelWire: Sendable {
    /// How it answers.
    public enum Reply: Sendable {
        /// With a status and a body.
        case answer(status: Int, body: String)
        /// Not at all, until the server ends.
        case silence
        /// With a head that promises a body, of which only the beginning comes before the server
        /// ends.
        case half(String)
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
        received.withLock { $0.append(entry) }
        switch reply {
        case .answer(let status, let body):
            return Response(
                status: HTTPResponse.Status(code: status),
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: body))
            )
        case .silence:
            await end.pass()
            return Response(status: .serviceUnavailable)
        case .half(let beginning):
            return Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: beginning))
                    await self.end.pass()
                    try await writer.finish(nil)
                }
            )
        }
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
