/// A transaction that a search found.
public struct SearchHit: Hashable, Sendable {
    /// The transaction.
    public let row: SearchRow
    /// How well it fits, 0...1,000.
    public let thousandths: Int
    /// What of the query stands in the transaction, as it stands there.
    public let matchedTerms: [String]
    /// Why it was found, in words.
    public let reasons: [String]
}
