import Contract
import Kernel
import Operations
import Providers
import PurserKit
import SQL
import Synchronization
import Testbed
import Testing

@testable import ServerTestbed

/// Whatever goes wrong between us, the database and the processor: the money is taken once and is
/// in the ledger once.
@Suite("A charge that something goes wrong with")
struct ChargeFaultTests {
    /// Who finds out what came of it.
    enum Finder: String, CaseIterable, Sendable {
        case repeating
        case reconciling
        case both
    }

    /// What goes wrong.
    enum Trouble: String, CaseIterable, Sendable {
        /// The processor takes the money and does not answer.
        case silentAfterTaking
        /// The processor is not reached.
        case silentBeforeTaking
        /// We end after the charge is recorded and before the processor is asked.
        case endBeforeAsking
        /// We end after the processor answered and before that is recorded.
        case endAfterAsking
        /// We end after what it answered is recorded and before anybody hears of it.
        case endAfterSettling
    }

    @Test(
        "is found out about, and is one intent and one entry",
        arguments: Engine.all,
        Trouble.allCases.flatMap { trouble in Finder.allCases.map { (trouble, $0) } }
    )
    func troubles(engine: Engine, row: (trouble: Trouble, finder: Finder)) async throws {
        let interposed = Interposed()
        try await withCard(engine, interposing: interposed.make) { server, parent, processor in
            try await meet(row.trouble, interposed, server, parent, processor)
            let taken = row.trouble != .silentBeforeTaking && row.trouble != .endBeforeAsking
            #expect(processor.intents.count == (taken ? 1 : 0))
            let restarted = try server.another()
            server.clock.advance(seconds: 60)
            if row.finder != .repeating { #expect(try await restarted.reconcile() == []) }
            if row.finder != .reconciling {
                let again = try await restarted.charge(as: parent, key: "k")
                #expect(again.status == 200)
                #expect(try again.string("status") == "charged")
            }
            let isCharged = taken || row.finder != .reconciling
            #expect(processor.intents.count == (isCharged ? 1 : 0))
            let ledger = isCharged ? ["posted 5000 - uncategorized mock pi_1"] : []
            #expect(try await server.ledger() == ledger)
            let before = try await server.contents()
            server.clock.advance(seconds: 600)
            try await restarted.reconcile()
            try await restarted.reconcile()
            #expect(try await server.ledger() == ledger)
            if isCharged { #expect(try await server.contents() == before) }
            #expect(try await server.chargeStates() == [isCharged ? "succeeded" : "dropped"])
        }
    }

    /// Charges 5,000 under the key `k`, and something goes wrong.
    private func meet(
        _ trouble: Trouble,
        _ interposed: Interposed,
        _ server: InProcessServer,
        _ parent: TestMember,
        _ processor: TestProcessor
    ) async throws {
        let silence: TestProcessor.Hook = { _ in
            throw CardProcessorError.unavailable(reason: "silence")
        }
        let end: InterposedDatabase.Hook = { kind in
            if kind == .write { throw DatabaseError(.unavailable, "the end") }
        }
        switch trouble {
        case .silentAfterTaking: processor.after(silence)
        case .silentBeforeTaking: processor.before(silence)
        case .endBeforeAsking: interposed.database?.after(end)
        case .endAfterAsking: processor.after { _ in interposed.database?.before(end) }
        case .endAfterSettling: processor.after { _ in interposed.database?.after(end) }
        }
        let answer = try await server.charge(as: parent, key: "k")
        #expect([502, 503].contains(answer.status))
        processor.before(nil)
        processor.after(nil)
        interposed.database?.before(nil)
        interposed.database?.after(nil)
    }

    @Test("may be answered twice, and late, by a processor that is not sure", arguments: Engine.all)
    func twice(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            let gate = Gate()
            processor.after { call in if call == .charge { await gate.pass() } }
            async let late = server.charge(as: parent, key: "k")
            await gate.arrived()
            server.clock.advance(seconds: 60)
            // It takes so long that others ask, and settle it.
            try await server.reconcile()
            #expect(try await server.chargeStates() == ["succeeded"])
            let before = try await server.contents()
            await gate.open()
            #expect(try await late.status == 200)
            #expect(
                try await server.contents().changed(since: before) == ["idempotency_keys"]
            )
            #expect(try await server.ledger().count == 1)
        }
    }

    @Test(
        "late by an answer that is older than what is known stays as it is",
        arguments: Engine.all
    )
    func outOfOrder(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            let gate = Gate()
            processor.answer(.processing)
            processor.after { call in if call == .charge { await gate.pass() } }
            async let late = server.charge(as: parent, key: "k")
            await gate.arrived()
            processor.become(.succeeded)
            server.clock.advance(seconds: 60)
            try await server.reconcile()
            await gate.open()
            #expect(try await late.string("status") == "charged")
            #expect(try await server.ledger() == ["posted 5000 - uncategorized mock pi_1"])
        }
    }

    @Test(
        "that is dropped and repeated is asked for again, as the same order",
        arguments: Engine.all
    )
    func dropped(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            processor.before { _ in throw CardProcessorError.unavailable(reason: "silence") }
            _ = try await server.charge(as: parent, key: "k")
            processor.before(nil)
            server.clock.advance(seconds: 599, milliseconds: 999)
            try await server.reconcile()
            #expect(try await server.chargeStates() == ["unknown"])
            server.clock.advance(seconds: 600)
            try await server.reconcile()
            #expect(try await server.chargeStates() == ["dropped"])
            #expect(try await server.ledger() == [])
            processor.after { _ in throw CardProcessorError.unavailable(reason: "silence") }
            #expect(try await server.charge(as: parent, key: "k").status == 502)
            processor.after(nil)
            server.clock.advance(seconds: 300)
            try await server.reconcile()
            #expect(try await server.chargeStates() == ["succeeded"])
            #expect(processor.intents.count == 1)
            #expect(try await server.ledger().count == 1)
        }
    }

    @Test("is refused by a processor that has it: that it has it counts", arguments: Engine.all)
    func refusedAfterTaking(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor async throws in
            processor.after { call in
                if call == .charge { throw CardProcessorError.refused(code: "key_in_use") }
            }
            #expect(try await server.charge(as: parent, key: "k").status == 200)
            #expect(try await server.ledger().count == 1)
        }
    }

    @Test("many different ones at once are one entry each", arguments: Engine.all)
    func many(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 1...8 {
                    group.addTask {
                        try await server.charge(as: parent, key: "k\(number)").status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 200, count: 8))
            #expect(processor.intents.count == 8)
            #expect(try await parent.byCategory() == ["uncategorized 40000 in 8"])
        }
    }
}
