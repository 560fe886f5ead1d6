public import Kernel

/// A payment intent of the built-in processor.
public struct SimulatedIntent: Sendable, Equatable {
    /// The id: `pi_mock_` and 24 hexadecimal digits.
    public let id: String
    /// The key of the order it was made for.
    public let key: String
    /// The card.
    public let paymentMethod: String
    /// The price.
    public let amount: Money
    /// The processor's word for its state, as Stripe's.
    public var status: String
    /// With what an app lets the holder of the card act.
    public let clientSecret: String

    /// Makes an intent.
    public init(
        id: String,
        key: String,
        paymentMethod: String,
        amount: Money,
        status: String,
        clientSecret: String
    ) {
        self.id = id
        self.key = key
        self.paymentMethod = paymentMethod
        self.amount = amount
        self.status = status
        self.clientSecret = clientSecret
    }
}

/// Where the built-in processor keeps its intents: apart from the ledger, as a real one's are.
public protocol SimulatedIntents: Sendable {
    /// Keeps a new intent, unless there is one with its key already.
    ///
    /// - Returns: The intent with that key, and whether it is the new one.
    func keep(_ new: SimulatedIntent) async throws -> (intent: SimulatedIntent, isNew: Bool)

    /// The intent with an id.
    func find(id: String) async throws -> SimulatedIntent?

    /// The intent that was made for an order.
    func find(key: String) async throws -> SimulatedIntent?

    /// Changes the state of an intent.
    func setStatus(_ status: String, of id: String) async throws
}
