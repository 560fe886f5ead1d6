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
    /// How it counts for what is safe to spend, where that is worked out already.
    private(set) var kind: SpendingKind?

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

    /// The row with its kind worked out, for rows that are kept.
    public func withKind() -> AnalysedRow {
        var row = self
        row.kind = SpendingKind(category: category, merchant: merchant)
        return row
    }

    /// Two rows are equal whether or not their kinds are worked out.
    public static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.day == right.day && left.instant == right.instant
            && left.amountMinor == right.amountMinor && left.category == right.category
            && left.merchant == right.merchant && left.isPending == right.isPending
    }

    /// Hashes the id, by which no two rows are the same.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// Whether it moves money between own accounts, and is neither income nor expense.
    public var isTransfer: Bool { category == CategoryName.transfer }

    /// Whether money goes out, other than to an own account.
    public var isExpense: Bool { amountMinor < 0 && !isTransfer }
}
