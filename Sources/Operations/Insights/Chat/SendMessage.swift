public import Contract
import Insights
import Kernel
import SQL
import Store

extension InsightsOperations {
    /// Answers a question about the caller's money, and keeps both.
    ///
    /// - Throws: As ``openQuestion(_:_:)`` and ``answer(_:_:telling:)``.
    public func sendMessage(
        _ input: API.Insights.AiChatRequest,
        _ call: Call
    ) async throws -> API.Insights.AiChatResponse {
        let question = try await openQuestion(input, call)
        return try await answer(question, call) { _ in }
    }

    /// Answers a question and tells of it meanwhile; question and answer are kept together, or
    /// neither is.
    ///
    /// When the conversation changed since the question was opened, the answer is made anew: what
    /// is kept is what came of one question after the other.
    ///
    /// - Throws: ``Problem`` `conflict` when the conversation changes all the time,
    ///   `modelUnavailable` when a language model has to answer and does not, else as
    ///   ``openQuestion(_:_:)``; `CancellationError`, and then nothing is kept.
    public func answer(
        _ question: OpenQuestion,
        _ call: Call,
        telling tell: @escaping @Sendable (ChatProgress) -> Void
    ) async throws -> API.Insights.AiChatResponse {
        let start = ContinuousClock.now
        var question = question
        for attempt in 1...Limits.chatAttempts {
            if attempt > 1 {
                tell(.withdrawn)
                question = try await openQuestion(question.input, call)
            }
            let answer = try await worded(question, call, telling: tell)
            try Task.checkCancellation()
            if let response = try await keep(answer, to: question, call) { return response }
            let limit = Duration.milliseconds(Limits.chatRetryMilliseconds)
            guard ContinuousClock.now - start < limit else { break }
        }
        // Not remembered for the key: nothing was done.
        let message = "The conversation changes all the time; nothing was kept"
        throw Problem(.conflict, message, retryAfterSeconds: 1)
    }

    /// Keeps a question with its answer, in one transaction.
    ///
    /// - Returns: The whole conversation; `nil` when it changed meanwhile, and nothing was kept.
    private func keep(
        _ answer: Answer,
        to question: OpenQuestion,
        _ call: Call
    ) async throws -> API.Insights.AiChatResponse? {
        let messages = try ChatMessageRecord.pair(question.input.message, answer, call)
        let result = try await database.write { session in
            let membership = try Self.membership(of: call, in: session)
            return try Self.idempotent(call, in: session, encode: { try $0.map(Self.text) }) {
                try Self.append(messages, to: question, of: membership.member, call, in: session)
            }
        }
        return try result.output
    }

    private static func append(
        _ messages: [ChatMessageRecord],
        to question: OpenQuestion,
        of member: ID<Entity.Member>,
        _ call: Call,
        in session: any Session
    ) throws -> API.Insights.AiChatResponse? {
        let now = call.now
        let place = try ChatPlace.find(question.input, of: member, now: now, in: session)
        guard place == question.place else { return nil }
        let id = place.conversation ?? call.newID()
        if place.conversation == nil {
            try Conversations.insert(id, of: member, now: now, in: session)
        }
        if let truncation = place.truncation {
            try ChatMessages.truncate(id, of: member, from: truncation, in: session)
        }
        try ChatMessages.append(messages, to: id, of: member, now: now, in: session)
        let kept = try ChatMessages.list(of: id, of: member, now: now, in: session)
        return API.Insights.AiChatResponse(
            conversationID: id,
            messages: try kept.map(API.Insights.AiChatMessage.init),
            traceID: call.trace
        )
    }
}
