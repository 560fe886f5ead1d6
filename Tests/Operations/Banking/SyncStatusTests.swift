import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@Suite("Whether a sync is worth while")
struct SyncStatusTests {
    @Test("is told of each account by its own last sync", arguments: Engine.all)
    func accounts(engine: Engine) async throws {
        try await LinkedHome.with(engine, at: "2025-08-20T07:30:00Z") { home in
            let clock = home.server.clock
            let job = { try await home.server.operations.banking.syncDueItems(home.server.call()) }
            clock.set("2025-08-20T07:59:59Z")
            try await home.sync()
            // The job reads what is due: the account that was just linked.
            clock.set("2025-08-20T08:00:00Z")
            home.bank.stand(for: "Second Bank")
            home.bank.have(.test("acc2", mask: "2222"))
            let second = try await home.link("b").accounts
            #expect(try await job().done == 1)
            home.bank.stand(for: "Third Bank")
            home.bank.have(.test("acc3", mask: "3333"))
            let third = try await home.link("c").accounts
            clock.set("2025-08-20T12:00:00Z")
            let accounts = try await home.accounts()
            let ids = accounts.map(\.id)
            #expect(ids.count == 3 && Array(ids.dropFirst()) == (second + third).map(\.id))
            let synced = accounts.map { $0.lastSyncedAt?.instant.text }
            #expect(synced == ["2025-08-20T07:59:59Z", "2025-08-20T08:00:00Z", nil])
            let status = try await home.owner.purser.call(API.Banking.syncStatus)
            #expect(status.syncRecommended && !status.syncing)
            #expect(status.accountsNeedingUpdate == [ids[0], ids[2]])
            #expect(status.lastSyncAt?.instant.text == "2025-08-20T08:00:00Z")
        }
    }
}
