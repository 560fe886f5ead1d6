import Kernel
import Providers
import Testbed
import Testing

@Suite("Stripe, on the wire")
struct StripeProcessorTests {
    @Test("each call says what is wanted, in which version, for whom and under which key")
    func requests() async throws {
        try await StripeWire.with { wire in
            let stripe = wire.client()
            #expect(stripe.provider == .stripe)
            let customer = try await stripe.makeCustomer(for: Cards.member, key: "k")
            let secret = try await stripe.makeSetupIntent(customer: customer, key: "k")
            try await stripe.attach("pm_1", to: customer, key: "k")
            let order = Cards.order("k", card: "pm_1", customer: customer)
            let charged = try await stripe.charge(order)
            _ = try await stripe.intent(charged.id)
            #expect(customer == wire.customers.first && secret == wire.setups.first)
            #expect(wire.holder(of: "pm_1") == customer)

            let expected: [(call: String, key: String?, fields: [String: String])] = [
                (
                    "POST /v1/customers", "customer-k",
                    ["metadata[purser_member]": Cards.member.text]
                ),
                (
                    "POST /v1/setup_intents", "setup-k",
                    [
                        "customer": customer, "usage": "off_session",
                        "payment_method_types[]": "card",
                    ]
                ),
                ("POST /v1/payment_methods/pm_1/attach", "attach-k", ["customer": customer]),
                (
                    "POST /v1/payment_intents", "charge-k",
                    [
                        "amount": "500", "currency": "usd", "customer": customer,
                        "payment_method": "pm_1", "payment_method_types[]": "card",
                        "confirm": "true", "off_session": "true", "metadata[purser_charge]": "k",
                    ]
                ),
                ("GET /v1/payment_intents/\(charged.id)", nil, [:]),
            ]
            try #require(wire.received.count == expected.count)
            for (received, expected) in zip(wire.received, expected) {
                #expect(received.call == expected.call)
                #expect(received.fields == expected.fields)
                #expect(received.headers["idempotency-key"] == expected.key)
                #expect(received.headers["authorization"] == "Bearer sk_test_wire")
                #expect(received.headers["stripe-version"] == StripeProcessor.version)
                let type = expected.key == nil ? nil : "application/x-www-form-urlencoded"
                #expect(received.headers["content-type"] == type)
            }
        }
    }

    @Test(
        "a charge comes to what the card does, and so it stays",
        arguments: [
            ("pm_card_visa", .succeeded, "succeeded", .succeeded),
            ("pm_card_visa_chargeDeclined", .failed, "requires_payment_method", .failed),
            (
                "pm_card_authenticationRequired", .requiresAction, "requires_payment_method",
                .requiresAction
            ),
            ("pm_card_processing", .processing, "processing", .succeeded),
        ] as [(String, PaymentIntent.Outcome, String, PaymentIntent.Outcome)]
    )
    func outcomes(
        card: String,
        outcome: PaymentIntent.Outcome,
        status: String,
        later: PaymentIntent.Outcome
    ) async throws {
        try await StripeWire.with { wire in
            let stripe = wire.client()
            let order = Cards.order(card: card, customer: "cus_1")
            let charged = try await stripe.charge(order)
            #expect(charged.outcome == outcome)
            #expect(charged.status == status)
            #expect(charged.orderKey == order.key)
            #expect(charged.clientSecret?.hasPrefix("\(charged.id)_secret_") == true)
            // The first answer again, whatever has happened since.
            #expect(try await stripe.charge(order) == charged)
            #expect(try await stripe.intent(charged.id).outcome == later)
            #expect(try await stripe.intent(of: order)?.outcome == later)
            #expect(try await stripe.intent(of: order)?.id == charged.id)
            #expect(try await stripe.charge(order) == charged)
            #expect(wire.intents.all.count == 1)
        }
    }

    @Test("one key is charged once, however many ask at once")
    func parallel() async throws {
        try await StripeWire.with { wire in
            let stripe = wire.client()
            let order = Cards.order(customer: "cus_1")
            let heard = await withTaskGroup(of: PaymentIntent?.self) { group in
                for _ in 0..<16 { group.addTask { try? await stripe.charge(order) } }
                return await group.reduce(into: [PaymentIntent]()) { heard, intent in
                    if let intent { heard.append(intent) }
                }
            }
            #expect(!heard.isEmpty)
            #expect(Set(heard.map(\.id)).count == 1)
            #expect(wire.intents.all.count == 1)
            let again = try await stripe.charge(order)
            #expect(again.id == heard.first?.id)
        }
    }

    @Test("a key that was used for something else is refused, and nothing is charged")
    func otherOrder() async throws {
        try await StripeWire.with { wire in
            let stripe = wire.client()
            let first = try await stripe.charge(Cards.order())
            for order in [Cards.order(cents: 501), Cards.order(card: "pm_other")] {
                let failure = await Cards.failure {
                    try await stripe.charge(order)
                }
                #expect(failure == .refused(code: "idempotency_error"))
            }
            #expect(wire.intents.all.map(\.id) == [first.id])
        }
    }

