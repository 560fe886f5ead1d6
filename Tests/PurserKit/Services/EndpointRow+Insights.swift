import Contract
import PurserKit

extension EndpointRow {
    /// The methods of accounts and transactions with the figures of a window.
    static let insights: [EndpointRow] = [
        EndpointRow(API.Insights.createPlaidLinkToken) { app, _ in
            try await app.insights.createPlaidLinkToken()
        },
        EndpointRow(API.Insights.exchangePlaidToken) {
            try await $0.insights.exchangePlaidToken($1.publicToken)
        },
        EndpointRow(API.Insights.accountsOverview) { app, _ in
            try await app.insights.accountsOverview()
        },
        EndpointRow(API.Insights.transactionsOverview) { app, input in
            guard let month = input.month?.month else {
                return try await app.insights.transactionsOverview()
            }
            return try await app.insights.transactionsOverview(
                month: month,
                page: input.page?.value
            )
        },
        EndpointRow(API.Insights.updateTransaction) {
            try await $0.insights.updateTransaction(
                $1.transactionID,
                category: $1.category,
                notes: $1.notes?.text
            )
        },
        EndpointRow(API.Insights.syncTransactions) {
            try await $0.insights.syncTransactions(forceFullSync: $1.forceFullSync)
        },
        EndpointRow(API.Insights.monthlySummary) {
            try await $0.insights.monthlySummary($1.month.month, generateAi: $1.generateAi)
        },
        EndpointRow(API.Insights.searchTransactions) {
            try await $0.insights.searchTransactions($1.q, from: $1.from?.day, chatID: $1.chatID)
        },
        EndpointRow(API.Insights.monthlyTotals) {
            try await $0.insights.monthlyTotals(month: $1.month.month)
        },
        EndpointRow(API.Insights.aggregateTransactions) {
            try await $0.insights.aggregateTransactions(by: $1.granularity, chatID: $1.chatID)
        },
        EndpointRow(API.Insights.resetTransactions) {
            try await $0.insights.resetTransactions(unlinkPlaid: $1.unlinkPlaid)
        },
        EndpointRow(API.Insights.deleteUser) {
            try await $0.insights.deleteUser($1.userID, adminToken: $1.adminToken)
        },
        EndpointRow(API.Insights.conversation) {
            try await $0.insights.conversation($1.conversationID)
        },
        EndpointRow(API.Insights.sendMessage) {
            try await $0.insights.sendMessage(
                $1.message,
                in: $1.conversationID,
                truncatingFrom: $1.truncateFromMessageID
            )
        },
        EndpointRow(API.Insights.deleteConversations) {
            try await $0.insights.deleteConversations($1.conversationID)
        },
    ]
}
