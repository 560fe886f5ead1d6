public import Kernel

/// One transaction as the analysis sees it.
public struct AnalysedRow: Sendable, Hashable {
    /// The id of the transaction.
    public let id: ID<Entity.Entry>
    /// The household's day of it.
    public let day: CivilDay
    /// The exact instant when it is known, else the start of the day in the household's zone.
    public let instant: Timestamp
    /// Minor units of the household's currency; less than zero for an expense.
    public let amountMinor: Int64
    /// The category's name on Insights, such as `Groceries`, or the member's own word.
    public let category: String
    /// The cleaned merchant, else the bank's text.
    public let merchant: String
    /// Whether it is not final yet.
    public let isPending: Bool

    /// Makes a row.
    public init(
        id: ID<Entity.Entry>,
        day: CivilDay,
        instant: Timestamp,
        amountMinor: Int64,
        category: String,
        merchant: String,
        isPending: Bool
    ) {
        self.id = id
        self.day = day
        self.instant = instant
        self.amountMinor = amountMinor
        self.category = category
        self.merchant = merchant
        self.isPending = isPending
    }

    /// Whether it moves money between own accounts, and is neither income nor expense.
    public var isTransfer: Bool { category == CategoryName.transfer }

    /// Whether money goes out, other than to an own account.
    public var isExpense: Bool { amountMinor < 0 && !isTransfer }
}
