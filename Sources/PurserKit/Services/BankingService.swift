public import Contract

/// Accounts, and what happened on them.
///
/// ```swift
/// let accounts = try await purser.banking.listAccounts().accounts
/// let page = try await purser.banking.listTransactions(category: "Groceries")
/// let spent = try await purser.banking.summarizeTransactions(days: 30).totalSpent
/// ```
///
/// There is one method for each endpoint of the room, with the endpoint's name; signing in is at
/// ``SessionService``. Amounts are in units of the account's currency, exact to the hundredth;
/// above 0 is money that goes out.
///
/// - Throws: Each method throws ``PurserError``, or `CancellationError` when its task was
///   cancelled.
public struct BankingService: Sendable {
    let purser: Purser

    /// Lists the member's accounts, in the order in which they were made.
    public func listAccounts() async throws -> API.Banking.AccountListResponse {
        try await purser.call(API.Banking.listAccounts)
    }

    /// Lists the member's transactions, the newest day first; both ends of the window are in it.
    public func listTransactions(
        limit: Int64? = nil,
        offset: Int64? = nil,
        from startDate: DateFilter? = nil,
        through endDate: DateFilter? = nil,
        category: String? = nil,
        accountID: Int64? = nil
    ) async throws -> API.Banking.TransactionListResponse {
        try await purser.call(
            API.Banking.listTransactions,
            .init(
                limit: limit.map(PageNumber.init),
                offset: offset.map(PageNumber.init),
                startDate: startDate,
                endDate: endDate,
                category: category,
                accountID: accountID
            )
        )
    }

    /// Lists what changed since an answer before; without one, the last seven days.
    ///
    /// `since` is the `lastUpdated` of the answer before. What changed in the same second may come
    /// again.
    public func recentTransactions(
        since: WireTimestamp? = nil
    ) async throws -> API.Banking.RecentTransactionsResponse {
        try await purser.call(API.Banking.recentTransactions, .init(since: since))
    }

    /// Sums what the member spent, by category and by day: that many days that end today.
    public func summarizeTransactions(
        days: Int64? = nil
    ) async throws -> API.Banking.SpendingSummaryResponse {
        try await purser.call(API.Banking.summarizeTransactions, .init(days: days))
    }

    /// Sums what the member spent between two days, both of them included.
    public func summarizeTransactions(
        from startDate: DateFilter,
        through endDate: DateFilter? = nil
    ) async throws -> API.Banking.SpendingSummaryResponse {
        try await purser.call(
            API.Banking.summarizeTransactions,
            .init(startDate: startDate, endDate: endDate)
        )
    }

    /// Exports the member's transactions as a file; both ends of the window are in it.
    ///
    /// ```swift
    /// let export = try await purser.banking.exportTransactions(as: .hledger)
    /// for try await piece in export { try handle.write(contentsOf: piece) }
    /// ```
    public func exportTransactions(
        as format: API.Banking.ExportFormat,
        from startDate: DateFilter? = nil,
        through endDate: DateFilter? = nil,
        accountID: Int64? = nil
    ) async throws -> Download {
        try await purser.download(
            API.Banking.exportTransactions,
            .init(
                format: format,
                startDate: startDate,
                endDate: endDate,
                accountID: accountID
            )
        )
    }

    /// Lists the categories that transactions have: the document's, and the member's own.
    public func listCategories() async throws -> API.Banking.CategoriesResponse {
        try await purser.call(API.Banking.listCategories)
    }
}
