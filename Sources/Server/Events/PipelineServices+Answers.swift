import Contract
import HTTPTypes
import Hummingbird
import NIOCore
import Operations

extension PipelineServices {
    /// The answer that is told while it is made.
    ///
    /// What is refused before it begins is answered as ever, and what was answered to the same key
    /// is told at once.
    ///
    /// - Throws: ``Problem`` `rateLimited` when too many are being told, `conflict` while the first
    ///   call with the key runs; what `open` throws.
    func eventResponse(
        of endpoint: any EndpointDeclaration,
        _ call: Call,
        _ context: PurserContext,
        in wording: EndWording,
        _ open: () async throws -> ToldAnswer<String>
    ) async throws -> Response {
        guard case .member(let bearer) = call.caller else { throw Problem(.unauthenticated) }
        guard let place = openAnswers.open(for: bearer.member) else {
            throw Problem(.rateLimited, "Too many answers are being told", retryAfterSeconds: 5)
        }
        let key = try call.idempotency.map { try runningKeys.hold($0.identity) }
        let answer: ToldAnswer<String>
        do {
            answer = try await open()
        } catch let replayed as ReplayedAnswer where replayed.status == endpoint.status {
            var headers = HTTPFields.events
            headers[.idempotencyReplayed] = "true"
            let text = AnswerEvent.text("message", try wording.replayed(replayed))
            return Response(
                status: .ok,
                headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(string: text))
            )
        }
        let stream = AnswerStream(
            services: self,
            operation: endpoint.name,
            surface: endpoint.surface,
            status: endpoint.status,
            answer: answer,
            key: key,
            wording: wording,
            context: context
        )
        return Response(
            status: .ok,
            headers: .events,
            body: ResponseBody { writer in
                defer { withExtendedLifetime(place) {} }
                try await stream.write(to: &writer)
            }
        )
    }
}

extension HTTPFields {
    /// What a stream of events is; nobody keeps it.
    fileprivate static let events: HTTPFields = [
        .contentType: "text/event-stream", .cacheControl: "no-store",
    ]
}

extension Request {
    /// Whether the caller asks for events, and not for one answer.
    var takesEvents: Bool {
        guard let accepted = headers.only(.accept), accepted.utf8.allSatisfy({ $0 < 0x80 }) else {
            return false
        }
        return accepted.split(separator: ",").contains { element in
            let type = element.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
            return type.lowercased() == "text/event-stream"
        }
    }
}
