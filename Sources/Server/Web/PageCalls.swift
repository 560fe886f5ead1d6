import Contract
import Hummingbird
import Operations

/// What pages ask of the API: its endpoints, in process and by the way of every other caller, so
/// that a page can do nothing that the API cannot.
struct PageCalls: Sendable {
    private let answers: [String: any Sendable]

    /// `answers`: A ``PageAnswer`` for each endpoint, or a ``PageFile`` or ``PageUpload``, by its
    /// name.
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

    /// Calls an endpoint whose answer is told while it is made.
    ///
    /// - Throws: ``Problem``; what the operation throws before the answer begins.
    func tell<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        by caller: PageCaller,
        in wording: AnswerWording<Output>
    ) async throws -> Response {
        let answer = answers[endpoint.name] as? PageAnswer<Input, Output>
        guard let tell = answer?.tell else {
            preconditionFailure("every answer that is told to a page is mounted so")
        }
        return try await tell(input, caller, wording)
    }

    /// Calls an endpoint that answers a file.
    ///
    /// - Throws: ``Problem``; what the operation throws.
    func file<Input: WireInput>(
        _ endpoint: Endpoint<Input, Empty>,
        _ input: Input,
        by caller: PageCaller
    ) async throws -> Response {
        guard let answer = answers[endpoint.name] as? PageFile<Input> else {
            preconditionFailure("every file that a page sends is mounted")
        }
        return try await answer.answer(input, caller)
    }

    /// Calls an endpoint that takes a file, with one that was received before.
    ///
    /// - Throws: ``Problem``; what the operation throws.
    func upload<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        _ file: BankFileSource,
        by caller: PageCaller
    ) async throws -> Output {
        guard let answer = answers[endpoint.name] as? PageUpload<Input, Output> else {
            preconditionFailure("every endpoint that takes a page's file is mounted")
        }
        return try await answer.answer(input, file, caller)
    }
}
