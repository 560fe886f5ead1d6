import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Testbed
import Testing

/// A server that is asked to stop waits for its jobs, so a job may not go on for long.
@Suite("A job whose server stops")
struct StoppedJobsTests {
    @Test("leaves decisions uncounted after the piece at hand", arguments: Engine.all)
    func counting(engine: Engine) async throws {
        try await withStopping(engine) { server, stopping in
            let many = Limits.walkRows + Int(Limits.untalliedLinks) + 1
            let some = Int(Limits.untalliedLinks) + 1
            var counts: [ID<Entity.Household>: Int] = [:]
            for (email, count) in [("a@example.com", many), ("b@example.com", some)] {
                let parent = try await server.registerParent(email)
                let decision = TestDecision(.ok, of: parent, at: server.clock.now)
                let decisions = Array(repeating: decision, count: count)
                try await server.decide(decisions, in: parent.household)
                counts[parent.household] = count
            }
            let inOrder = counts.sorted { $0.key.text < $1.key.text }.map(\.value)
            // What is left of the longer chain is more than is left to those who read.
            let pieces = inOrder.flatMap { $0 == many ? [Limits.walkRows, some] : [some] }
            for piece in pieces {
                let counted = try await stopping {
                    try await server.operations.insights.tallyDecisions()
                }
                #expect(counted == piece)
            }
            #expect(try await server.operations.insights.tallyDecisions() == 0)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("leaves old records after the piece at hand", arguments: Engine.all)
    func forgetting(engine: Engine) async throws {
        try await withStopping(engine) { server, stopping in
            let register = API.Banking.RegisterRequest(
                email: "parent@example.com",
                password: InProcessServer.password
            )
            _ = try await server.purser().call(
                API.Banking.registerUser,
                register,
                idempotencyKey: "k"
            )
            let start = try await server.contents()
            let now = server.clock.now.adding(seconds: 60 * 86_400)
            let forget = { @Sendable in try await server.operations.forgetOldRecords(now: now) }
            #expect(try await stopping(forget) == 1)
            #expect(try await server.contents().changed(since: start) == ["refresh_tokens"])
            #expect(try await forget() == 1)
            #expect(
                try await server.contents().changed(since: start)
                    == ["idempotency_keys", "refresh_tokens"]
            )
        }
    }

    /// Runs something in a task that is cancelled when its first write is done.
    private typealias Stopping = (@escaping @Sendable () async throws -> Int) async throws -> Int

    private func withStopping(
        _ engine: Engine,
        _ work: (InProcessServer, Stopping) async throws -> Void
    ) async throws {
        var interposed: InterposedDatabase?
        try await withServer(
            engine,
            interposing: { base in
                let database = InterposedDatabase(base)
                interposed = database
                return database
            }
        ) { server in
            let database = try #require(interposed)
            try await work(server) { job in
                database.after { kind in
                    guard kind == .write else { return }
                    withUnsafeCurrentTask { $0?.cancel() }
                }
                defer { database.after(nil) }
                return try await Task { try await job() }.value
            }
        }
    }
}
