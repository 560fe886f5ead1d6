public import Contract
public import Kernel

/// Which card the server would recommend, by what this device keeps.
public struct CardAdvice: Sendable, Equatable {
    /// The recommendation, with the server's own words.
    public let recommendation: API.Rewards.RecommendationResponse
    /// When the cards were asked for, by this device's clock; of cards that the request itself
    /// names, when it was made.
    public let asOf: Timestamp
}
