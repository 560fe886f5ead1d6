import Contract
import Operations

/// How the end of an answer is worded for whom it is told: a client of the API, or a page.
///
/// Each is the data of an event, which is one line.
struct AnswerWording<Output: Sendable>: Sendable {
    /// The whole answer.
    let whole: @Sendable (Output) throws -> String
    /// What was answered to the same key before, whole answer or refusal.
    let replayed: @Sendable (ReplayedAnswer) throws -> String
    /// Why there is no answer.
    let refusal: @Sendable (Problem) -> String
}

extension AnswerWording {
    /// What is told in the place of a whole answer that was just made.
    var ends: EndWording { EndWording(replayed: replayed, refusal: refusal) }
}

/// How is worded what is told in the place of a whole answer that was just made.
struct EndWording: Sendable {
    /// What was answered to the same key before, whole answer or refusal.
    let replayed: @Sendable (ReplayedAnswer) throws -> String
    /// Why there is no answer.
    let refusal: @Sendable (Problem) -> String
}

extension EndWording {
    /// The words of the wire, which are those of an answer that is not told piece by piece.
    static func wire(on surface: Surface, trace: String) -> EndWording {
        EndWording(
            replayed: { $0.body },
            refusal: { problem in
                let body = problem.body(for: surface, trace: trace)
                return String(decoding: body.bytes, as: UTF8.self)
            }
        )
    }
}
