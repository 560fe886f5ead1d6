import Catalogue
import Kernel

/// Sums of transactions by category, by merchant or by month.
///
/// Amounts are in the household's currency. Sums are kept in 128 bits, so no order of rows
/// overflows them.
public struct GroupTotals: Sendable {
    /// By what transactions are put together.
    public enum Grouping: Sendable {
        /// By the category's name.
        case category
        /// By the merchant's name, however it is spaced and capitalised.
        case merchant
        /// By the month.
        case month
    }

    /// What the transactions of one group come to.
    public struct Group: Sendable, Hashable {
        /// The name, of a merchant as its newest transaction has it; of a month `2025-05`.
        public let label: String
        /// How many transactions there are.
        public let count: Int64
        /// Their sum in minor units.
        public let sum: Int64
        /// Their mean in minor units, halves rounded away from zero.
        public let average: Int64
    }

    private struct Sum {
        let label: String
        var count: Int64 = 0
        var minor: Int128 = 0
    }

    private let grouping: Grouping
    private var sums: [ExactText: Sum] = [:]

    /// Begins without transactions.
    public init(by grouping: Grouping) {
        self.grouping = grouping
    }

    /// Adds a transaction; the newest come first.
    public mutating func add(_ row: AnalysedRow) {
        let (key, label) = names(of: row)
        var sum = sums[ExactText(key)] ?? Sum(label: label)
        sum.count += 1
        sum.minor += Int128(row.amountMinor)
        sums[ExactText(key)] = sum
    }

    private func names(of row: AnalysedRow) -> (key: String, label: String) {
        switch grouping {
        case .category: (row.category, row.category)
        case .merchant: (MerchantName.normalised(row.merchant), row.merchant)
        case .month: (row.day.month.text, row.day.month.text)
        }
    }

    /// The groups, the largest expense first, and of equal ones by their labels.
    public var groups: [Group] {
        unsorted.sorted { ($0.sum, $0.label) < ($1.sum, $1.label) }
    }

    /// The groups in the order of their labels, in which months follow one another.
    public var groupsByLabel: [Group] { unsorted.sorted { $0.label < $1.label } }

    private var unsorted: [Group] {
        sums.values.map { sum in
            Group(
                label: sum.label,
                count: sum.count,
                sum: Int64(clamping: sum.minor),
                average: Int64(clamping: Rounding.quotient(sum.minor, Int128(sum.count)))
            )
        }
    }
}
