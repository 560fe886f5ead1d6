import Kernel
import Providers
import Testbed
import Testing

@Suite("The built-in card processor")
struct SimulatedProcessorTests {
    private let intents = InMemoryIntents()
    private let processor: SimulatedProcessor

    init() {
        processor = SimulatedProcessor(intents: intents)
    }

    @Test(
        "charges as the card's id says, in any case",
        arguments: [
            ("pm_card_visa", .succeeded, "succeeded"), ("", .succeeded, "succeeded"),
            ("pm_card_visa_chargeDeclined", .failed, "requires_payment_method"),
            ("pm_DECLINED", .failed, "requires_payment_method"),
            ("pm_card_authenticationRequired", .requiresAction, "requires_action"),
            ("pm_AUTHENTICATIONREQUIRED", .requiresAction, "requires_action"),
            ("pm_card_Processing", .processing, "processing"),
            ("pm_decline", .succeeded, "succeeded"),
            ("pm_processing_declined", .failed, "requires_payment_method"),
        ] as [(String, PaymentIntent.Outcome, String)]
    )
    func outcomes(card: String, outcome: PaymentIntent.Outcome, status: String) async throws {
        let intent = try await processor.charge(Cards.order(card: card))
        #expect(intent.outcome == outcome)
        #expect(intent.status == status)
        #expect(intent.orderKey == "order-1")
        #expect(intent.id.wholeMatch(of: /pi_mock_[0-9a-f]{24}/) != nil)
        let secret = try #require(intent.clientSecret)
        #expect(secret.wholeMatch(of: /pi_mock_[0-9a-f]{24}_secret_[0-9a-f]{24}/) != nil)
        #expect(intents.all.map(\.status) == [status])
        #expect(try await processor.charge(Cards.order(card: card)) == intent)
        #expect(intents.all.count == 1)
    }

    @Test("finishes what is processing when it is asked for next", arguments: [false, true])
    func processing(byOrder: Bool) async throws {
        let order = Cards.order(card: "pm_processing")
        let first = try await processor.charge(order)
        // A repeat is no question: it gives the first answer.
        #expect(try await processor.charge(order).outcome == .processing)
        let asked =
            byOrder
            ? try await processor.intent(of: order) : try await processor.intent(first.id)
        #expect(asked?.id == first.id)
        #expect(asked?.outcome == .succeeded)
        #expect(try await processor.charge(order).outcome == .succeeded)
        #expect(intents.all.map(\.status) == ["succeeded"])
    }

    @Test("takes the money and is not heard, once", arguments: [false, true])
    func unavailable(byOrder: Bool) async throws {
        let order = Cards.order(card: "pm_Unavailable")
        #expect(await Cards.isUnavailable { try await processor.charge(order) })
        #expect(intents.all.map(\.status) == ["succeeded"])
        let later =
            byOrder
            ? try await processor.intent(of: order) : try await processor.charge(order)
        #expect(later?.outcome == .succeeded)
        #expect(later?.orderKey == order.key)
        #expect(intents.all.count == 1)
    }

    @Test("makes one intent of orders with one key that come at once")
    func parallel() async throws {
        let ids = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<32 {
                group.addTask { try await processor.charge(Cards.order()).id }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        #expect(intents.all.count == 1)
        let other = try await processor.charge(Cards.order("order-2"))
        #expect(!ids.contains(other.id))
        #expect(intents.all.count == 2)
    }

    @Test("refuses a key that was used for something else")
    func otherOrder() async throws {
        let first = try await processor.charge(Cards.order())
        for order in [Cards.order(cents: 501), Cards.order(card: "pm_other")] {
            await #expect(throws: CardProcessorError.refused(code: "idempotency_error")) {
                try await processor.charge(order)
            }
        }
        #expect(intents.all.count == 1)
        #expect(try await processor.intent(first.id) == first)
    }

    @Test("knows nothing of what it was not asked for")
    func unknown() async throws {
        #expect(try await processor.intent(of: Cards.order()) == nil)
        await #expect(throws: CardProcessorError.refused(code: "resource_missing")) {
            try await processor.intent("pi_mock_000000000000000000000000")
        }
        #expect(intents.all.isEmpty)
    }

    @Test("makes customers and setup intents that a repeat finds again")
    func customers() async throws {
        #expect(processor.provider == .mock)
        let customer = try await processor.makeCustomer(for: Cards.member, key: "a")
        #expect(customer.wholeMatch(of: /cus_mock_[0-9a-f]{24}/) != nil)
        #expect(try await processor.makeCustomer(for: Cards.member, key: "a") == customer)
        let secret = try await processor.makeSetupIntent(customer: customer, key: "a")
        #expect(secret.wholeMatch(of: /seti_mock_[0-9a-f]{24}_secret_[0-9a-f]{24}/) != nil)
        #expect(try await processor.makeSetupIntent(customer: customer, key: "a") == secret)
        #expect(try await processor.makeSetupIntent(customer: customer, key: "b") != secret)
        try await processor.attach("pm_declined", to: customer, key: "a")
    }

    @Test("is not available when its store is not")
    func brokenStore() async throws {
        let processor = SimulatedProcessor(intents: BrokenIntents())
        #expect(await Cards.isUnavailable { try await processor.charge(Cards.order()) })
        #expect(await Cards.isUnavailable { try await processor.intent("pi_mock_1") })
        #expect(await Cards.isUnavailable { try await processor.intent(of: Cards.order()) })
    }
}

/// A store that cannot be reached.
private struct BrokenIntents: SimulatedIntents {
    struct Trouble: Error {}

    func keep(
        _ new: SimulatedIntent
    ) async throws -> (intent: SimulatedIntent, isNew: Bool) {
        throw Trouble()
    }

    func find(id: String) async throws -> SimulatedIntent? { throw Trouble() }

    func find(key: String) async throws -> SimulatedIntent? { throw Trouble() }

    func setStatus(_ status: String, of id: String) async throws { throw Trouble() }
}
