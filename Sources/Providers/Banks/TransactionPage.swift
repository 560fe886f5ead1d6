/// One page of what changed in an item's transactions.
public struct TransactionPage: Sendable, Equatable {
    /// Those that are new.
    public let added: [ProviderTransaction]
    /// Those that are not as they were told before.
    public let modified: [ProviderTransaction]
    /// The ids of those that are gone; a pending one that posted is among them.
    public let removed: [String]
    /// From where to go on, now or at the next sync.
    public let nextCursor: String
    /// Whether there is another page of this sync.
    public let hasMore: Bool
    /// The item's accounts that have transactions, with their balances at the time of this page.
    public let accounts: [ProviderAccount]
    /// Whether the provider has everything that the institution has of the past.
    public let isHistoryComplete: Bool

    /// Makes a page.
    public init(
        added: [ProviderTransaction],
        modified: [ProviderTransaction],
        removed: [String],
        nextCursor: String,
        hasMore: Bool,
        accounts: [ProviderAccount],
        isHistoryComplete: Bool
    ) {
        self.added = added
        self.modified = modified
        self.removed = removed
        self.nextCursor = nextCursor
        self.hasMore = hasMore
        self.accounts = accounts
        self.isHistoryComplete = isHistoryComplete
    }
}
