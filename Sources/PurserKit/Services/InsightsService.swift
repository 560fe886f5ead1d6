public import Contract
public import Kernel

/// Accounts and transactions with the figures of a window.
///
/// ```swift
/// let total = try await purser.insights.accountsOverview().totalBalance
/// let may = try await purser.insights.transactionsOverview(month: month)
/// let spent = may.aggregates.expenseTotal
/// ```
///
/// There is one method for each endpoint of the room, with the endpoint's name. Amounts are in
/// units of the account's currency, exact to the hundredth; below 0 is money that goes out, and
/// what is owed.
///
/// - Throws: Each method throws ``PurserError``, or `CancellationError` when its task was
///   cancelled.
public struct InsightsService: Sendable {
    let purser: Purser

    /// Begins to link accounts: tells with what the member signs in at a bank.
    public func createPlaidLinkToken() async throws -> API.Insights.PlaidLinkTokenResponse {
        try await purser.call(API.Insights.createPlaidLinkToken)
    }

    /// Links the accounts of a sign-in at a bank; linked again, they keep their ids.
    ///
    /// Their transactions come with ``syncTransactions(forceFullSync:demoSeed:from:)``.
    @discardableResult
    public func exchangePlaidToken(
        _ publicToken: String
    ) async throws -> API.Insights.PlaidExchangeResponse {
        try await purser.call(API.Insights.exchangePlaidToken, .init(publicToken: publicToken))
    }

    /// Lists the member's accounts with what they hold together.
    public func accountsOverview() async throws -> API.Insights.AccountsListResponse {
        try await purser.call(API.Insights.accountsOverview)
    }

    /// Lists the transactions of a month, the newest first, with its figures.
    public func transactionsOverview(
        month: CivilMonth,
        accountID: ID<Entity.Account>? = nil,
        page: Int64? = nil,
        pageSize: Int64? = nil
    ) async throws -> API.Insights.TransactionsListResponse {
        try await purser.call(
            API.Insights.transactionsOverview,
            .init(
                month: WireMonth(month),
                accountID: accountID,
                page: page.map(PageNumber.init),
                pageSize: pageSize.map(PageNumber.init)
            )
        )
    }

    /// Lists the transactions between two months or days, the newest first, with their figures.
    ///
    /// Both ends are in it; without an end the window is open there.
    public func transactionsOverview(
        from first: MonthOrDay? = nil,
        through last: MonthOrDay? = nil,
        accountID: ID<Entity.Account>? = nil,
        page: Int64? = nil,
        pageSize: Int64? = nil
    ) async throws -> API.Insights.TransactionsListResponse {
        try await purser.call(
            API.Insights.transactionsOverview,
            .init(
                from: first,
                to: last,
                accountID: accountID,
                page: page.map(PageNumber.init),
                pageSize: pageSize.map(PageNumber.init)
            )
        )
    }

    /// Sums up a month, and finds what is safe to spend today.
    ///
    /// With `generateAi` the server's language model writes the month's highlight, unless it wrote
    /// one from the same facts before.
    public func monthlySummary(
        _ month: CivilMonth,
        generateAi: Bool? = nil
    ) async throws -> API.Insights.AnalyticsSummaryResponse {
        try await purser.call(
            API.Insights.monthlySummary,
            .init(month: WireMonth(month), generateAi: generateAi)
        )
    }

    /// Gives a transaction another category or notes; what is `nil` stays as it is, and empty notes
    /// are taken away.
    @discardableResult
    public func updateTransaction(
        _ id: ID<Entity.Entry>,
        category: String? = nil,
        notes: String? = nil
    ) async throws -> Written<API.Insights.Transaction> {
        try await purser.write(
            API.Insights.updateTransaction,
            .init(
                transactionID: id,
                category: category,
                notes: notes.map { ClearableText($0) }
            )
        )
    }

    /// Finds the transactions that fit a question best, by meaning and by filters.
    ///
    /// What the same conversation was shown within four hours is not shown again; without a
    /// `chatID` a new one begins, whose name the answer says.
    public func searchTransactions(
        _ query: String? = nil,
        from first: CivilDay? = nil,
        through last: CivilDay? = nil,
        categories: [String]? = nil,
        merchant: String? = nil,
        amountMin: Int64? = nil,
        amountMax: Int64? = nil,
        topK: Int64? = nil,
        chatID: String? = nil
    ) async throws -> API.Insights.RagSearchResponse {
        try await purser.call(
            API.Insights.searchTransactions,
            .init(
                q: query,
                from: first.map { WireDay($0) },
                to: last.map { WireDay($0) },
                categories: categories,
                merchant: merchant,
                amountMin: amountMin,
                amountMax: amountMax,
                topK: topK,
                chatID: chatID
            )
        )
    }

