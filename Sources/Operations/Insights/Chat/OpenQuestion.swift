public import Contract
import Insights
import Kernel
import SQL
import Store

/// A question that was checked and has no answer yet that is kept.
public struct OpenQuestion: Sendable {
    /// What was asked.
    let input: API.Insights.AiChatRequest
    /// Where it goes, as it was when the answer was made.
    let place: ChatPlace
    /// The answer of the queries, from one moment of the books.
    let answer: Answer
    /// Who asks.
    let membership: Membership
}

extension InsightsOperations {
    /// Checks a question and makes the answer that needs no language model.
    ///
    /// Nothing is kept of it; ``answer(_:_:telling:)`` does that.
    ///
    /// - Throws: ``Problem`` `notFound` when the message that is to go is not in the conversation,
    ///   `unauthenticated`, `conflict`; ``ReplayedAnswer``; `DatabaseError`.
    public func openQuestion(
        _ input: API.Insights.AiChatRequest,
        _ call: Call
    ) async throws -> OpenQuestion {
        let question: OpenQuestion? = try await recalling(call) { session, membership in
            let place: ChatPlace
            do {
                place = try ChatPlace.find(
                    input,
                    of: membership.member,
                    now: call.now,
                    in: session
                )
            } catch let problem as Problem where problem.kind == .notFound {
                return nil
            }
            let answer = try self.answer(
                input.message,
                after: place.questions,
                membership,
                at: call.now,
                in: session
            )
            return OpenQuestion(input: input, place: place, answer: answer, membership: membership)
        }
        if let question { return question }
        // A refusal is remembered for its key as an answer is, and that is a write.
        let _: API.Insights.AiChatResponse = try await writing(call) { _, _ in
            throw Problem(.notFound)
        }
        throw Problem(.notFound)
    }
}
