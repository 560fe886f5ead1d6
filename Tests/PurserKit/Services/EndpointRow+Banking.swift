import Contract
import PurserKit

extension EndpointRow {
    /// The methods of accounts and transactions.
    static let banking: [EndpointRow] = [
        EndpointRow(API.Banking.listAccounts) { app, _ in
            try await app.banking.listAccounts()
        },
        EndpointRow(API.Banking.listTransactions) {
            try await $0.banking.listTransactions(
                limit: $1.limit?.value,
                offset: $1.offset?.value,
                from: $1.startDate,
                through: $1.endDate,
                category: $1.category,
                accountID: $1.accountID
            )
        },
        EndpointRow(API.Banking.recentTransactions) {
            try await $0.banking.recentTransactions(since: $1.since)
        },
        EndpointRow(API.Banking.summarizeTransactions) {
            try await $0.banking.summarizeTransactions(days: $1.days)
        },
        EndpointRow(API.Banking.listCategories) { app, _ in
            try await app.banking.listCategories()
        },
    ]
}
