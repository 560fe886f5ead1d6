import Contract
import Kernel
import PurserKit
import Testbed
import Testing

/// Accounts and transactions with the figures of a window.
extension FamilyStory {
    func insights(_ cast: Cast) async throws {
        let parent = cast.parent.insights
        #expect(try await parent.createPlaidLinkToken().linkToken.isEmpty == false)
        let linked = try await parent.exchangePlaidToken("public-sandbox-insights")
        #expect(linked.status == .success && linked.requestID == linked.traceID)
        let synced = try await parent.syncTransactions()
        #expect(synced.status == .completed && synced.pendingCount == 0)
        let overview = try await parent.accountsOverview()
        #expect(overview.accounts.contains { $0.type == .savings && $0.linkedAt != nil })
        let today = Zone.utc.day(of: server.clock.now)
        let before = today.month.adding(months: -1)
        let page = try await parent.transactionsOverview(month: before)
        #expect(page.total == page.aggregates.count && page.total > 0)
        let sameDays = try await parent.transactionsOverview(
            from: .month(before),
            through: .day(before.lastDay),
            pageSize: 1
        )
        #expect(sameDays.total == page.total)
        let row = try #require(page.transactions.first)
        let edited = try await parent.updateTransaction(row.id, category: "pets", notes: "cat")
            .get()
        #expect(edited.category == "pets" && edited.notes == "cat" && edited.id == row.id)
        try await copies(of: row.id, cast.parent)
        let summary = try await parent.monthlySummary(before)
        #expect(summary.totals.net == page.aggregates.netTotal)
        #expect(summary.latestHighlight == nil && !summary.aiHighlight.title.isEmpty)
        try await parent.syncTransactions(forceFullSync: true, from: before)
        let kept = try await parent.transactionsOverview(month: before).transactions
        #expect(kept.first { $0.id == row.id }?.category == "pets")
        let pets = try await parent.searchTransactions(categories: ["pets"])
        #expect(pets.references.map(\.transactionID) == [row.id])
        let told = try await parent.searchTransactions(categories: ["pets"], chatID: pets.chatID)
        #expect(told.stats.count == 0 && told.chatID == pets.chatID)
        let totals = try await parent.monthlyTotals(month: before)
        #expect(totals.categories.contains { $0.label == "pets" && $0.count == 1 })
        let sums = try await parent.aggregateTransactions(
            by: .month,
            from: before.firstDay,
            through: before.lastDay
        )
        #expect(sums.timeline.map(\.sum) == sums.buckets.map(\.sum))
        let accounts = try await cast.parent.banking.listAccounts().accounts
        for account in accounts where account.institutionName == "Plaid Sandbox" {
            try await cast.parent.banking.deleteAccount(account.id)
        }
        try await demo(cast)
        try await conversations(cast)
    }

    /// The edit of a transaction, as devices copy it.
    private func copies(of id: ID<Entity.Entry>, _ app: Purser) async throws {
        let record = try await app.sync.get(API.Sync.transactionEdit, id)
        #expect(record.value == API.Sync.TransactionEditValue(category: "pets", notes: "cat"))
        let value = API.Sync.TransactionEditValue(category: "pets", notes: "dog")
        let put = try await app.sync.put(API.Sync.transactionEdit, id, value, of: record.version)
        #expect(put.value == value && put.version > record.version)
    }

    /// A parent asks, asks otherwise, and takes the conversations away.
    private func conversations(_ cast: Cast) async throws {
        let parent = cast.parent.insights
        #expect(try await parent.conversation().messages.isEmpty)
        let asked = try await parent.sendMessage("How much did I spend last month?")
        let first = try #require(asked.messages.first)
        #expect(asked.messages.count == 2 && first.role == .user)
        let again = try await parent.sendMessage(
            "What is my balance?",
            in: asked.conversationID,
            truncatingFrom: first.id
        )
        #expect(again.conversationID == asked.conversationID && again.messages.count == 2)
        #expect(try await parent.conversation(again.conversationID).messages == again.messages)
        #expect(try await parent.deleteConversations(asked.conversationID).get().status == .deleted)
        #expect(try await parent.deleteConversations().get().status == .deleted)
        #expect(try await parent.conversation().messages.isEmpty)
    }

    /// A child looks around in the demo household, and forgets it.
    private func demo(_ cast: Cast) async throws {
        let child = cast.child.insights
        let before = try await child.transactionsOverview().total
        let seeded = try await child.syncTransactions(demoSeed: true)
        #expect(seeded.status == .completed && seeded.syncedCount > 99)
        #expect(try await child.transactionsOverview().total == before + seeded.syncedCount)
        #expect(try await child.resetTransactions().status == .accepted)
        #expect(try await child.transactionsOverview().total == before)
        for account in try await cast.child.banking.listAccounts().accounts
        where ["Chase", "American Express", "Ally"].contains(account.institutionName) {
            try await cast.child.banking.deleteAccount(account.id)
        }
    }
}