    @Test("keys of different calls do not meet")
    func keys() async throws {
        try await StripeWire.with { wire in
            let stripe = wire.client()
            let customer = try await stripe.makeCustomer(for: Cards.member, key: "same")
            #expect(try await stripe.makeCustomer(for: Cards.member, key: "same") == customer)
            let setup = try await stripe.makeSetupIntent(customer: customer, key: "same")
            #expect(try await stripe.makeSetupIntent(customer: customer, key: "same") == setup)
            try await stripe.attach("pm_1", to: customer, key: "same")
            _ = try await stripe.charge(Cards.order("same", card: "pm_1", customer: customer))
            #expect(wire.customers.count == 1 && wire.setups.count == 1)
            #expect(try await stripe.makeCustomer(for: Cards.member, key: "other") != customer)
        }
    }

    @Test("a card that is kept with its customer already is no trouble; with another's, it is")
    func attaching() async throws {
        try await StripeWire.with { wire in
            let stripe = wire.client()
            for key in ["a", "b"] { try await stripe.attach("pm_1", to: "cus_1", key: key) }
            let refusals = [
                ("pm_1", "cus_2", CardProcessorError.refused(code: "invalid_request_error")),
                ("unknown", "cus_1", .refused(code: "resource_missing")),
            ]
            for (card, customer, refusal) in refusals {
                let failure = await Cards.failure {
                    try await stripe.attach(card, to: customer, key: "c-\(card)")
                }
                #expect(failure == refusal)
            }
            #expect(wire.holder(of: "pm_1") == "cus_1")
            #expect(wire.holder(of: "unknown") == nil)

            // Whether it is kept could not be asked: then it is not known.
            wire.spoil("GET /v1/payment_methods/pm_1", .refuses(status: 503, code: "x"))
            let isUnavailable = await Cards.isUnavailable {
                try await stripe.attach("pm_1", to: "cus_1", key: "d")
            }
            #expect(isUnavailable)
        }
    }

    @Test("an order is found among many, and nothing else is taken for it")
    func finding() async throws {
        try await StripeWire.with { wire in
            let stripe = wire.client()
            for index in 0..<205 {
                _ = try await stripe.charge(Cards.order("order-\(index)", customer: "cus_1"))
            }
            let before = wire.received.count
            let oldest = Cards.order("order-0", customer: "cus_1")
            #expect(try await stripe.intent(of: oldest)?.orderKey == "order-0")
            let asked = wire.received.dropFirst(before)
            #expect(asked.count == 3)
            #expect(asked.allSatisfy { $0.fields["created[gte]"] == "1736942340" })

            for order in [
                Cards.order("order-205", customer: "cus_1"),
                Cards.order("order", customer: "cus_1"),
                Cards.order("order-0", customer: "cus_2"),
                // It cannot have been taken a minute before it was recorded.
                Cards.order("order-0", customer: "cus_1", at: wire.clock.now.adding(seconds: 61)),
            ] {
                #expect(try await stripe.intent(of: order) == nil)
            }
            #expect(wire.intents.all.count == 205)
        }
    }

    @Test("an id is one segment of a path, whatever is in it")
    func paths() async throws {
        try await StripeWire.with { wire in
            let stripe = wire.client()
            for id in ["../customers", "pi_1?limit=1", "pi_1#", "é", ".."] {
                let failure = await Cards.failure {
                    try await stripe.intent(id)
                }
                #expect(failure == .refused(code: "resource_missing"))
            }
            #expect(
                wire.received.map(\.call) == [
                    "GET /v1/payment_intents/%2E%2E%2Fcustomers",
                    "GET /v1/payment_intents/pi_1%3Flimit%3D1", "GET /v1/payment_intents/pi_1%23",
                    "GET /v1/payment_intents/%C3%A9", "GET /v1/payment_intents/%2E%2E",
                ]
            )
        }
    }

    @Test("a webhook that comes late and twice is read twice, and the intent says what is so now")
    func webhooks() async throws {
        try await StripeWire.with { wire in
            let stripe = wire.client()
            let order = Cards.order(card: "pm_processing")
            let charged = try await stripe.charge(order)
            let (secret, old) = (Secret(Array("whsec_1".utf8)), Secret(Array("whsec_0".utf8)))
            let sent = try await wire.signedEvent(
                "payment_intent.processing",
                about: charged.id,
                secrets: [old, secret]
            )
            #expect(try await stripe.intent(charged.id).outcome == .succeeded)
            wire.clock.advance(seconds: 299)
            let webhook = StripeWebhook(secrets: [secret])
            for _ in 0..<2 {
                let event = try webhook.event(
                    body: sent.body,
                    signature: sent.signature,
                    now: wire.clock.now
                )
                #expect(event.paymentIntent == charged.id && event.orderKey == order.key)
                #expect(event.type == "payment_intent.processing")
                #expect(try await stripe.intent(charged.id).outcome == .succeeded)
            }
            wire.clock.advance(seconds: 2)
            #expect(throws: StripeWebhookError.time) {
                try webhook.event(body: sent.body, signature: sent.signature, now: wire.clock.now)
            }
        }
    }
}
