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
        serve(API.Insights.searchTransactions, insights.searchTransactions)
        serve(API.Insights.monthlyTotals, insights.monthlyTotals)
        serve(API.Insights.aggregateTransactions, insights.aggregateTransactions)
        serve(API.Insights.conversation, insights.conversation)
        serve(API.Insights.sendMessage, insights.sendMessage) { input, call in
            let question = try await insights.openQuestion(input, call)
            return ToldAnswer { tell in
                try await insights.answer(question, call, telling: tell)
            }
        }
        serve(API.Insights.deleteConversations, insights.deleteConversations)
        serve(API.Insights.resetTransactions, insights.resetTransactions)
    }

    /// Serves the deletion of users, which the operator's token opens too.
    mutating func serveDeletion(
        _ allowance: AllowanceOperations,
        _ operatorToken: OperatorToken?
    ) {
        serve(API.Insights.deleteUser) { input, call in
            let isOperator = operatorToken?.isSame(as: input.adminToken) ?? false
            return try await allowance.deleteUser(input, isOperator: isOperator, call)
        }
    }
}
