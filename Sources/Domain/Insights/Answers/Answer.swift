/// An answer to a question about a member's money: sentences, and what stands behind them.
///
/// Every number of the sentences, apart from dates, is the value of a figure or the amount of a
/// source.
public struct Answer: Hashable, Sendable {
    /// What is said, as plain text.
    public let content: String
    /// The sums and counts that are said.
    public let figures: [AnswerFigure]
    /// The transactions behind the figures, at most 50.
    public let sources: [AnswerSource]

    /// Makes an answer.
    public init(_ content: String, figures: [AnswerFigure] = [], sources: [AnswerSource] = []) {
        self.content = content
        self.figures = figures
        self.sources = sources
    }
}
