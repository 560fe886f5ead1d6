import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What Stripe tells by itself")
struct WebhookTests {
    /// Sends an event as Stripe does.
    private func send(
        _ event: TestEvent,
        to server: InProcessServer
    ) async throws -> TransportResponse {
        try await server.post(
            "/webhooks/stripe",
            event.body,
            headers: ["Stripe-Signature": event.signature]
        )
    }

    /// The event that an intent succeeded.
    private func succeeded(
        _ intent: PaymentIntent,
        _ server: InProcessServer,
        id: String = "evt_1"
    ) -> TestEvent {
        TestEvent(id, intent: intent.id, orderKey: intent.orderKey, at: server.clock.now)
    }

    @Test("settles the charge it names, once however often it comes", arguments: Engine.all)
    func settles(engine: Engine) async throws {
        try await withStripe(engine) { server, parent, stripe in
            stripe.answer(.processing)
            try await parent.charge(5_000)
            stripe.become(.succeeded)
            let event = succeeded(stripe.intents[0], server)
            let answer = try await send(event, to: server)
            #expect(answer.status == 200)
            #expect(try await server.chargeStates() == ["succeeded"])
            #expect(try await parent.summary().spendCents == 5_000)
            let before = try await server.contents()
            #expect(try await send(event, to: server).status == 200)
            let another = succeeded(stripe.intents[0], server, id: "evt_2")
            #expect(try await send(another, to: server).status == 200)
            #expect(
                try await server.contents().changed(since: before) == ["processor_events"]
            )
            #expect(stripe.count(.intent) == 1)
        }
    }

    @Test("is no more than a hint: what is so now is what counts", arguments: Engine.all)
    func hint(engine: Engine) async throws {
        try await withStripe(engine) { server, parent, stripe in
            stripe.answer(.processing)
            try await parent.charge(5_000)
            let event = succeeded(stripe.intents[0], server)
            #expect(try await send(event, to: server).status == 200)
            #expect(try await server.chargeStates() == ["processing"])
            #expect(try await parent.summary().spendCents == 0)
        }
    }

    @Test("may come before the answer, which then changes nothing", arguments: Engine.all)
    func early(engine: Engine) async throws {
        try await withStripe(engine) { server, parent, stripe async throws in
            let gate = Gate()
            stripe.after { call in if call == .charge { await gate.pass() } }
            async let charge = server.charge(as: parent, key: "k")
            await gate.arrived()
            #expect(try await send(succeeded(stripe.intents[0], server), to: server).status == 200)
            #expect(try await server.chargeStates() == ["succeeded"])
            await gate.open()
            #expect(try await charge.string("status") == "charged")
            #expect(try await server.ledger() == ["posted 5000 - uncategorized stripe pi_1"])
        }
    }

    @Test("posts what was taken after it was given up", arguments: Engine.all)
    func late(engine: Engine) async throws {
        try await withStripe(engine) { server, parent, stripe in
            stripe.before { _ in throw CardProcessorError.unavailable(reason: "silence") }
            _ = try await server.charge(as: parent)
            stripe.before(nil)
            server.clock.advance(seconds: 600)
            try await server.reconcile()
            #expect(try await server.chargeStates() == ["dropped"])
            let key = try #require(try await server.chargeKeys().first)
            _ = try await stripe.charge(
                ChargeOrder(
                    key: key,
                    amount: Money(minor: 5_000, currency: .usd),
                    paymentMethod: "pm_1",
                    customer: nil,
                    orderedAt: server.clock.now
                )
            )
            #expect(try await send(succeeded(stripe.intents[0], server), to: server).status == 200)
            #expect(try await server.ledger() == ["posted 5000 - uncategorized stripe pi_1"])
        }
    }

    @Test("that cannot be looked into is kept, and looked into later", arguments: Engine.all)
    func kept(engine: Engine) async throws {
        try await withStripe(engine) { server, parent, stripe in
            stripe.answer(.requiresAction)
            _ = try await server.charge(as: parent)
            stripe.become(.succeeded)
            stripe.before { _ in throw CardProcessorError.unavailable(reason: "silence") }
            #expect(try await send(succeeded(stripe.intents[0], server), to: server).status == 200)
            #expect(try await server.chargeStates() == ["requires_action"])
            stripe.before(nil)
            server.clock.advance(seconds: 60)
            try await server.reconcile()
            #expect(try await server.chargeStates() == ["succeeded"])
            let asked = stripe.count(.intent)
            try await server.reconcile()
            #expect(stripe.count(.intent) == asked)
        }
    }

    @Test("of what is not ours is taken and changes nothing", arguments: Engine.all)
    func foreign(engine: Engine) async throws {
        try await withStripe(engine) { server, parent, stripe in
            try await parent.charge(5_000)
            let before = try await server.contents()
            let events = [
                TestEvent("evt_1", intent: "pi_9", orderKey: nil, at: server.clock.now),
                TestEvent("evt_2", intent: "pi_9", orderKey: "another", at: server.clock.now),
            ]
            for event in events { #expect(try await send(event, to: server).status == 200) }
            #expect(
                try await server.contents().changed(since: before) == ["processor_events"]
            )
            #expect(stripe.count(.intent) == 0)
        }
    }

    @Test("that Stripe did not sign, or not lately, is refused and not kept", arguments: Engine.all)
    func unsigned(engine: Engine) async throws {
        try await withStripe(engine) { server, parent, stripe in
            stripe.answer(.processing)
            try await parent.charge(5_000)
            let intent = stripe.intents[0]
            let now = server.clock.now
            let old = TestEvent(
                "e",
                intent: intent.id,
                orderKey: nil,
                at: now.adding(seconds: -301)
            )
            let forged = TestEvent(
                "e",
                intent: intent.id,
                orderKey: nil,
                at: now,
                secret: Secret([1])
            )
            let before = try await server.contents()
            for event in [old, forged] {
                #expect(try await send(event, to: server).status == 400)
            }
            let unsigned = try await server.post("/webhooks/stripe", succeeded(intent, server).body)
            #expect(unsigned.status == 400)
            #expect(try await server.contents() == before)
        }
    }

    @Test("is not there without Stripe", arguments: Engine.all)
    func absent(engine: Engine) async throws {
        try await withServer(engine) { server in
            let event = TestEvent("e", intent: "pi_1", orderKey: nil, at: server.clock.now)
            let answer = try await send(event, to: server)
            #expect(answer.status == 404)
            #expect(try answer.string("error.code") == "NOT_FOUND")
            #expect(try await server.contents().count("processor_events") == 0)
        }
    }
}
