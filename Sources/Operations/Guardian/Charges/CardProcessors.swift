public import Providers
public import SQL

/// The card processors that an installation has.
public struct CardProcessors: Sendable {
    /// The processor that is built in and moves no money.
    public let mock: any CardProcessor
    /// Stripe, where it is configured.
    public let stripe: (any CardProcessor)?
    /// Reads what Stripe tells by itself, where the secret of that is configured.
    public let stripeWebhook: StripeWebhook?
    /// Whether the built-in processor charges although there is another, for tests of an app.
    public let chargesSimulatedCards: Bool

    /// Gathers processors.
    public init(
        mock: any CardProcessor,
        stripe: (any CardProcessor)? = nil,
        stripeWebhook: StripeWebhook? = nil,
        chargesSimulatedCards: Bool = false
    ) {
        self.mock = mock
        self.stripe = stripe
        self.stripeWebhook = stripeWebhook
        self.chargesSimulatedCards = chargesSimulatedCards
    }

    /// The built-in processor alone, with its payment intents in a database.
    public static func simulated(over database: any Database) -> CardProcessors {
        CardProcessors(mock: SimulatedProcessor(intents: DatabaseIntents(database)))
    }

    /// Where new cards are kept.
    var preferred: any CardProcessor { stripe ?? mock }

    /// Who charges a card.
    func processor(ofCard externalID: String) -> any CardProcessor {
        guard let stripe, externalID.hasPrefix("pm_") else { return mock }
        return stripe
    }

    /// Whether a processor takes new orders.
    ///
    /// The built-in one refuses them beside another: a charge that moves no money would count as
    /// one that did. What came of earlier orders it still tells.
    func takesOrders(_ processor: any CardProcessor) -> Bool {
        processor.provider != .mock || stripe == nil || chargesSimulatedCards
    }

    /// The processor of a name, where there is one.
    func processor(named provider: String) -> (any CardProcessor)? {
        switch CardProvider(rawValue: provider) {
        case .mock: mock
        case .stripe: stripe
        case nil: nil
        }
    }
}
