public import Contract
public import Kernel

/// What ``InsightsService`` does: accounts and transactions with the figures of a window.
///
/// Code of an app that takes this, and not the service itself, has a stand-in in its tests. Each
/// requirement is the service's own by that name; arguments that it may leave out are named here.
public protocol InsightsServing: Sendable {
    func createPlaidLinkToken() async throws -> API.Insights.PlaidLinkTokenResponse
    @discardableResult
    func exchangePlaidToken(
        _ publicToken: String
    ) async throws -> API.Insights.PlaidExchangeResponse
    func accountsOverview() async throws -> API.Insights.AccountsListResponse
    func transactionsOverview(
        month: CivilMonth,
        accountID: ID<Entity.Account>?,
        page: Int64?,
        pageSize: Int64?
    ) async throws -> API.Insights.TransactionsListResponse
    func transactionsOverview(
        from first: MonthOrDay?,
        through last: MonthOrDay?,
        accountID: ID<Entity.Account>?,
        page: Int64?,
        pageSize: Int64?
    ) async throws -> API.Insights.TransactionsListResponse
    func monthlySummary(
        _ month: CivilMonth,
        generateAi: Bool?
    ) async throws -> API.Insights.AnalyticsSummaryResponse
    @discardableResult
    func updateTransaction(
        _ id: ID<Entity.Entry>,
        category: String?,
        notes: String?
    ) async throws -> Written<API.Insights.Transaction>
    func searchTransactions(
        _ query: String?,
        from first: CivilDay?,
        through last: CivilDay?,
        categories: [String]?,
        merchant: String?,
        amountMin: Int64?,
        amountMax: Int64?,
        topK: Int64?,
        chatID: String?
    ) async throws -> API.Insights.RagSearchResponse
    func monthlyTotals(
        month: CivilMonth
    ) async throws -> API.Insights.RagSummariesResponse
    func aggregateTransactions(
        by granularity: API.Insights.RagGranularity,
        from first: CivilDay?,
        through last: CivilDay?,
        chatID: String?
    ) async throws -> API.Insights.RagAggregateResponse
    @discardableResult
    func syncTransactions(
        forceFullSync: Bool?,
        demoSeed: Bool?,
        from startMonth: CivilMonth?
    ) async throws -> API.Insights.TransactionsSyncResponse
    @discardableResult
    func resetTransactions(
        unlinkPlaid: Bool?
    ) async throws -> API.Insights.TransactionsResetResponse
    func deleteUser(
        _ id: ID<Entity.Member>,
        adminToken: String?
    ) async throws
    func conversation(
        _ id: ID<Entity.Conversation>?
    ) async throws -> API.Insights.AiChatResponse
    @discardableResult
    func sendMessage(
        _ question: String,
        in conversation: ID<Entity.Conversation>?,
        truncatingFrom message: ID<Entity.ChatMessage>?
    ) async throws -> API.Insights.AiChatResponse
    @discardableResult
    func deleteConversations(
        _ id: ID<Entity.Conversation>?
    ) async throws -> Written<API.Insights.AiChatDeleteResponse>
    func answer(
        to question: String,
        in conversationID: ID<Entity.Conversation>?,
        truncatingFrom messageID: ID<Entity.ChatMessage>?
    ) -> AsyncThrowingStream<AnswerPiece, any Error>
}

extension InsightsService: InsightsServing {}
