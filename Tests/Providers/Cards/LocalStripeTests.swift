import Kernel
import Programs
import Providers
import Testbed
import Testing

/// Not asked of localstripe, because it knows neither keys of repeats nor lists by customer, and
/// tells no intent with a declined card: ``StripeProcessorTests`` have that.
@Suite("Stripe, as localstripe understands it")
struct LocalStripeTests {
    @Test("a card is saved for a customer and charged, and the charge is found by its id")
    func charging() async throws {
        try await LocalStripe.with { local in
            let stripe = local.client
            let customer = try await stripe.makeCustomer(for: Cards.member, key: "a")
            #expect(customer.hasPrefix("cus_"))
            let secret = try await stripe.makeSetupIntent(customer: customer, key: "a")
            #expect(secret.wholeMatch(of: /seti_\w+_secret_\w+/) != nil)

            let card = try await local.card("4242424242424242")
            for key in ["a", "b"] { try await stripe.attach(card, to: customer, key: key) }
            let order = Cards.order(card: card, cents: 1_999, customer: customer)
            let charged = try await stripe.charge(order)
            #expect(charged.outcome == .succeeded)
            #expect(charged.orderKey == order.key)
            #expect(try await stripe.intent(charged.id) == charged)
        }
    }

    @Test("a holder who must act, a declined card and an unknown one are told apart")
    func refusing() async throws {
        try await LocalStripe.with { local in
            let stripe = local.client
            let customer = try await stripe.makeCustomer(for: Cards.member, key: "a")
            let secured = try await local.card("4000002500003155")
            try await stripe.attach(secured, to: customer, key: secured)
            let asked = try await stripe.charge(Cards.order(card: secured, customer: customer))
            #expect(asked.outcome == .requiresAction)
            #expect(asked.status == "requires_action")
            #expect(asked.clientSecret?.hasPrefix("\(asked.id)_secret_") == true)
            #expect(try await stripe.intent(asked.id) == asked)

            let declined = try await local.card("4000000000000341")
            try await stripe.attach(declined, to: customer, key: declined)
            let order = Cards.order(card: declined, customer: customer)
            let charging = await Cards.failure { try await stripe.charge(order) }
            #expect(charging == .refused(code: "card_declined"))

            let unsaved = try await local.card("4000000000000002")
            let saving = await Cards.failure {
                try await stripe.attach(unsaved, to: customer, key: unsaved)
            }
            #expect(saving == .refused(code: "card_declined"))
            let asking = await Cards.failure { try await stripe.intent("pi_unknown") }
            #expect(asking == .refused(code: "invalid_request_error"))
        }
    }

    @Test("its webhooks are read, and nobody else's")
    func webhooks() async throws {
        try await WebhookInbox.with { inbox in
            try await LocalStripe.with { local in
                try await local.sendWebhooks(to: inbox.url, secret: "whsec_local")
                let order = Cards.order(card: "pm_card_visa")
                let charged = try await local.client.charge(order)
                let webhook = StripeWebhook(secrets: [Secret(Array("whsec_local".utf8))])
                try await until("the success is told") {
                    inbox.webhooks.contains { $0.text.contains("payment_intent.succeeded") }
                }
                let sent = try #require(
                    inbox.webhooks.first { $0.text.contains("payment_intent.succeeded") }
                )
                let signedAt = try #require(sent.signature?.firstMatch(of: /t=(\d+)/)?.1)
                let now = Timestamp(seconds: try #require(Int64(signedAt)))
                let event = try webhook.event(
                    body: sent.body,
                    signature: sent.signature,
                    now: now
                )
                #expect(event.type == "payment_intent.succeeded")
                #expect(event.paymentIntent == charged.id && event.orderKey == order.key)
                let other = StripeWebhook(secrets: [Secret(Array("whsec_other".utf8))])
                #expect(throws: StripeWebhookError.signature) {
                    try other.event(body: sent.body, signature: sent.signature, now: now)
                }
            }
        }
    }
}

extension WebhookInbox.Webhook {
    fileprivate var text: String { String(decoding: body, as: UTF8.self) }
}
