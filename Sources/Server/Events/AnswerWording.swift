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

extension AnswerWording where Output: Codable {
    /// The words of the wire, which are those of an answer that is not told piece by piece.
    static func wire<Input>(
        of endpoint: Endpoint<Input, Output>,
        trace: String
    ) -> AnswerWording {
        let surface = endpoint.surface
        return AnswerWording(
            whole: { String(decoding: try WireEncoder.bytes($0), as: UTF8.self) },
            replayed: { $0.body },
            refusal: { problem in
                let body = problem.body(for: surface, trace: trace)
                return String(decoding: body.bytes, as: UTF8.self)
            }
        )
    }
}
