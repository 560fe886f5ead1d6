/// How much was spent, in how many purchases.
public struct SpendTotal: Sendable, Hashable {
    /// Minor units of the household's currency.
    public var amountMinor: Int64
    /// How many purchases.
    public var count: Int64

    /// Makes a total; of nothing unless said.
    public init(amountMinor: Int64 = 0, count: Int64 = 0) {
        self.amountMinor = amountMinor
        self.count = count
    }

    /// Adds a purchase.
    public static func += (left: inout Self, right: Spending) {
        left.amountMinor += right.amountMinor
        left.count += right.count
    }

    /// Adds another total.
    public static func += (left: inout Self, right: Self) {
        left.amountMinor += right.amountMinor
        left.count += right.count
    }
}
