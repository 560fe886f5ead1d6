/// Somebody who can say a text in other words.
///
/// What it says is never trusted: whoever asks checks the wording, and has the text to fall back
/// on. No call is made inside a transaction.
public protocol LanguageModel: Sendable {
    /// Says a text in other words.
    ///
    /// - Returns: The wording as it came.
    func phrase(_ request: PhrasingRequest) async throws(LanguageModelError) -> String
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
    /// It did not answer in time.
    case timedOut
    /// It answered with another status than 200.
    case refused(status: Int)
    /// Its answer has no wording where one belongs, or is too long to read.
    case unreadable
}
