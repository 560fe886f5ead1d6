public import Contract

/// A part of an answer that is told while it is written.
public enum AnswerPiece: Sendable, Equatable {
    /// Text that goes behind what was told before.
    case text(String)
    /// Text that takes the place of everything that was told before.
    case replacement(String)
    /// The whole conversation as it is stored, with the question and its answer; the last piece.
    case conversation(API.Insights.AiChatResponse)
}