    /// Sums a month by category and by merchant, in minor units, the largest expense first.
    public func monthlyTotals(
        month: CivilMonth
    ) async throws -> API.Insights.RagSummariesResponse {
        try await purser.call(API.Insights.monthlyTotals, .init(month: WireMonth(month)))
    }

    /// Sums transactions by category, merchant or month, in minor units, and month by month.
    ///
    /// Both days are in it; without one the window is open there.
    public func aggregateTransactions(
        by granularity: API.Insights.RagGranularity,
        from first: CivilDay? = nil,
        through last: CivilDay? = nil,
        chatID: String? = nil
    ) async throws -> API.Insights.RagAggregateResponse {
        try await purser.call(
            API.Insights.aggregateTransactions,
            .init(
                granularity: granularity,
                from: first.map { WireDay($0) },
                to: last.map { WireDay($0) },
                chatID: chatID
            )
        )
    }

    /// Reads the member's linked accounts at their banks, now; what changed, or everything again
    /// from its beginning or from a month.
    ///
    /// With `demoSeed`, the demo household takes the place of banks: three accounts and four
    /// months, which a member without linked accounts may look around in.
    ///
    /// The answer says what it brought; with `started`, the rest follows.
    @discardableResult
    public func syncTransactions(
        forceFullSync: Bool? = nil,
        demoSeed: Bool? = nil,
        from startMonth: CivilMonth? = nil
    ) async throws -> API.Insights.TransactionsSyncResponse {
        try await purser.call(
            API.Insights.syncTransactions,
            .init(
                forceFullSync: forceFullSync,
                demoSeed: demoSeed,
                startMonth: startMonth.map { .month($0) }
            )
        )
    }

    /// Forgets what banks, files and the demo household brought the member, with its edits.
    ///
    /// Accounts and their balances stay; with `unlinkPlaid` banks are unlinked as well. What takes
    /// long follows after the answer.
    @discardableResult
    public func resetTransactions(
        unlinkPlaid: Bool? = nil
    ) async throws -> API.Insights.TransactionsResetResponse {
        try await purser.call(API.Insights.resetTransactions, .init(unlinkPlaid: unlinkPlaid))
    }

    /// Deletes a user: the member itself, whose session is over then, or a child of a parent's.
    ///
    /// The operator deletes anyone, with the token of the server's settings.
    public func deleteUser(
        _ id: ID<Entity.Member>,
        adminToken: String? = nil
    ) async throws {
        _ = try await purser.call(
            API.Insights.deleteUser,
            .init(userID: id, adminToken: adminToken)
        )
    }

    /// Shows a conversation, else the latest one; without any, the id of one to begin.
    public func conversation(
        _ id: ID<Entity.Conversation>? = nil
    ) async throws -> API.Insights.AiChatResponse {
        try await purser.call(API.Insights.conversation, .init(conversationID: id))
    }

    /// Asks a question about the member's money; the answer is the last message.
    ///
    /// A conversation that is not there begins anew, under an id that the answer tells. What is
    /// named by `message` goes from the conversation first, with all later messages.
    @discardableResult
    public func sendMessage(
        _ question: String,
        in conversation: ID<Entity.Conversation>? = nil,
        truncatingFrom message: ID<Entity.ChatMessage>? = nil
    ) async throws -> API.Insights.AiChatResponse {
        try await purser.call(
            API.Insights.sendMessage,
            .init(
                message: question,
                conversationID: conversation,
                truncateFromMessageID: message
            )
        )
    }

    /// Deletes a conversation, or all of the member's; also when there is nothing to delete.
    @discardableResult
    public func deleteConversations(
        _ id: ID<Entity.Conversation>? = nil
    ) async throws -> Written<API.Insights.AiChatDeleteResponse> {
        try await purser.write(API.Insights.deleteConversations, .init(conversationID: id))
    }
}
