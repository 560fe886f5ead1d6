import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testbed

/// A server on a port of this machine that receives notifications, and answers as it is told.
final class WebhookReceiver: Sendable {
    enum Reply: Sendable {
        case answer(Int, body: String = "", headers: [String: String] = [:])
        /// Not at all, until it ends.
        case silence
    }

    struct Received: Sendable {
        let line: String
        let headers: [String: String]
        let body: [UInt8]
    }

    private struct State {
        var reply: Reply
        var received: [Received] = []
    }

    private let state: Mutex<State>
    /// Where those wait that are not answered.
    let silence = Testbed.Gate()

    private init(_ reply: Reply) {
        state = Mutex(State(reply: reply))
    }

    /// What came so far.
    var received: [Received] { state.withLock { $0.received } }

    /// Runs `work` with a receiver, which is gone afterwards.
    static func with<R>(
        _ reply: Reply,
        _ work: (WebhookReceiver, _ url: String) async throws -> R
    ) async throws -> R {
        let receiver = WebhookReceiver(reply)
        return try await withLoopbackServer { request in
            try await receiver.respond(to: request)
        } _: { url in
            do {
                let result = try await work(receiver, "\(url)/hooks/purser?a=b")
                await receiver.silence.open()
                return result
            } catch {
                await receiver.silence.open()
                throw error
            }
        }
    }

    private func respond(to request: Request) async throws -> Response {
        let body = try await request.body.collect(upTo: 1_048_576)
        var headers: [String: String] = [:]
        for field in request.headers { headers[field.name.canonicalName] = field.value }
        let received = Received(
            line: "\(request.method.rawValue) \(request.uri.string)",
            headers: headers,
            body: Array(buffer: body)
        )
        let reply = state.withLock { state in
            state.received.append(received)
            return state.reply
        }
        switch reply {
        case .answer(let status, let text, let headers):
            var fields = HTTPFields()
            for (name, value) in headers {
                if let name = HTTPField.Name(name) { fields[name] = value }
            }
            return Response(
                status: HTTPResponse.Status(code: status),
                headers: fields,
                body: ResponseBody(byteBuffer: ByteBuffer(string: text))
            )
        case .silence:
            await silence.pass()
            return Response(status: .serviceUnavailable)
        }
    }
}
