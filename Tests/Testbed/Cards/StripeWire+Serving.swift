import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Providers
import Synchronization

extension StripeWire {
    /// Answers one request.
    @Sendable func respond(to request: Request) async throws -> Response {
        let asked = try await Received(request)
        let fault = state.withLock { state -> Fault? in
            state.received.append(asked)
            let index = state.faults.firstIndex { $0.call == asked.call }
            return index.map { state.faults.remove(at: $0).fault }
        }
        guard asked.headers["authorization"] == "Bearer \(Self.secretKey)" else {
            return WireAnswer.error(401, "invalid_request_error").response
        }
        switch fault {
        case .refuses(let status, let code):
            return WireAnswer.error(status, "api_error", code: code).response
        case .waits(let gate):
            await gate.pass()
            return try await answer(to: asked).response
        case .fails(let status):
            return try await answer(to: asked) { _ in .error(status, "api_error") }.response
        case .holds(let gate):
            let answer = try await answer(to: asked)
            await gate.pass()
            return answer.response
        case .stalls(let gate):
            return try await answer(to: asked).response(stallingAt: gate)
        case .garbles:
            return try await answer(to: asked) { WireAnswer($0.status, "<html>") }.response
        case nil:
            return try await answer(to: asked).response
        }
    }

    /// Does what is asked for, once for a key, and remembers the answer as `spoiling` made it.
    private func answer(
        to asked: Received,
        spoiling: (WireAnswer) -> WireAnswer = { $0 }
    ) async throws -> WireAnswer {
        guard asked.call.hasPrefix("POST"), let key = asked.headers["idempotency-key"] else {
            return spoiling(try await work(asked))
        }
        let known: WireAnswer? = state.withLock { state in
            if let known = state.answers[key] {
                let isSame = known.asked.call == asked.call && known.asked.fields == asked.fields
                return isSame ? known.answer : .error(400, "idempotency_error")
            }
            guard state.running.insert(key).inserted else {
                return .error(409, "invalid_request_error", code: "idempotency_key_in_use")
            }
            return nil
        }
        if let known { return known }
        let answer = spoiling(try await work(asked))
        state.withLock { state in
            state.running.remove(key)
            state.answers[key] = (asked, answer)
        }
        return answer
    }
}

extension StripeWire.Received {
    fileprivate init(_ request: Request) async throws {
        let body = try await request.body.collect(upTo: 65_536)
        call = "\(request.method.rawValue) \(request.uri.path)"
        var headers: [String: String] = [:]
        for field in request.headers { headers[field.name.canonicalName] = field.value }
        self.headers = headers
        let text = request.method == .get ? request.uri.query ?? "" : String(buffer: body)
        fields = try Self.fields(text)
    }

    private static func fields(_ text: String) throws -> [String: String] {
        let pairs = try text.split(separator: "&").map { pair in
            let parts = pair.replacing("+", with: " ")
                .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map(\.removingPercentEncoding)
            guard parts.count == 2, let name = parts[0], let value = parts[1] else {
                throw HTTPError(.badRequest)
            }
            return (name, value)
        }
        return Dictionary(pairs) { _, last in last }
    }
}

/// An answer: a status and JSON.
struct WireAnswer: Sendable {
    let status: Int
    private let text: String

    init(_ status: Int, _ text: String) {
        self.status = status
        self.text = text
    }

    init(_ status: Int, _ content: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        self.init(status, String(decoding: try encoder.encode(content), as: UTF8.self))
    }

    /// Stripe's error object.
    static func error(_ status: Int, _ type: String, code: String? = nil) -> WireAnswer {
        let code = code.map { "\"code\": \"\($0)\", " } ?? ""
        return WireAnswer(status, "{\"error\": {\(code)\"type\": \"\(type)\"}}")
    }

    var response: Response {
        Response(
            status: HTTPResponse.Status(code: status),
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }

    /// The answer with its second half behind a gate.
    func response(stallingAt gate: Gate) -> Response {
        let whole = Array(text.utf8)
        let body = ResponseBody(contentLength: whole.count) { writer in
            try await writer.write(ByteBuffer(bytes: whole.prefix(whole.count / 2)))
            await gate.pass()
            try await writer.write(ByteBuffer(bytes: whole.dropFirst(whole.count / 2)))
            try await writer.finish(nil)
        }
        return Response(
            status: HTTPResponse.Status(code: status),
            headers: [.contentType: "application/json"],
            body: body
        )
    }
}
