import Contract
import Operations

extension Mount {
    /// Serves accounts, and what happened on them.
    mutating func serveBanking(_ banking: BankingOperations) {
        serve(API.Banking.listAccounts, banking.listAccounts)
        serve(API.Banking.listTransactions, banking.listTransactions)
        serve(API.Banking.recentTransactions, banking.recentTransactions)
        serve(API.Banking.summarizeTransactions, banking.summarizeTransactions)
        serve(API.Banking.listCategories, banking.listCategories)
    }
}
