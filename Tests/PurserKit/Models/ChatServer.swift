import Contract
import Kernel
import Synchronization

@testable import PurserKit

/// A conversation on a server whose answers a test writes word for word.
final class ChatServer: Transport {
    private struct State {
        var count: UInt64 = 0
        var messages: [API.Insights.AiChatMessage] = []
        var answers: [ChatAnswer] = []
        var questions: [API.Insights.AiChatRequest] = []
        var keys: [String] = []
    }

    let id = ID<Entity.Conversation>(RawID(high: 7, low: 7))
    private let state = Mutex(State())

    /// What was asked, also in vain.
    var questions: [API.Insights.AiChatRequest] { state.withLock(\.questions) }
    /// The idempotency keys of the questions.
    var keys: [String] { state.withLock(\.keys) }

    /// The answer to the next question that has none.
    func nextAnswer() -> ChatAnswer {
        let answer = ChatAnswer()
        state.withLock { $0.answers.append(answer) }
        return answer
    }

    /// Stores a question and its answer; in the place of a message and all behind it if named.
    @discardableResult
    func store(
        _ question: String,
        _ answer: String,
        from first: ID<Entity.ChatMessage>? = nil
    ) -> API.Insights.AiChatResponse {
        state.withLock { state in
            if let index = state.messages.firstIndex(where: { $0.id == first }) {
                state.messages.removeSubrange(index...)
            }
            for (role, text) in [(API.Insights.AiChatRole.user, question), (.assistant, answer)] {
                state.count += 1
                state.messages.append(
                    API.Insights.AiChatMessage(
                        id: ID(RawID(high: 8, low: state.count)),
                        role: role,
                        content: text,
                        createdAt: WireTimestamp(Timestamp(seconds: Int64(state.count)))
                    )
                )
            }
            return response(state)
        }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard request.target.hasPrefix(API.Insights.conversation.path.text) else {
            return .unauthorized
        }
        guard request.method == .delete else { return try .of(state.withLock { response($0) }) }
        state.withLock { $0.messages = [] }
        return try .of(API.Insights.AiChatDeleteResponse(traceID: "t"))
    }

    func open(_ request: TransportRequest) async throws -> StreamedResponse {
        let question = try WireDecoder.decode(
            API.Insights.AiChatRequest.self,
            from: JSONParser.parse(request.body ?? [])
        )
        let answer = state.withLock { state in
            state.questions.append(question)
            state.keys.append(request.headers["Idempotency-Key"] ?? "")
            return state.answers.isEmpty ? ChatAnswer() : state.answers.removeFirst()
        }
        return answer.response { [self] text in
            store(question.message, text, from: question.truncateFromMessageID)
        }
    }

    private func response(_ state: State) -> API.Insights.AiChatResponse {
        API.Insights.AiChatResponse(
            conversationID: id,
            messages: state.messages,
            traceID: "t"
        )
    }
}

/// An answer that a test tells piece by piece, before or after it was asked for.
final class ChatAnswer: Sendable {
    private enum Step: Sendable {
        case event(String, String)
        case stored(String)
        case refusal(Int, String)
        case end
    }

    private let steps: AsyncStream<Step>
    private let pipe: AsyncStream<Step>.Continuation
    private let over = Atomic<Bool>(false)

    init() { (steps, pipe) = AsyncStream.makeStream() }

    /// Whether nobody reads it any more.
    var isOver: Bool { over.load(ordering: .sequentiallyConsistent) }

    /// Tells an event.
    func tell(_ kind: String, _ data: String) { pipe.yield(.event(kind, data)) }

    /// Stores the answer, and tells the conversation with it.
    func finish(_ text: String) { pipe.yield(.stored(text)) }

    /// Ends, and stores nothing.
    func breakOff() { pipe.yield(.end) }

    /// Tells an error in the place of the answer.
    func refuse(_ status: Int, _ code: String) { pipe.yield(.refusal(status, code)) }

    fileprivate func response(
        storing store: @escaping @Sendable (String) -> API.Insights.AiChatResponse
    ) -> StreamedResponse {
        let pieces = AsyncThrowingStream<[UInt8], any Error> { continuation in
            let task = Task { [steps] in
                for await step in steps {
                    guard let text = try? Self.text(of: step, store) else { break }
                    continuation.yield(Array(text.utf8))
                }
                continuation.finish()
            }
            continuation.onTermination = { [self] _ in
                over.store(true, ordering: .sequentiallyConsistent)
                task.cancel()
            }
        }
        return StreamedResponse(
            status: 200,
            headers: ["Content-Type": "text/event-stream"],
            pieces: pieces
        )
    }

    /// The text of a step; `nil` where the stream ends.
    private static func text(
        of step: Step,
        _ store: (String) -> API.Insights.AiChatResponse
    ) throws -> String? {
        switch step {
        case .event(let kind, let data): return "event: \(kind)\ndata: \(data)\n\n"
        case .stored(let text):
            let body = String(decoding: try WireEncoder.bytes(store(text)), as: UTF8.self)
            return "event: message\ndata: \(body)\n\n"
        case .refusal(_, let code):
            return """
                event: error
                data: {"error":{"code":"\(code)","message":"no"},"traceId":"t"}


                """
        case .end: return nil
        }
    }
}
