import Contract
import Kernel
import PurserKit
import Testbed

/// Insights as a member's client calls it.
extension TestMember {
    func exchangePlaidToken(_ token: String) async throws -> API.Insights.PlaidExchangeResponse {
        try await purser.call(API.Insights.exchangePlaidToken, .init(publicToken: token))
    }

    func accountsOverview() async throws -> API.Insights.AccountsListResponse {
        try await purser.call(API.Insights.accountsOverview)
    }

    func transactionsOverview() async throws -> API.Insights.TransactionsListResponse {
        try await purser.call(API.Insights.transactionsOverview, .init())
    }

    func updateTransaction(
        _ id: ID<Entity.Entry>,
        category: String
    ) async throws -> API.Insights.Transaction {
        try await purser.call(
            API.Insights.updateTransaction,
            .init(transactionID: id, category: category)
        )
    }

    func syncTransactions(
        forceFullSync: Bool? = nil,
        demoSeed: Bool? = nil
    ) async throws -> API.Insights.TransactionsSyncResponse {
        try await purser.call(
            API.Insights.syncTransactions,
            .init(forceFullSync: forceFullSync, demoSeed: demoSeed)
        )
    }
}
