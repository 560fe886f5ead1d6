/// A month in a few sentences.
public struct Highlight: Sendable, Hashable {
    /// How the month went.
    public enum Sentiment: String, Sendable, CaseIterable {
        /// At least as much came in as went out.
        case positive = "POSITIVE"
        /// A little more went out than came in, or nothing happened.
        case neutral = "NEUTRAL"
        /// More went out than came in.
        case negative = "NEGATIVE"
    }

    /// One line.
    public let title: String
    /// Some sentences.
    public let summary: String
    /// How the month went.
    public let sentiment: Sentiment
    /// What to do; a sentence each.
    public let recommendations: [String]

    /// Makes a highlight.
    public init(
        title: String,
        summary: String,
        sentiment: Sentiment,
        recommendations: [String]
    ) {
        self.title = title
        self.summary = summary
        self.sentiment = sentiment
        self.recommendations = recommendations
    }
}
