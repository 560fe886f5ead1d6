import Insights
import Providers

/// Counts, times and traces answers by a language model, by what became of them.
struct ObservedModelAnswer {
    private let call: ObservedCall

    /// Observes an answer within a call of ours, by its trace id.
    init(trace: String) {
        call = ObservedCall("model answer", metric: "purser_model_answers", trace: trace)
    }

    /// The answer; `nil` when there is none that may be told.
    func answer(
        _ work: @Sendable () async throws(ModelAnswerFault) -> Answer
    ) async -> Answer? {
        await call.run {
            do throws(ModelAnswerFault) {
                return (try await work(), "answered")
            } catch {
                return (nil, error.rawValue)
            }
        }
    }
}
