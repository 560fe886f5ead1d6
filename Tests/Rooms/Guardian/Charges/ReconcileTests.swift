import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Asking what came of charges")
struct ReconcileTests {
    @Test(
        "posts what succeeded and gives up what failed, however long it was processing",
        arguments: Engine.all,
        [
            (PaymentIntent.Outcome.succeeded, ["pending", "post"], "succeeded", 5_000),
            (.failed, ["pending", "void"], "failed", 0),
            (.requiresAction, ["pending", "void"], "requires_action", 0),
        ]
    )
    func processing(
        engine: Engine,
        row: (outcome: PaymentIntent.Outcome, phases: [String], state: String, spent: Int64)
    ) async throws {
        try await withCard(engine) { server, parent, processor in
            processor.answer(.processing)
            #expect(try await parent.charge(5_000, at: "Steam", "fun").status == .processing)
            try await server.reconcile()
            #expect(try await server.chargeStates() == ["processing"])
            #expect(try await parent.summary().spendCents == 0)
            processor.become(row.outcome)
            server.clock.advance(seconds: 30)
            try await server.reconcile()
            try await server.reconcile()
            let phases = try await server.ledger().map { $0.prefix { $0 != " " } }
            #expect(phases.map(String.init) == row.phases)
            #expect(try await server.chargeStates() == [row.state])
            #expect(try await parent.summary().spendCents == row.spent)
            #expect(processor.count(.charge) == 1)
        }
    }

    @Test("reserves and posts anew what its holder let through later", arguments: Engine.all)
    func action(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            processor.answer(.processing)
            try await parent.charge(5_000)
            for outcome in [PaymentIntent.Outcome.requiresAction, .processing, .succeeded] {
                processor.become(outcome)
                server.clock.advance(seconds: 60)
                try await server.reconcile()
            }
            let phases = try await server.ledger().map { $0.prefix { $0 != " " } }
            #expect(phases == ["pending", "void", "pending", "post"])
            #expect(try await parent.summary().spendCents == 5_000)
        }
    }

    @Test("leaves a charge to its own call for a minute", arguments: Engine.all)
    func minute(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            let gate = Gate()
            processor.before { call in if call == .charge { await gate.pass() } }
            async let charge = server.charge(as: parent)
            await gate.arrived()
            server.clock.advance(seconds: 59, milliseconds: 999)
            try await server.reconcile()
            #expect(processor.count(.intentOfOrder) == 0)
            server.clock.advance(milliseconds: 1)
            try await server.reconcile()
            #expect(processor.count(.intentOfOrder) == 1)
            #expect(try await server.chargeStates() == ["recorded"])
            await gate.open()
            #expect(try await charge.status == 200)
        }
    }

    @Test(
        "goes on to the others when one is not heard, and comes back to it",
        arguments: Engine.all
    )
    func others(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            processor.answer(.processing)
            for _ in 0..<3 { try await parent.charge(100) }
            processor.become(.succeeded)
            let first = try #require(processor.intents.first)
            processor.before { _ in
                if processor.count(.intent) == 1 {
                    throw CardProcessorError.unavailable(reason: "silence about \(first.id)")
                }
            }
            let report = try await server.operations.guardian.reconcileCharges(server.call())
            #expect(report.heard == 2 && report.unheard == 1 && report.failures == [])
            #expect(
                try await server.chargeStates().sorted() == [
                    "processing", "succeeded", "succeeded",
                ]
            )
            try await server.reconcile()
            #expect(try await server.chargeStates() == ["succeeded", "succeeded", "succeeded"])
            #expect(try await parent.summary().chargeCount == 3)
        }
    }

    @Test("is safe in several processes at once", arguments: Engine.all)
    func several(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            processor.answer(.processing)
            for _ in 0..<3 { try await parent.charge(100) }
            processor.become(.succeeded)
            let others = try (0..<3).map { _ in try server.another() }
            let failures = try await withThrowingTaskGroup(of: [String].self) { group in
                for other in others { group.addTask { try await other.reconcile() } }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(failures == [])
            #expect(try await parent.summary().spendCents == 300)
            #expect(try await server.ledger().filter { $0.hasPrefix("post ") }.count == 3)
        }
    }

    @Test("takes the longest due first, so many at once", arguments: Engine.all)
    func bounded(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            processor.answer(.processing)
            let count = Limits.chargeLooks + 5
            for _ in 0..<count {
                try await parent.charge(100)
                server.clock.advance(milliseconds: 1)
            }
            processor.become(.succeeded)
            let first = try await server.operations.guardian.reconcileCharges(server.call())
            #expect(first.heard == Limits.chargeLooks)
            let states = try await server.chargeStates()
            #expect(states.prefix(Limits.chargeLooks).allSatisfy { $0 == "succeeded" })
            #expect(states.suffix(5).allSatisfy { $0 == "processing" })
            let second = try await server.operations.guardian.reconcileCharges(server.call())
            #expect(second.heard == 5)
        }
    }

    @Test("asks ever more rarely", arguments: Engine.all)
    func rarely(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            processor.answer(.processing)
            try await parent.charge(100)
            server.clock.advance(seconds: 8 * 3_600)
            try await server.reconcile()
            #expect(processor.count(.intent) == 1)
            server.clock.advance(seconds: 3_599)
            try await server.reconcile()
            #expect(processor.count(.intent) == 1)
            server.clock.advance(seconds: 1)
            try await server.reconcile()
            #expect(processor.count(.intent) == 2)
        }
    }
}
