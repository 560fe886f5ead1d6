extension API.Insights {
    /// How a month went.
    public enum HighlightSentiment: String, Codable, Sendable, CaseIterable, WireEnum {
        /// At least as much came in as went out.
        case positive = "POSITIVE"
        /// A little more went out than came in, or nothing happened.
        case neutral = "NEUTRAL"
        /// More went out than came in.
        case negative = "NEGATIVE"
    }

    /// A month in a few sentences.
    public struct AiHighlight: Codable, Sendable, Equatable {
        /// One line.
        public let title: String
        /// Some sentences.
        public let summary: String
        /// How the month went.
        public let sentiment: HighlightSentiment
        /// What to do; a sentence each.
        public let recommendations: [String]

        /// Makes a highlight.
        public init(
            title: String,
            summary: String,
            sentiment: HighlightSentiment,
            recommendations: [String]
        ) {
            self.title = title
            self.summary = summary
            self.sentiment = sentiment
            self.recommendations = recommendations
        }
    }

    /// The highlight of the latest month for which one is stored.
    public struct LatestHighlight: Codable, Sendable, Equatable {
        /// The month.
        public let month: WireMonth
        /// Its highlight.
        public let highlight: AiHighlight

        /// Makes a latest highlight.
        public init(month: WireMonth, highlight: AiHighlight) {
            self.month = month
            self.highlight = highlight
        }
    }
}
