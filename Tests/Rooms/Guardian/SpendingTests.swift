import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What counts against a monthly limit")
struct SpendingTests {
    /// Runs `work` with a parent whose limit for fun is 20000 cents, and an account.
    private func withLimit(
        _ engine: Engine,
        timeZone: String? = nil,
        _ work: (InProcessServer, TestAccount) async throws -> Void
    ) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent(timeZone: timeZone)
            _ = try await parent.setRule("fun", 20_000)
            try await work(server, try await server.openAccount(of: parent))
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// What is left of the 20000 cents: the most that is authorized, found by asking.
    private func left(_ account: TestAccount, as member: TestMember? = nil) async throws -> Int64 {
        let member = member ?? account.owner
        var (low, high) = (Int64(0), Int64(10_000))
        while low < high {
            let middle = (low + high + 1) / 2
            if try await member.authorize(middle).reason == .ok {
                low = middle
            } else {
                high = middle - 1
            }
        }
        return low
    }

    @Test(
        "is what was posted, not what is pending, and not what was taken back",
        arguments: Engine.all
    )
    func phases(engine: Engine) async throws {
        try await withLimit(engine) { server, account in
            let now = server.clock.now
            let pending = try await server.record(
                account.purchase(19_000, on: now, phase: .pending),
                in: account
            )[0]
            #expect(try await left(account) == 10_000)
            let posted = try await server.record(
                account.purchase(15_000, on: now, phase: .post, pending: pending),
                in: account
            )[0]
            #expect(try await left(account) == 5_000)
            try await server.record(account.reversal(of: posted, 15_000, on: now), in: account)
            #expect(try await left(account) == 10_000)
            let voided = try await server.record(
                account.purchase(19_000, on: now, phase: .pending),
                in: account
            )[0]
            try await server.record(
                account.purchase(19_000, on: now, phase: .void, pending: voided),
                in: account
            )
            #expect(try await left(account) == 10_000)
        }
    }

    @Test("is not lowered by money that comes in", arguments: Engine.all)
    func income(engine: Engine) async throws {
        try await withLimit(engine) { server, account in
            try await server.spend(12_000, from: account)
            try await server.record(account.income(50_000, on: server.clock.now), in: account)
            #expect(try await left(account) == 8_000)
        }
    }

    @Test("moves at once with an edit of the category", arguments: Engine.all)
    func edits(engine: Engine) async throws {
        try await withLimit(engine) { server, account in
            let id = try await server.spend(12_000, from: account)
            for (word, rest) in [
                ("groceries", Int64(10_000)), ("Games", 8_000), ("Income", 10_000),
            ] {
                try await server.operations.ledger.annotateTransfer(
                    id,
                    category: word,
                    notes: nil,
                    server.call(as: account.owner)
                )
                #expect(try await left(account) == rest, "\(word)")
            }
        }
    }

    @Test("is of this category alone", arguments: Engine.all)
    func categories(engine: Engine) async throws {
        try await withLimit(engine) { server, account in
            for category in ["groceries", "games", "entertainment", nil] {
                try await server.spend(15_000, category, at: "Corner Shop", from: account)
            }
            // The ledger's word for a purchase in `games` is Games, which Guardian counts as fun.
            #expect(try await left(account) == 5_000)
        }
    }

    @Test("is of the household's currency alone", arguments: Engine.all)
    func currencies(engine: Engine) async throws {
        try await withLimit(engine) { server, account in
            let euro = try #require(Currency(code: "EUR"))
            let before = try await server.contents()
            await #expect(throws: PostingRefusal.currencyMismatch) {
                try await server.record(
                    account.purchase(19_000, on: server.clock.now, currency: euro),
                    in: account
                )
            }
            #expect(try await server.contents() == before)
            let ids = try await server.openAccounts(in: euro, of: account.owner)
            let abroad = TestAccount(owner: account.owner, id: ids[0], world: ids[1])
            try await server.record(
                abroad.purchase(19_000, on: server.clock.now, currency: euro),
                in: abroad
            )
            #expect(try await server.contents().count("transfers") == 1)
            #expect(try await left(account) == 10_000)
        }
    }

    @Test("begins with the month in the household's own zone", arguments: Engine.all)
    func months(engine: Engine) async throws {
        try await withLimit(engine, timeZone: "America/New_York") { server, account in
            let left = { (text: String) in
                server.clock.set(text)
                return try await self.left(account, as: try await server.login(account.owner.email))
            }
            // 22:00 on January 31 in New York.
            server.clock.set("2025-02-01T03:00:00Z")
            try await server.spend(12_000, from: account)
            #expect(try await left("2025-02-01T03:00:00Z") == 8_000)
            #expect(try await left("2025-02-01T04:59:59Z") == 8_000)
            #expect(try await left("2025-02-01T05:00:00Z") == 10_000)
            try await server.spend(11_000, from: account)
            #expect(try await left("2025-02-01T05:00:00Z") == 9_000)
            #expect(try await left("2025-03-01T04:59:59Z") == 9_000)
            #expect(try await left("2025-03-01T05:00:00Z") == 10_000)
        }
    }

    @Test(
        "counts a purchase in the month it was made, not when it was heard of",
        arguments: Engine.all
    )
    func late(engine: Engine) async throws {
        try await withLimit(engine) { server, account in
            for text in ["2024-12-31T23:59:59Z", "2025-01-01T00:00:00Z", "2025-01-15T12:00:00Z"] {
                let purchase = account.purchase(4_000, on: Timestamp(test: text))
                try await server.record(purchase, in: account)
            }
            #expect(try await left(account) == 10_000)
            try await server.spend(4_000, from: account)
            #expect(try await left(account) == 8_000)
        }
    }

    @Test("counts a bank's record once, however often it comes", arguments: Engine.all)
    func records(engine: Engine) async throws {
        try await withLimit(engine) { server, account in
            for _ in 0..<3 {
                try await server.record(
                    account.purchase(12_000, on: server.clock.now, record: "r-1"),
                    in: account
                )
            }
            #expect(try await left(account) == 8_000)
        }
    }
}

extension InProcessServer {
    /// Opens a member's account in another currency, and the household's World beside it.
    func openAccounts(
        in currency: Currency,
        of owner: TestMember
    ) async throws -> [ID<Entity.Account>] {
        let call = call()
        return try await database.write { session in
            try [AccountKind.bank, .world].map { kind in
                let account = AccountRecord(
                    id: call.ids.next(at: call.now),
                    household: owner.household,
                    member: kind == .world ? nil : owner.id,
                    kind: kind,
                    name: currency.code,
                    currency: currency,
                    createdAt: call.now
                )
                try Accounts.insert(account, in: session)
                return account.id
            }
        }
    }
}
