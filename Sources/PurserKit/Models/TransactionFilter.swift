import Contract
public import Kernel

/// Which transactions a search looks at; what is not said does not matter.
public struct TransactionFilter: Sendable, Equatable {
    /// The first day.
    public var from: CivilDay?
    /// The last day.
    public var through: CivilDay?
    /// Categories, of which one must be the transaction's.
    public var categories: [String] = []
    /// Words that must all be in the merchant's name.
    public var merchant = ""
    /// The least amount in minor units, without its sign.
    public var minimumCents: Int64?
    /// The greatest amount in minor units, without its sign.
    public var maximumCents: Int64?

    /// Makes a filter that lets every transaction through.
    public init() {}

    /// The request for what fits a text best, so many, among what the filter lets through; a blank
    /// text fits everything.
    func request(_ text: String, count: Int64) -> API.Insights.RagSearchRequest {
        .init(
            q: text.isBlank ? nil : text,
            from: from.map(WireDay.init),
            to: through.map(WireDay.init),
            categories: categories.isEmpty ? nil : categories,
            merchant: merchant.isBlank ? nil : merchant,
            amountMin: minimumCents,
            amountMax: maximumCents,
            topK: count
        )
    }
}

extension String {
    /// Whether there is nothing but space in it.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
