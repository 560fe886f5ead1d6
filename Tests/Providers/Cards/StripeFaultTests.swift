import AsyncHTTPClient
import Kernel
import Programs
import Testbed
import Testing

@testable import Providers

@Suite("Stripe, when things fail")
struct StripeFaultTests {
    private static let charging = "POST /v1/payment_intents"
    private static let order = Cards.order(customer: "cus_1")

    private static func failure(_ stripe: StripeProcessor) async -> CardProcessorError? {
        await Cards.failure { try await stripe.charge(order) }
    }

    /// A client that gives up as soon as the server has come to a gate.
    private static func impatient(_ wire: StripeWire, _ gate: Testbed.Gate) -> StripeProcessor {
        let client = VendorClient(.shared, timeout: .seconds(60)) { await gate.arrived() }
        return StripeProcessor(Secret(Array(StripeWire.secretKey.utf8)), wire.url, client)
    }

    @Test("money that was taken without an answer is found, and taken once")
    func holding() async throws {
        try await StripeWire.with { wire in
            let gate = Testbed.Gate()
            wire.spoil(Self.charging, .holds(gate))
            let failure = await Self.failure(Self.impatient(wire, gate))
            #expect(failure == .unavailable(reason: "no answer in time"))
            let stripe = wire.client()
            let found = try #require(try await stripe.intent(of: Self.order))
            #expect(found.outcome == .succeeded)
            #expect(try await stripe.charge(Self.order) == found)
            #expect(wire.intents.all.map(\.id) == [found.id])
        }
    }

    @Test("an answer that stops in the middle is none")
    func stalling() async throws {
        try await StripeWire.with { wire in
            let gate = Testbed.Gate()
            wire.spoil(Self.charging, .stalls(gate))
            let failure = await Self.failure(Self.impatient(wire, gate))
            #expect(failure == .unavailable(reason: "no answer in time"))
            let found = try await wire.client().intent(of: Self.order)
            #expect(found?.outcome == .succeeded)
            #expect(wire.intents.all.count == 1)
        }
    }

    @Test("a charge that is begun late is not there yet, and is there later")
    func waiting() async throws {
        try await StripeWire.with { wire in
            let gate = Testbed.Gate()
            wire.spoil(Self.charging, .waits(gate))
            let failure = await Self.failure(Self.impatient(wire, gate))
            #expect(failure == .unavailable(reason: "no answer in time"))
            let stripe = wire.client()
            #expect(try await stripe.intent(of: Self.order) == nil)
            #expect(wire.intents.all.isEmpty)
            await gate.open()
            try await until("the intent is made") {
                try await stripe.intent(of: Self.order) != nil
            }
            #expect(try await stripe.charge(Self.order).outcome == .succeeded)
            #expect(wire.intents.all.count == 1)
        }
    }

    @Test("an error after the money was taken is given again, and the intent is found")
    func failing() async throws {
        try await StripeWire.with { wire in
            wire.spoil(Self.charging, .fails(status: 500))
            let stripe = wire.client()
            for _ in 0..<2 {
                #expect(await Self.failure(stripe) == .unavailable(reason: "HTTP 500"))
            }
            let found = try await stripe.intent(of: Self.order)
            #expect(found?.outcome == .succeeded)
            #expect(wire.intents.all.count == 1)
        }
    }

    @Test("what is no answer of Stripe's leaves it unknown what was done")
    func garbling() async throws {
        try await StripeWire.with { wire in
            wire.spoil(Self.charging, .garbles)
            let stripe = wire.client()
            let failure = await Self.failure(stripe)
            #expect(failure == .unavailable(reason: "an answer that is not understood"))
            let found = try await stripe.intent(of: Self.order)
            #expect(found?.outcome == .succeeded)
        }
    }

    @Test(
        "a refusal is told from what is not known, and either leaves nothing behind",
        arguments: [
            (400, "amount_too_small", .refused(code: "amount_too_small")),
            (404, "resource_missing", .refused(code: "resource_missing")),
            (409, "idempotency_key_in_use", .unavailable(reason: "HTTP 409")),
            (429, "rate_limit", .unavailable(reason: "HTTP 429")),
            (500, "", .unavailable(reason: "HTTP 500")),
            (503, "", .unavailable(reason: "HTTP 503")),
        ] as [(Int, String, CardProcessorError)]
    )
    func refusing(status: Int, code: String, failure: CardProcessorError) async throws {
        try await StripeWire.with { wire in
            wire.spoil(Self.charging, .refuses(status: status, code: code))
            let stripe = wire.client()
            #expect(await Self.failure(stripe) == failure)
            #expect(wire.intents.all.isEmpty)
            #expect(try await stripe.intent(of: Self.order) == nil)
            let charged = try await stripe.charge(Self.order)
            #expect(charged.outcome == .succeeded)
            #expect(wire.intents.all.count == 1)
        }
    }

    @Test("no failure shows the account's key")
    func secrets() async throws {
        try await StripeWire.with { wire in
            let cases = [
                ("sk_live_wrong", wire.url), ("sk_live_nobody", "http://127.0.0.1:1"),
                ("sk_live_\r\nX-Header: 1", wire.url), ("sk_live_url", "nonsense"),
                ("sk_live_scheme", "gopher://127.0.0.1"),
            ]
            for (key, url) in cases {
                let stripe = StripeProcessor(
                    secretKey: Secret(Array(key.utf8)),
                    baseURL: url,
                    timeout: .milliseconds(500)
                )
                let failure = try #require(await Self.failure(stripe))
                #expect(!"\(failure) \(stripe)".contains("sk_live"), "\(url)")
            }
            #expect(wire.intents.all.isEmpty)
            let stranger = Secret(Array("sk_test_stranger".utf8))
            let refused = StripeProcessor(secretKey: stranger, baseURL: wire.url + "/")
            #expect(await Self.failure(refused) == .refused(code: "invalid_request_error"))
        }
    }
}
