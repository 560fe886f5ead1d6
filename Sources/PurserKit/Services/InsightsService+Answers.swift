import Contract
public import Kernel

/// Answers that are read while they are written.
///
/// ```swift
/// var text = ""
/// for try await piece in purser.insights.answer(to: "How much did I spend on groceries?") {
///     switch piece {
///     case .text(let more): text += more
///     case .replacement(let whole): text = whole
///     case .conversation(let conversation): text = conversation.messages.last?.content ?? text
///     }
///     show(text)
/// }
/// ```
extension InsightsService {
    /// Answers a question about the member's money, and tells the answer while it is written.
    ///
    /// The last piece is the conversation as it is stored. The question is asked once: an answer
    /// that breaks off before its last piece is not asked for again, because nobody knows whether
    /// it was stored. To ask for the same answer, repeat the call under one name
    /// (``CallOptions/idempotencyKey``), or look at the conversation.
    ///
    /// A transport that sees an answer only when it is whole tells the last piece alone.
    ///
    /// - Parameters:
    ///   - question: The question, 1...4,000 characters.
    ///   - conversationID: The conversation that it goes on; a new one when `nil`.
    ///   - messageID: The message of the conversation that goes first, with all later ones.
    /// - Returns: The pieces. They end with a ``PurserError`` when the question is refused, the
    ///   answer breaks off, or the session ends. To stop reading, or to cancel the task that reads,
    ///   ends the call; then there is no last piece.
    public func answer(
        to question: String,
        in conversationID: ID<Entity.Conversation>? = nil,
        truncatingFrom messageID: ID<Entity.ChatMessage>? = nil
    ) -> AsyncThrowingStream<AnswerPiece, any Error> {
        let request = API.Insights.AiChatRequest(
            message: question,
            conversationID: conversationID,
            truncateFromMessageID: messageID
        )
        return AsyncThrowingStream { continuation in
            let task = Task { [purser] in
                do {
                    let answer = try AnswerStream(
                        request,
                        client: purser.client,
                        options: purser.options
                    ) { continuation.yield($0) }
                    try await answer.run()
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error is CancellationError ? nil : error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
