import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A charge that is repeated with its key")
struct ChargeRepeatTests {
    private let body = #"{"amount_cents":5000}"#

    @Test(
        "is answered with the first answer once nothing can change it",
        arguments: Engine.all,
        [(PaymentIntent.Outcome.succeeded, 200), (.failed, 402)]
    )
    func replay(engine: Engine, row: (outcome: PaymentIntent.Outcome, status: Int)) async throws {
        try await withCard(engine) { server, parent, processor in
            processor.answer(row.outcome)
            let first = try await server.charge(as: parent, key: "k")
            #expect(first.status == row.status)
            #expect(first.headers["Idempotency-Replayed"] == nil)
            let before = try await server.contents()
            let second = try await server.charge(as: parent, key: "k")
            #expect(second.status == row.status && second.body == first.body)
            #expect(second.headers["Idempotency-Replayed"] == "true")
            #expect(try await server.contents() == before)
            #expect(processor.count(.charge) == 1)
        }
    }

    @Test("is refused again as it was refused first", arguments: Engine.all)
    func refusals(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            _ = try await parent.setRule("fun", 0)
            _ = try await parent.authorize(9_000, at: "Steam")
            let bodies = [
                (#"{"amount_cents":9000}"#, 403), (#"{"amount_cents":1,"currency":"eur"}"#, 400),
                (#"{"amount_cents":1,"funding_source_id":99}"#, 404),
            ]
            for (index, (body, status)) in bodies.enumerated() {
                let first = try await server.charge(body, as: parent, key: "k\(index)")
                #expect(first.status == status)
                try await parent.override(9_000, at: "Steam")
                let second = try await server.charge(body, as: parent, key: "k\(index)")
                #expect(second.body == first.body && second.status == status)
                #expect(second.headers["Idempotency-Replayed"] == "true")
            }
            #expect(processor.count(.charge) == 0)
            #expect(try await server.contents().count("charges") == 0)
        }
    }

    @Test(
        "is a conflict with another input, whatever came of the first",
        arguments: Engine.all,
        PaymentIntent.Outcome.allCases
    )
    func conflict(engine: Engine, outcome: PaymentIntent.Outcome) async throws {
        try await withCard(engine) { server, parent, processor in
            processor.answer(outcome)
            let first = try await server.charge(as: parent, key: "k")
            let before = try await server.contents()
            let other = try await server.charge(#"{"amount_cents":5001}"#, as: parent, key: "k")
            #expect(other.status == 409)
            #expect(try other.string("error") == "conflict")
            #expect(try await server.contents() == before)
            let again = try await server.charge(as: parent, key: "k")
            #expect(again.status == first.status)
            #expect(processor.intents.count == 1)
        }
    }

    @Test(
        "is answered with the intent's present state while that may change",
        arguments: Engine.all
    )
    func present(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            processor.answer(.requiresAction)
            let first = try await server.charge(as: parent, key: "k")
            let second = try await server.charge(as: parent, key: "k")
            for answer in [first, second] {
                #expect(answer.status == 402)
                #expect(try answer.string("error") == "requires_action")
                #expect(try answer.string("client_secret") == "pi_1_secret")
                #expect(answer.headers["Idempotency-Replayed"] == nil)
            }
            processor.become(.processing)
            let third = try await server.charge(as: parent, key: "k")
            #expect(try third.string("status") == "processing")
            #expect(try await server.ledger() == ["pending 5000 - uncategorized mock -"])
            #expect(try await parent.byCategory() == [])
            processor.become(.succeeded)
            let fourth = try await server.charge(as: parent, key: "k")
            #expect(try fourth.string("status") == "processing")
            try await server.reconcile()
            let fifth = try await server.charge(as: parent, key: "k")
            #expect(try fifth.string("status") == "charged")
            #expect(fifth.headers["Idempotency-Replayed"] == nil)
            let sixth = try await server.charge(as: parent, key: "k")
            #expect(sixth.body == fifth.body)
            #expect(sixth.headers["Idempotency-Replayed"] == "true")
            #expect(try await parent.byCategory() == ["uncategorized 5000 in 1"])
            #expect(processor.intents.count == 1)
            #expect(processor.count(.charge) == 1)
        }
    }

    @Test(
        "asks the same order again after silence, and again, until it is heard",
        arguments: Engine.all
    )
    func silence(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            processor.before { _ in throw CardProcessorError.unavailable(reason: "silence") }
            for _ in 0..<2 {
                let answer = try await server.charge(as: parent, key: "k")
                #expect(answer.status == 502)
                #expect(try answer.string("error") == "processor unavailable")
                #expect(try await server.chargeStates() == ["unknown"])
            }
            processor.before(nil)
            #expect(try await server.charge(as: parent, key: "k").status == 200)
            #expect(processor.intents.count == 1)
            #expect(try await server.ledger() == ["posted 5000 - uncategorized mock pi_1"])
        }
    }

