import Contract
import PurserKit
import Testbed
import Testing

/// Accounts and transactions.
extension FamilyStory {
    /// A statement comes, and is taken back.
    private func imports(_ banking: BankingService) async throws {
        let file = Array("Date,Amount,Description\n2025-01-13,-4.50,Coffee\n".utf8)
        let preview = try await banking.importFile(file, accountName: "Checking", preview: true)
        #expect(preview.import.preview && preview.import.rowsNew == 1)
        let done = try await banking.importFile(file, named: "a.csv", accountName: "Checking")
        #expect(done.import.state == .done && done.import.fileName == "a.csv")
        #expect(try await banking.imports().imports == [done.import])
        #expect(try await banking.importStatus(done.import.id) == done.import)
        #expect(try await banking.revertImport(done.import.id).state == .reverted)
    }

    func transactions(_ cast: Cast) async throws {
        let child = cast.child.banking
        let wallet = try #require(try await child.listAccounts().accounts.first)
        #expect(wallet.accountSubtype == "allowance")
        let ofWallet = try await child.listTransactions(accountID: wallet.id)
        #expect(ofWallet.transactions.allSatisfy { $0.accountID == wallet.id })
        let page = try await child.listTransactions(limit: 100)
        #expect(page.total == Int64(page.transactions.count))
        #expect(ofWallet.total > 0 && ofWallet.total <= page.total)
        let today = DateFilter.instant(server.clock.now)
        #expect(try await child.listTransactions(from: today, through: today).total == page.total)
        let recent = try await child.recentTransactions()
        #expect(Set(recent.transactions.map(\.id)) == Set(page.transactions.map(\.id)))
        let since = recent.lastUpdated
        #expect(try await child.recentTransactions(since: since).hasMore == false)
        let spent = try await child.summarizeTransactions(days: 7)
        let sameDays = try await child.summarizeTransactions(from: .day(spent.startDate.day))
        #expect(spent == sameDays)
        var exported = ""
        let export = try await child.exportTransactions(as: .csv, accountID: wallet.id)
        for try await piece in export { exported += String(decoding: piece, as: UTF8.self) }
        #expect(export.fileName?.hasSuffix(".csv") == true)
        #expect(exported.matches(of: /\r\n/).count == Int(ofWallet.total) + 1)
        #expect(try await child.listCategories().categories.contains("Food and Drink"))
        try await linkedAccounts(cast)
        try await imports(cast.parent.banking)
    }

    private func linkedAccounts(_ cast: Cast) async throws {
        let parent = cast.parent.banking
        #expect(try await parent.createLinkToken().linkToken.isEmpty == false)
        let before = try await parent.listTransactions().total
        let linked = try await parent.exchangePublicToken("public-sandbox-story").accounts
        #expect(linked.count == 3)
        #expect(try await parent.syncStatus().accountsNeedingUpdate == linked.map(\.id))
        let synced = try await parent.syncAccounts()
        #expect(synced.accountsSynced == 3 && synced.transactionsAdded > 0)
        #expect(try await parent.syncStatus().syncRecommended == false)
        for account in linked { try await parent.deleteAccount(account.id) }
        #expect(try await parent.listTransactions().total == before)
    }

    func notifications(_ cast: Cast) async throws {
        let child = cast.child.banking
        try await child.registerDeviceToken("00fc13adff785122")
        #expect(try await child.testNotification().sent)
        let usual = try await child.getNotificationPreferences()
        #expect(usual.lowBalanceThreshold.minor == 5_000)
        let changed = try await child.setNotificationPreferences(
            .init(lowBalanceThreshold: DecimalAmount(minor: 2_550))
        ).get()
        #expect(changed.lowBalanceThreshold.minor == 2_550)
        #expect(try await child.getNotificationPreferences() == changed)
    }
}
