import Contract
import PurserKit
import Testbed
import Testing

/// An event of an answer that is told while it is made.
struct ChatEvent: Equatable {
    /// `delta`, `replace`, `message` or `error`.
    let kind: String
    /// What it says, as JSON.
    let data: String

    /// The events of a whole stream; comments are none.
    static func all(in answer: TransportResponse) throws -> [ChatEvent] {
        try #require(answer.text.hasSuffix("\n\n"))
        return try answer.text.split(separator: "\n\n").compactMap { block in
            guard !block.hasPrefix(":") else { return nil }
            let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
            try #require(lines.count == 2)
            try #require(lines[0].hasPrefix("event: ") && lines[1].hasPrefix("data: "))
            return ChatEvent(
                kind: String(lines[0].dropFirst(7)),
                data: String(lines[1].dropFirst(6))
            )
        }
    }

    /// The text that the pieces make, without what was withdrawn.
    static func text(of events: [ChatEvent]) -> String {
        events.reduce(into: "") { text, event in
            switch event.kind {
            case "replace": text = ""
            case "delta": text += event.text("text") ?? "?"
            default: break
            }
        }
    }

    /// A text that it says.
    func text(_ name: String) -> String? {
        guard case .string(let text)? = (try? JSONParser.parse(data.utf8))?[name] else {
            return nil
        }
        return text
    }

    /// The conversation that the last event tells.
    func whole() throws -> API.Insights.AiChatResponse {
        try #require(kind == "message")
        return try API.Insights.sendMessage.output(of: Array(data.utf8))
    }
}

extension InsightsHome {
    /// Asks for an answer that is told while it is made, and waits for its end.
    func stream(
        _ body: String,
        key: String? = nil,
        as member: TestMember? = nil
    ) async throws -> TransportResponse {
        var headers: Headers = ["Accept": "text/event-stream"]
        if let key { headers["Idempotency-Key"] = key }
        return try await send(body, as: member, headers: headers)
    }

    /// Asks for an answer and reads it piece by piece.
    func open(_ body: String, key: String) async throws -> StreamedResponse {
        let request = TransportRequest(
            .post,
            "/ai/chat",
            headers: [
                "Accept": "text/event-stream", "Authorization": "Bearer \(owner.token)",
                "Content-Type": "application/json", "Idempotency-Key": key,
            ],
            body: Array(body.utf8)
        )
        return try await server.transport().open(request)
    }
}
