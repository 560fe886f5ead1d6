import Contract
import PurserKit

extension EndpointRow {
    /// The methods of accounts and transactions.
    static let banking: [EndpointRow] = [
        EndpointRow(API.Banking.listAccounts) { app, _ in
            try await app.banking.listAccounts()
        },
        EndpointRow(API.Banking.createLinkToken) {
            try await $0.banking.createLinkToken(products: $1.products)
        },
        EndpointRow(API.Banking.exchangePublicToken) {
            try await $0.banking.exchangePublicToken($1.publicToken)
        },
        EndpointRow(API.Banking.deleteAccount) {
            try await $0.banking.deleteAccount($1.id)
        },
        EndpointRow(API.Banking.syncAccounts) { app, _ in
            try await app.banking.syncAccounts()
        },
        EndpointRow(API.Banking.syncStatus) { app, _ in
            try await app.banking.syncStatus()
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
        EndpointRow(API.Banking.exportTransactions) {
            _ = try await $0.banking.exportTransactions(
                as: $1.format,
                from: $1.startDate,
                through: $1.endDate,
                accountID: $1.accountID
            )
        },
        EndpointRow(API.Banking.listCategories) { app, _ in
            try await app.banking.listCategories()
        },
        EndpointRow(API.Banking.importBankFile, file: [0x41]) {
            try await $0.banking.importFile([0x41], accountName: $1.accountName)
        },
        EndpointRow(API.Banking.listImports) { app, _ in try await app.banking.imports() },
        EndpointRow(API.Banking.importStatus) { try await $0.banking.importStatus($1.id) },
        EndpointRow(API.Banking.revertImport) { try await $0.banking.revertImport($1.id) },
        EndpointRow(API.Banking.registerDeviceToken) {
            try await $0.banking.registerDeviceToken($1.deviceToken)
        },
        EndpointRow(API.Banking.testNotification) { app, _ in
            try await app.banking.testNotification()
        },
        EndpointRow(API.Banking.getNotificationPreferences) { app, _ in
            try await app.banking.getNotificationPreferences()
        },
        EndpointRow(API.Banking.setNotificationPreferences) {
            try await $0.banking.setNotificationPreferences($1)
        },
    ]
}
