import Kernel
import SQL
import Store
import Testbed
import Testing

@testable import Operations

@Suite("A sync whose time is over")
struct SyncScopeTests {
    @Test("leaves the rest to whoever reads banks by themselves, at once", arguments: Engine.all)
    func unfinished(engine: Engine) async throws {
        try await LinkedHome.with(engine) { home in
            home.bank.tell(.page(.test("a", 400), hasMore: true), .page(.test("b", 500)))
            let owner = home.owner.id
            let items = try await home.server.database.read { session in
                try BankItems.list(of: owner, in: session).map(\.id)
            }
            let item = try #require(items.first)
            let banking = home.server.operations.banking
            let scope = SyncScope(milliseconds: 0)
            let outcomes = try await banking.sync(items, scope, home.server.call())
            #expect(outcomes == [item: .unfinished(BankItemRecord.Counts(added: 1))])
            #expect(try await home.rows().count == 1)
            // What is due is due by the time that passed meanwhile.
            home.server.clock.advance(seconds: 60)
            let report = try await banking.syncDueItems(home.server.call())
            #expect(report.done == 1 && report.failed == 0)
            #expect(try await home.rows().count == 2)
            #expect(home.bank.cursors == [nil, "c1"])
        }
    }
}
