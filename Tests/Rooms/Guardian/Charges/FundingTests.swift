import Contract
import Kernel
import Operations
import Providers
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Cards to be charged")
struct FundingTests {
    @Test("are as the document shows them", arguments: Engine.all)
    func document(engine: Engine) async throws {
        try await withStripe(engine) { server, _, _ in
            server.clock.set("2025-01-15T10:00:00Z")
            let member = try await server.registerParent("other@example.com")
            let confirmed = try await server.post(
                "/funding/cards/confirm",
                #"{"payment_method_id": "pm_xxx", "label": "My Visa Card"}"#,
                token: member.token
            )
            #expect(confirmed.status == 200)
            #expect(confirmed.text == #"{"status":"ok","funding_source_id":2}"#)
            let standard = try await server.get("/funding/default", token: member.token)
            #expect(
                standard.text
                    == #"{"id":2,"label":"My Visa Card","provider":"stripe","type":"card","#
                    + #""external_id":"pm_xxx","created_at":"2025-01-15T10:00:00"}"#
            )
        }
    }

    @Test("the first is the default; the same one again is the same", arguments: Engine.all)
    func first(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            let first = try await parent.purser.call(API.Guardian.defaultFundingSource)
            #expect(first.label == "Card" && first.provider == .mock)
            let second = try await parent.addCard("card_2")
            #expect(second != first.id)
            let before = try await server.contents()
            #expect(try await parent.addCard("card_1", label: "Another name") == first.id)
            #expect(try await server.contents() == before)
            #expect(try await parent.purser.call(API.Guardian.defaultFundingSource) == first)
            #expect(processor.count(.attach) == 2)
            #expect(processor.customers.count == 1)
        }
    }

    @Test(
        "belong to one member: another one's card with the same id is its own",
        arguments: Engine.all
    )
    func own(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            let child = try await server.registerChild(of: parent)
            let none = await refusal {
                try await child.purser.call(API.Guardian.defaultFundingSource)
            }
            #expect(none?.status == 404 && none?.code == "no default funding source")
            let card = try await child.addCard("card_1")
            #expect(try await parent.addCard("card_1") != card)
            #expect(processor.customers.count == 2)
        }
    }

    @Test("many at once of one card are one", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            let cards = try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<6 { group.addTask { try await parent.addCard("card_2") } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(cards.count == 1)
            #expect(try await server.contents().count("funding_sources") == 2)
            #expect(processor.customers.count == 1)
        }
    }

    @Test("that cannot be kept are refused, and so is a repeat", arguments: Engine.all)
    func gone(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            let confirm = {
                try await server.post(
                    "/funding/cards/confirm",
                    #"{"payment_method_id":"gone"}"#,
                    token: parent.token,
                    headers: ["Idempotency-Key": "k"]
                )
            }
            let before = try await server.contents()
            let answer = try await confirm()
            #expect(answer.status == 400)
            #expect(try answer.string("error") == "card could not be saved")
            #expect(try await server.contents().changed(since: before) == ["idempotency_keys"])
            let again = try await confirm()
            #expect(again.body == answer.body)
            #expect(again.headers["Idempotency-Replayed"] == "true")
            #expect(processor.count(.attach) == 2)
        }
    }

    @Test(
        "are not kept while the processor is not reached, and the key is free",
        arguments: Engine.all
    )
    func unreachable(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            let child = try await server.registerChild(of: parent)
            for call in [TestProcessor.Call.makeCustomer, .attach] {
                processor.after { made in
                    if made == call { throw CardProcessorError.unavailable(reason: "silence") }
                }
                let answer = await refusal {
                    try await child.purser.call(
                        API.Guardian.confirmCard,
                        .init(paymentMethodID: "card_1"),
                        idempotencyKey: "k"
                    )
                }
                #expect(answer?.status == 502 && answer?.code == "processor unavailable")
                #expect(try await server.contents().count("funding_sources") == 1)
            }
            processor.after(nil)
            _ = try await child.purser.call(
                API.Guardian.confirmCard,
                .init(paymentMethodID: "card_1"),
                idempotencyKey: "k"
            )
            #expect(processor.customers.count == 2)
        }
    }

    @Test("are asked for with a secret of the processor's", arguments: Engine.all)
    func intent(engine: Engine) async throws {
        try await withCard(engine) { server, parent, processor in
            let ask = { (key: String?) in
                try await parent.purser.call(
                    API.Guardian.createCardIntent,
                    Empty(),
                    idempotencyKey: key
                ).clientSecret
            }
            let first = try await ask("k")
            #expect(first.hasPrefix("seti_cus_1_secret_"))
            #expect(try await ask("k") == first)
            #expect(try await ask("l") != first)
            #expect(try await ask(nil) != (try await ask(nil)))
            #expect(processor.customers == ["cus_1"])
            processor.before { _ in throw CardProcessorError.unavailable(reason: "silence") }
            let before = try await server.contents()
            let answer = await refusal { try await ask("m") }
            #expect(answer?.status == 502 && answer?.code == "processor unavailable")
            #expect(try await server.contents() == before)
        }
    }

    @Test("at the built-in processor have the contract's form of secret", arguments: Engine.all)
    func builtIn(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let answer = try await server.post("/funding/cards/intent", nil, token: parent.token)
            let secret = try #require(try answer.string("clientSecret"))
            #expect(try /seti_mock_[0-9a-f]+_secret_[0-9a-f]+/.wholeMatch(in: secret) != nil)
        }
    }

    @Test("go to Stripe by the form of their ids, where it is configured", arguments: Engine.all)
    func providers(engine: Engine) async throws {
        try await withStripe(engine) { server, parent, stripe in
            try await parent.addCard("card_9")
            let charged = try await parent.charge(100)
            #expect(charged.provider == .stripe && charged.paymentIntentID == "pi_1")
            #expect(stripe.count(.attach) == 1)
            let second = try await server.contents().tables["funding_sources"]?.last
            #expect(second?.contains(.text("mock")) == true)
        }
    }

    @Test(
        "of the built-in processor are refused beside Stripe, unless that is allowed",
        arguments: Engine.all,
        [false, true]
    )
    func simulated(engine: Engine, isAllowed: Bool) async throws {
        try await withStripe(engine, chargingSimulatedCards: isAllowed) { server, parent, stripe in
            let card = try await parent.addCard("card_9")
            let body = #"{"amount_cents":100,"funding_source_id":\#(card)}"#
            let answer = try await server.charge(body, as: parent, key: "k")
            #expect(answer.status == (isAllowed ? 200 : 402))
            #expect(try answer.string("error") == (isAllowed ? nil : "card_declined"))
            #expect(try await server.ledger().count == (isAllowed ? 1 : 0))
            #expect(try await server.chargeStates() == [isAllowed ? "succeeded" : "refused"])
            let again = try await server.charge(body, as: parent, key: "k")
            #expect(again.text == answer.text || !isAllowed && again.status == 402)
            #expect(stripe.count(.charge) == 0)
            try await parent.charge(100)
            #expect(stripe.count(.charge) == 1)
        }
    }

    @Test(
        "without a good id are refused by name",
        arguments: Engine.all,
        [
            ("{}", "payment_method_id is required"),
            (#"{"payment_method_id":" "}"#, "payment_method_id is required"),
            (#"{"payment_method_id":7}"#, "payment_method_id has the wrong type"),
            (
                #"{"payment_method_id":"\#(String(repeating: "p", count: 256))"}"#,
                "payment_method_id is too long"
            ),
            (
                #"{"payment_method_id":"p","label":"\#(String(repeating: "l", count: 101))"}"#,
                "label is too long"
            ),
        ]
    )
    func faults(engine: Engine, row: (body: String, error: String)) async throws {
        try await withCard(engine) { server, parent, processor in
            let before = try await server.contents()
            let answer = try await server.post(
                "/funding/cards/confirm",
                row.body,
                token: parent.token
            )
            #expect(answer.status == 400)
            #expect(try answer.string("error") == row.error)
            #expect(try await server.contents() == before)
            #expect(processor.count(.attach) == 1)
        }
    }
}
