/// The sizes of a window's expenses, collected while the rows go by.
///
/// Memory grows with the distinct sizes. The order of the rows does not matter.
public struct ExpenseSpread: Sendable {
    private var counts: [UInt64: Int] = [:]

    /// Begins with nothing.
    public init() {}

    /// Adds a row of the window; what is no expense is left out.
    public mutating func add(_ row: AnalysedRow) {
        guard row.isExpense else { return }
        counts[row.amountMinor.magnitude, default: 0] += 1
    }

    /// By what the expenses that stand out are told; `nil` while there are fewer than three.
    public var rule: AnomalyRule? { AnomalyRule(counts: counts) }
}
