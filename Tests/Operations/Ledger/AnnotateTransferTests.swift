import Contract
import Kernel
import Ledger
import Operations
import SQL
import Store
import Testbed
import Testing

@Suite("Annotating a transfer")
struct AnnotateTransferTests {
    private func withAccount(
        _ engine: Engine,
        _ work: (InProcessServer, TestAccount) async throws -> Void
    ) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            try await work(server, try await server.openAccount(of: parent))
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// What was spent by Guardian category, as the sums have it.
    private func spending(
        _ account: TestAccount,
        _ server: InProcessServer
    ) async throws -> [String: Int64] {
        let sums = try await server.database.read { session in
            try SpendRollups.sums(.byDay, of: account.owner.id, in: session)
        }
        return Dictionary(sums.map { ($0.key[0], $0.amountMinor) }, uniquingKeysWith: +)
    }

    private func annotate(
        _ transfer: ID<Entity.Transfer>,
        _ category: String?,
        as member: TestMember,
        _ server: InProcessServer
    ) async throws {
        try await server.operations.ledger.annotateTransfer(
            transfer,
            category: category,
            notes: nil,
            server.call(as: member)
        )
    }

    @Test(
        "moves its spending at once, to whatever its new word means",
        arguments: Engine.all,
        [
            ("groceries", "groceries"), ("Groceries", "groceries"), ("Shopping", "misc_online"),
            ("Games", "fun"), ("Birthday", "birthday"), ("fun", "fun"),
        ]
    )
    func moves(engine: Engine, words: (String, String)) async throws {
        try await withAccount(engine) { server, account in
            let id = try await server.spend(700, from: account)
            #expect(try await spending(account, server) == ["fun": 700])
            try await annotate(id, words.0, as: account.owner, server)
            #expect(try await spending(account, server) == [words.1: 700])
            try await annotate(id, nil, as: account.owner, server)
            #expect(try await spending(account, server) == ["fun": 700])
        }
    }

    @Test("takes what is called income out of the spending, and back in", arguments: Engine.all)
    func income(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            let id = try await server.spend(700, from: account)
            try await annotate(id, "Income", as: account.owner, server)
            #expect(try await spending(account, server) == [:])
            try await annotate(id, "fun", as: account.owner, server)
            #expect(try await spending(account, server) == ["fun": 700])
        }
    }

    @Test("made while it was pending holds when it is posted", arguments: Engine.all)
    func pending(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            let now = server.clock.now
            let id = try await server.record(
                account.purchase(700, on: now, phase: .pending),
                in: account
            )[0]
            try await annotate(id, "groceries", as: account.owner, server)
            #expect(try await spending(account, server) == [:])
            try await server.record(
                account.purchase(650, on: now, phase: .post, pending: id),
                in: account
            )
            #expect(try await spending(account, server) == ["groceries": 650])
        }
    }

    @Test(
        "moves the spending of what was posted, whichever of both ids is named",
        arguments: Engine.all,
        [true, false]
    )
    func posted(engine: Engine, isPendingNamed: Bool) async throws {
        try await withAccount(engine) { server, account in
            let now = server.clock.now
            let pending = try await server.record(
                account.purchase(700, on: now, phase: .pending),
                in: account
            )[0]
            let posted = try await server.record(
                account.purchase(650, on: now, phase: .post, pending: pending),
                in: account
            )[0]
            let named = isPendingNamed ? pending : posted
            try await annotate(named, "groceries", as: account.owner, server)
            #expect(try await spending(account, server) == ["groceries": 650])
        }
    }

    @Test("of a purchase that was taken back moves nothing", arguments: Engine.all)
    func reversed(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            let id = try await server.spend(700, from: account)
            let back = account.reversal(of: id, 700, on: server.clock.now)
            try await server.record(back, in: account)
            #expect(try await spending(account, server) == [:])
            try await annotate(id, "groceries", as: account.owner, server)
            #expect(try await spending(account, server) == [:])
        }
    }

    @Test("before it is taken back does not leave its spending behind", arguments: Engine.all)
    func annotatedThenReversed(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            let id = try await server.spend(700, from: account)
            try await annotate(id, "groceries", as: account.owner, server)
            let back = account.reversal(of: id, 700, on: server.clock.now)
            try await server.record(back, in: account)
            #expect(try await spending(account, server) == [:])
        }
    }

    @Test("is for its own member: to others it does not exist", arguments: Engine.all)
    func foreign(engine: Engine) async throws {
        try await withAccount(engine) { server, account in
            let id = try await server.spend(700, from: account)
            let stranger = try await server.registerParent("stranger@example.com")
            let child = try await server.registerChild(of: account.owner)
            let before = try await server.contents()
            for member in [stranger, child] {
                let problem = await #expect(throws: Problem.self) {
                    try await annotate(id, "groceries", as: member, server)
                }
                #expect(problem?.kind == .notFound)
            }
            #expect(try await server.contents() == before)
        }
    }
}
