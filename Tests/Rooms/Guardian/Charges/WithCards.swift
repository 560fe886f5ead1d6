import Operations
import Providers
import SQL
import Testbed
import Testing

@testable import ServerTestbed

/// Runs `work` with a server whose processor a test may fail, and a parent who has a card.
///
/// Afterwards the books must fit, however the charges went.
func withCard(
    _ engine: Engine,
    interposing: (any Database) -> any Database = { $0 },
    _ work: (InProcessServer, TestMember, TestProcessor) async throws -> Void
) async throws {
    let processor = TestProcessor()
    let cards = CardProcessors(mock: processor)
    try await withServer(engine, cards: cards, interposing: interposing) { server in
        let parent = try await server.registerParent()
        try await parent.addCard()
        try await work(server, parent, processor)
        #expect(try await server.faultInBooks() == nil)
    }
}

/// The same with Stripe beside the built-in processor, and the secret of its events.
func withStripe(
    _ engine: Engine,
    chargingSimulatedCards: Bool = false,
    _ work: (InProcessServer, TestMember, TestProcessor) async throws -> Void
) async throws {
    let stripe = TestProcessor(.stripe)
    let cards = CardProcessors(
        mock: TestProcessor(),
        stripe: stripe,
        stripeWebhook: StripeWebhook(secrets: [TestEvent.secret]),
        chargesSimulatedCards: chargingSimulatedCards
    )
    try await withServer(engine, cards: cards) { server in
        let parent = try await server.registerParent()
        try await parent.addCard("pm_1")
        try await work(server, parent, stripe)
        #expect(try await server.faultInBooks() == nil)
    }
}
