import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Two families on one server")
struct OtherFamilyTests {
    @Test("are each shown their own children and sums alone", arguments: Engine.all)
    func dashboards(engine: Engine) async throws {
        try await withWallet(engine, holding: "40") { family in
            let bob = try await family.registerSibling().childID
            #expect(try await family.move("2.25", "Credit", of: bob).status == 201)
            let other = try await family.other()
            #expect(try await other.move("5", "Credit").status == 201)
            #expect(try await other.move("2", "Debit").status == 201)
            family.server.clock.advance(seconds: 1)
            let own = try await family.parent.purser.call(API.Allowance.parentDashboard)
            #expect(own.children.map(\.childID) == [family.id, bob])
            #expect(own.children.map(\.recentTransactionCount) == [1, 1])
            #expect(own.totalChildren == 2 && own.totalBalance.minor == 4_225)
            #expect(own.totalWeeklyAllowance.minor == 1_750)
            let theirs = try await other.parent.purser.call(API.Allowance.parentDashboard)
            #expect(theirs.children.map(\.childID) == [other.id])
            #expect(theirs.children.map(\.recentTransactionCount) == [2])
            #expect(theirs.totalChildren == 1 && theirs.totalBalance.minor == 300)
            #expect(theirs.totalWeeklyAllowance.minor == 1_000)
            let alice = try await family.child.purser.call(API.Allowance.childDashboard)
            #expect(alice.childID == family.id && alice.currentBalance.minor == 4_000)
            #expect(alice.recentTransactions.map(\.amount.minor) == [4_000])
            #expect(alice.monthlyStats == .init(earnedMinor: 4_000, spentMinor: 0))
            let kid = try await other.child.purser.call(API.Allowance.childDashboard)
            #expect(kid.childID == other.id && kid.currentBalance.minor == 300)
            #expect(kid.recentTransactions.map(\.amount.minor) == [200, 500])
            #expect(kid.monthlyStats == .init(earnedMinor: 500, spentMinor: 200))
            try await family.expectNothing(of: other)
            try await other.expectNothing(of: family)
        }
    }

    @Test("have each a pool and debts of their own", arguments: Engine.all)
    func pools(engine: Engine) async throws {
        try await withWallet(engine) { family in
            _ = try await family.registerSibling()
            let other = try await family.other()
            try await family.setPool(500)
            #expect(try await other.pool().isLimited == false)
            try await other.setPool(700)
            #expect(try await family.pool().balance?.minor == 500)
            let server = family.server
            _ = try await server.operations.allowance.payAllowances(server.call())
            let dry = API.Allowance.PoolResponse(
                balance: DecimalAmount(minor: 500),
                owed: DecimalAmount(minor: 1_750),
                owedCount: 2
            )
            #expect(try await family.pool() == dry)
            let theirs = try await other.pool()
            #expect(theirs.balance?.minor == 700)
            #expect(theirs.owed.minor == 1_000 && theirs.owedCount == 1)
            // What the others put in pays their own child, and nobody else.
            let deposit = API.Allowance.PoolDepositRequest(amount: DecimalAmount(minor: 300))
            let paid = try await other.parent.purser.call(API.Allowance.depositToPool, deposit)
            #expect(paid.balance?.minor == 0 && paid.owedCount == 0)
            #expect(try await other.balance() == 1_000)
            #expect(try await family.pool() == dry)
            #expect(try await family.balance() == 0)
        }
    }
}

extension WalletFamily {
    /// Another family on the same server, whose child has ten a week.
    fileprivate func other() async throws -> WalletFamily {
        let parent = try await server.registerParent("stranger@example.com")
        let child = try await server.registerChild("kid@example.com", of: parent)
        return WalletFamily(
            server: server,
            parent: parent,
            child: child,
            id: try await child.ownChildID()
        )
    }

    /// No answer about the family's pool or on a first page names anybody of another one.
    fileprivate func expectNothing(of other: WalletFamily) async throws {
        let pages = [
            ("/dashboard/parent", parent), ("/families/current/pool", parent),
            ("/dashboard/child", child),
        ]
        let strange = [
            other.id.text, other.child.id.text, other.parent.id.text, other.parent.household.text,
        ]
        for (path, member) in pages {
            let answer = try await get(path, as: member)
            #expect(answer.status == 200, "\(path)")
            #expect(strange.filter { answer.text.contains($0) } == [], "\(path)")
        }
    }

    /// What allowances are paid from, as the parent is shown it.
    fileprivate func pool() async throws -> API.Allowance.PoolResponse {
        try await parent.purser.call(API.Allowance.getPool)
    }

    /// Gives the pool a balance in cents.
    fileprivate func setPool(_ minor: Int64) async throws {
        let request = API.Allowance.PoolRequest(balance: DecimalAmount(minor: minor))
        _ = try await parent.purser.call(API.Allowance.setPool, request)
    }
}
