import Contract
import PurserKit
import Testbed
import Testing

/// Accounts and transactions.
extension FamilyStory {
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
        #expect(try await child.listCategories().categories.contains("Food and Drink"))
    }
}
