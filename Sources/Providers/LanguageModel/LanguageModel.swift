/// Somebody who can say a text in other words, and talk about what queries find.
///
/// What it says is never trusted: whoever asks checks the wording, and has the text to fall back
/// on. No call is made inside a transaction.
public protocol LanguageModel: Sendable {
    /// Says a text in other words.
    ///
    /// - Returns: The wording as it came.
    /// - Throws: ``LanguageModelError``.
    func phrase(_ request: PhrasingRequest) async throws(LanguageModelError) -> String

    /// Says what comes next in a conversation: a text, or which tools it wants to be called.
    ///
    /// Nothing is called here: calls are told as they came, whatever they name.
    ///
    /// - Parameters:
    ///   - request: The conversation so far, and how far it may go.
    ///   - onText: Told each piece of the text as it comes, in order; the pieces together are the
    ///     text of the reply.
    /// - Returns: The whole reply.
    /// - Throws: ``LanguageModelError``; pieces may have been told before.
    func reply(
        to request: ChatRequest,
        onText: @escaping @Sendable (String) -> Void
    ) async throws(LanguageModelError) -> ChatReply
}

/// A text that is to be said in other words.
public struct PhrasingRequest: Sendable, Equatable {
    /// How it is to be said; the same for every member.
    public let instruction: String
    /// The text.
    public let text: String

    /// Makes a request.
    public init(instruction: String, text: String) {
        self.instruction = instruction
        self.text = text
    }
}

/// Why a language model said nothing.
public enum LanguageModelError: Error, Sendable, Equatable {
    /// It was not reached, or the connection broke.
    case unreachable
    /// It did not answer in time, or stopped in the middle for too long.
    case timedOut
    /// It answered with another status than 200.
    case refused(status: Int)
    /// Its answer has no wording where one belongs, is too long to read, or is not whole.
    case unreadable
}
