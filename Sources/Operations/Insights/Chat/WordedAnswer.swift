import Contract
import Insights
import Kernel
import Store
import Synchronization

extension InsightsOperations {
    /// The answer as it is to be said: in a language model's words where they hold, else as the
    /// queries have it.
    ///
    /// Outside of any transaction. The pieces that were told are withdrawn when they are not the
    /// beginning of the answer. A member who has a model answer many questions at once has the rest
    /// answered without.
    ///
    /// - Throws: ``Problem`` `modelUnavailable` when a model has to answer and does not;
    ///   `CancellationError`.
    func worded(
        _ question: OpenQuestion,
        _ call: Call,
        telling tell: @escaping @Sendable (ChatProgress) -> Void
    ) async throws -> Answer {
        let told = ToldText(tell)
        let said = await modelPlaces.with(question.membership.member) {
            await modelAnswer(
                to: ModelQuestion(
                    message: question.input.message,
                    earlier: question.place.modelTurns,
                    deterministic: question.answer,
                    tools: [ledgerTool(call)],
                    currency: question.membership.currency,
                    today: question.membership.zone.day(of: call.now)
                ),
                call: call,
                onText: { told.add($0) }
            )
        }
        try Task.checkCancellation()
        guard let answer = said ?? nil else {
            if isModelRequired { throw Problem(.modelUnavailable, retryAfterSeconds: 5) }
            told.finish(question.answer.content)
            return question.answer
        }
        told.finish(answer.content)
        return answer
    }
}

/// What was told of an answer so far.
private final class ToldText: Sendable {
    private let tell: @Sendable (ChatProgress) -> Void
    private let text = Mutex("")

    init(_ tell: @escaping @Sendable (ChatProgress) -> Void) {
        self.tell = tell
    }

    func add(_ piece: String) {
        guard !piece.isEmpty else { return }
        text.withLock { $0 += piece }
        tell(.piece(piece))
    }

    /// Tells what is missing of the answer; all of it, when something else was told.
    func finish(_ content: String) {
        let told = text.withLock { $0 }
        guard content.utf8.starts(with: told.utf8) else {
            tell(.withdrawn)
            return ChatProgress.pieces(of: content).forEach(tell)
        }
        let rest = String(decoding: content.utf8.dropFirst(told.utf8.count), as: UTF8.self)
        ChatProgress.pieces(of: rest).forEach(tell)
    }
}
