public import Kernel

/// A transaction that stands behind an answer or a result of a search.
public struct AnswerSource: Hashable, Sendable {
    /// The transaction.
    public let id: ID<Entity.Entry>
    /// Its day in the household's zone.
    public let day: CivilDay
    /// The merchant, else what the bank calls it; not masked.
    public let merchant: String
    /// The category as people read it; not masked.
    public let category: String
    /// The amount in minor units, an expense below zero.
    public let cents: Int64
    /// How well it fits, in thousandths; 1,000 for a row that a figure was made of.
    public let thousandths: Int
    /// The words of the question that stand in it.
    public let matchedTerms: [String]
    /// Why it is here, such as `merchant match`.
    public let reasons: [String]

    /// Makes a source.
    public init(
        id: ID<Entity.Entry>,
        day: CivilDay,
        merchant: String,
        category: String,
        cents: Int64,
        thousandths: Int = 1_000,
        matchedTerms: [String] = [],
        reasons: [String] = []
    ) {
        self.id = id
        self.day = day
        self.merchant = merchant
        self.category = category
        self.cents = cents
        self.thousandths = thousandths
        self.matchedTerms = matchedTerms
        self.reasons = reasons
    }
}
