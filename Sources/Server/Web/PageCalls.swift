import Contract
import Operations

/// What pages ask of the API: its endpoints, in process and by the way of every other caller, so
/// that a page can do nothing that the API cannot.
struct PageCalls: Sendable {
    private let answers: [String: any Sendable]

    /// `answers`: A ``PageAnswer`` for each endpoint, by its name.
    init(_ answers: [String: any Sendable]) { self.answers = answers }

    /// Calls an endpoint.
    ///
    /// - Throws: ``Problem``; what the operation throws.
    func call<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        by caller: PageCaller
    ) async throws -> Output {
        guard let answer = answers[endpoint.name] as? PageAnswer<Input, Output> else {
            preconditionFailure("every endpoint that a page calls is mounted")
        }
        return try await answer.answer(input, caller)
    }
}
