import Contract
import Insights
import Kernel
import Providers

/// An earlier message of a conversation, as a language model reads it.
enum ModelTurn: Sendable, Equatable {
    /// What the member asked.
    case question(String)
    /// What was answered.
    case answer(String)
}

/// What a language model is to answer.
struct ModelQuestion: Sendable {
    /// What the member asks.
    let message: String
    /// What was said before, oldest first.
    var earlier: [ModelTurn] = []
    /// The answer that is given without a model; to the model it is the first query's result.
    let deterministic: Answer
    /// What the model may ask for; each reads what is the caller's own, and nothing else.
    let tools: [AnswerTool]
    /// The currency of the sources.
    let currency: Currency
    /// The member's day.
    let today: CivilDay
}

extension InsightsOperations {
    /// Answers in a language model's words, with figures that queries of this call found.
    ///
    /// - Parameters:
    ///   - question: What is asked, and what may be queried.
    ///   - call: The call in which it is asked.
    ///   - deadline: Returns when the answer has taken too long; a test's in place of time.
    ///   - onText: Told pieces of the text as they come and were found good. When the model asks
    ///     for a query after it has begun to speak, or says something that may not be told, they
    ///     are not the answer, so whoever shows them replaces them by it.
    /// - Returns: The answer; `nil` when no model is configured, or when it gives none in time that
    ///   is plain text and says no number other than those that were found.
    func modelAnswer(
        to question: ModelQuestion,
        call: Call,
        deadline: @escaping @Sendable () async throws -> Void = {
            try await Task.sleep(for: .milliseconds(Limits.modelAnswerMilliseconds))
        },
        onText: @escaping @Sendable (String) -> Void
    ) async -> Answer? {
        guard let languageModel else { return nil }
        let observed = ObservedModelAnswer(trace: call.trace)
        return await observed.answer { () async throws(ModelAnswerFault) -> Answer in
            let outcome = await withTaskGroup(
                of: Result<Answer, ModelAnswerFault>.self
            ) { group in
                defer { group.cancelAll() }
                group.addTask {
                    var conversation = ModelConversation(question, languageModel, onText)
                    do throws(ModelAnswerFault) {
                        return .success(try await conversation.answer())
                    } catch {
                        return .failure(error)
                    }
                }
                group.addTask {
                    try? await deadline()
                    return .failure(.timedOut)
                }
                return await group.next() ?? .failure(.timedOut)
            }
            return try outcome.get()
        }
    }
}