    @Test(
        "is unrelated under another key, of another member and without a key",
        arguments: Engine.all
    )
    func unrelated(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            let child = try await server.registerChild(of: parent)
            try await child.addCard()
            for (member, key) in [(parent, "k"), (parent, "l"), (child, "k"), (parent, nil)] {
                let answer = try await server.charge(as: member, key: key)
                #expect(answer.status == 200)
                #expect(answer.headers["Idempotency-Replayed"] == nil)
            }
            #expect(processor.intents.count == 4)
        }
    }

    @Test(
        "is new when its key is 24 hours old, whatever came of the first",
        arguments: Engine.all,
        PaymentIntent.Outcome.allCases
    )
    func forgotten(engine: Engine, outcome: PaymentIntent.Outcome) async throws {
        try await withCard(engine) { server, parent, processor in
            processor.answer(outcome)
            _ = try await server.charge(as: parent, key: "k")
            server.clock.advance(seconds: 86_399, milliseconds: 999)
            let member = try await server.login(parent.email)
            _ = try await server.charge(as: member, key: "k")
            #expect(processor.intents.count == 1)
            server.clock.advance(milliseconds: 1)
            processor.answer(.succeeded)
            let anew = try await server.charge(as: member, key: "k")
            #expect(anew.status == 200)
            #expect(anew.headers["Idempotency-Replayed"] == nil)
            #expect(processor.intents.count == 2)
            let again = try await server.charge(as: member, key: "k")
            #expect(again.body == anew.body)
        }
    }

    @Test("is a conflict while the first one runs", arguments: Engine.all)
    func running(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            let gate = Gate()
            processor.before { _ in await gate.pass() }
            async let first = server.charge(as: parent, key: "k")
            await gate.arrived()
            let second = try await server.charge(as: parent, key: "k")
            #expect(second.status == 409)
            #expect(second.headers["Retry-After"] == "1")
            await gate.open()
            #expect(try await first.status == 200)
            #expect(processor.intents.count == 1)
        }
    }

    @Test("in another process at once takes the money once", arguments: Engine.all)
    func processes(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            let gate = Gate()
            processor.after { call in if call == .charge { await gate.pass() } }
            let others = try (0..<3).map { _ in try server.another() }
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for other in others {
                    group.addTask { try await other.charge(as: parent, key: "k").status }
                }
                await gate.arrived(3)
                await gate.open()
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == [200, 200, 200])
            #expect(processor.intents.count == 1)
            #expect(try await server.ledger() == ["posted 5000 - uncategorized mock pi_1"])
            #expect(try await server.contents().count("charges") == 1)
        }
    }

    @Test("is told the same by the built-in processor after its silence", arguments: Engine.all)
    func builtIn(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            try await parent.addCard("unavailable")
            #expect(try await server.charge(as: parent, key: "k").status == 502)
            let second = try await server.charge(as: parent, key: "k")
            #expect(try second.string("status") == "charged")
            #expect(try await server.contents().count("simulated_intents") == 1)
            #expect(try await parent.byCategory() == ["uncategorized 5000 in 1"])
            #expect(try await server.faultInBooks() == nil)
        }
    }
}
