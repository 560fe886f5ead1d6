import Contract
import Operations

extension Mount {
    /// Serves accounts and transactions with the figures of a window.
    mutating func serveInsights(_ insights: InsightsOperations) {
        serve(API.Insights.createPlaidLinkToken, insights.createPlaidLinkToken)
        serve(API.Insights.exchangePlaidToken, insights.exchangePlaidToken)
        serve(API.Insights.accountsOverview, insights.accountsOverview)
        serve(API.Insights.transactionsOverview, insights.transactionsOverview)
        serve(API.Insights.updateTransaction, insights.updateTransaction)
        serve(API.Insights.syncTransactions, insights.syncTransactions)
        serve(API.Insights.monthlySummary, insights.monthlySummary)
    }
}
