extension API.Insights {
    /// The room's endpoints.
    public static let endpoints: [any EndpointDeclaration] = [
        createPlaidLinkToken, exchangePlaidToken,
        accountsOverview, transactionsOverview, updateTransaction, syncTransactions,
        conversation, sendMessage, deleteConversations,
        monthlySummary,
        searchTransactions, monthlyTotals, aggregateTransactions,
    ]
}
