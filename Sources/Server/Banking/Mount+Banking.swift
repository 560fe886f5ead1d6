import Contract
import Operations

extension Mount {
    /// Serves accounts, and what happened on them.
    mutating func serveBanking(_ banking: BankingOperations) {
        serve(API.Banking.createLinkToken, banking.createLinkToken)
        serve(API.Banking.exchangePublicToken, banking.exchangePublicToken)
        serve(API.Banking.listAccounts, banking.listAccounts)
        serve(API.Banking.deleteAccount, banking.deleteAccount)
        serve(API.Banking.syncAccounts, banking.syncAccounts)
        serve(API.Banking.syncStatus, banking.syncStatus)
        serve(API.Banking.listTransactions, banking.listTransactions)
        serve(API.Banking.recentTransactions, banking.recentTransactions)
        serve(API.Banking.summarizeTransactions, banking.summarizeTransactions)
        serve(API.Banking.listCategories, banking.listCategories)
        serveFile(API.Banking.exportTransactions, banking.exportTransactions)
        serve(API.Banking.importBankFile, status: \.import.status) { input, file, call, patience in
            try await banking.importBankFile(input, file, call, patience: patience)
        }
        serve(API.Banking.listImports, banking.listImports)
        serve(API.Banking.importStatus, banking.importStatus)
        serve(API.Banking.revertImport) { try await banking.revertImport($0, $1) }
        serve(API.Banking.registerDeviceToken, banking.registerDeviceToken)
        serve(API.Banking.testNotification, banking.testNotification)
        serve(API.Banking.getNotificationPreferences, banking.getNotificationPreferences)
        serve(API.Banking.setNotificationPreferences, banking.setNotificationPreferences)
    }
}

extension API.Banking.Import {
    /// The status of an answer to a file: nothing was stored, all of it is, or some of it is.
    fileprivate var status: Int {
        switch state {
        case .preview: 200
        case .running: 202
        case .done, .reverting, .reverted: 201
        }
    }
}
