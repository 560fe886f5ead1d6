import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@Suite("The bank of a member who was removed")
struct FormerMemberTests {
    /// So many records that they are forgotten in two pieces.
    private static let count = Limits.walkRows + 1

    /// Links the bank for a member, to whom it tells something.
    private func link(
        _ member: TestMember,
        _ token: String,
        _ home: LinkedHome,
        _ told: [ProviderTransaction]
    ) async throws {
        _ = try await member.purser.call(
            API.Banking.exchangePublicToken,
            .init(publicToken: "public-sandbox-\(token)")
        )
        home.bank.tell(.told(ScriptedBank.Page(told)))
        let answer = try await member.purser.call(API.Banking.syncAccounts)
        #expect(answer.transactionsAdded == Int64(told.count))
    }

    /// Lets the job give up the one item that is due, and reads nothing.
    private func giveUp(_ home: LinkedHome) async throws {
        let asked = home.bank.cursors.count
        let job = { try await home.server.operations.banking.syncDueItems(home.server.call()) }
        #expect(home.bank.removals == 0)
        let report = try await job()
        #expect(report.done == 1 && report.failed == 0 && report.failures == [])
        #expect(home.bank.removals == 1 && home.bank.cursors.count == asked)
        #expect(try await home.server.contents().count("bank_items") == 1)
        // Hours later only the one who stayed is read.
        home.server.clock.advance(milliseconds: Limits.bankFreshMilliseconds)
        let later = try await job()
        #expect(later.done == 1 && later.failed == 0 && later.failures == [])
        #expect(home.bank.removals == 1 && home.bank.cursors.count == asked + 1)
    }

    @Test("of a child is given up, and all that it told is forgotten", arguments: Engine.all)
    func child(engine: Engine) async throws {
        try await LinkedHome.with(engine) { home in
            home.bank.tell(.page(.test("o1", 700)))
            try await home.sync()
            let rows = try await home.rows()
            let child = try await home.server.registerChild(of: home.owner)
            let told = (1...Self.count).map { number in
                ProviderTransaction.test("t\(number)", Int64(number))
            }
            try await link(child, "child", home, told)
            let family = try await home.owner.purser.call(API.Allowance.familyChildren)
            let id = try #require(family.children.first?.childID)
            _ = try await home.owner.purser.call(API.Allowance.removeChild, .init(childID: id))
            let contents = try await home.server.contents()
            #expect(contents.count("bank_records") == 1)
            #expect(contents.count("bank_accounts") == 1)
            try await giveUp(home)
            #expect(try await home.rows() == rows)
        }
    }

    @Test("of a parent is given up, and the household keeps its records", arguments: Engine.all)
    func parent(engine: Engine) async throws {
        try await LinkedHome.with(engine) { home in
            try await home.sync()
            let second = try await home.server.registerSecondParent(
                "second@example.com",
                of: home.owner
            )
            try await link(second, "second", home, [.test("t1", 100)])
            _ = try await home.owner.purser.call(
                API.Allowance.removeParent,
                .init(memberID: second.id, password: InProcessServer.password)
            )
            try await giveUp(home)
            #expect(try await home.server.contents().count("bank_records") == 1)
        }
    }
}
