public import Kernel

/// Who takes the money of a charge from a card; one implementation for each provider.
///
/// Every call may be repeated with the same key and then has one effect. No call is made inside a
/// transaction: what is to happen is recorded before, what came of it after.
public protocol CardProcessor: Sendable {
    /// Whose processor it is.
    var provider: CardProvider { get }

    /// Makes the customer under whom a member's cards are kept.
    ///
    /// - Returns: The processor's id of the customer.
    func makeCustomer(
        for member: ID<Entity.Member>,
        key: String
    ) async throws(CardProcessorError) -> String

    /// Begins to save a card for charges without its holder present.
    ///
    /// - Returns: The client secret with which an app asks for the card.
    func makeSetupIntent(
        customer: String,
        key: String
    ) async throws(CardProcessorError) -> String

    /// Keeps a card with a customer; does nothing when it is kept there already.
    func attach(
        _ paymentMethod: String,
        to customer: String,
        key: String
    ) async throws(CardProcessorError)

    /// Charges a card without its holder present, once for the order's key.
    ///
    /// A card that is declined, or whose holder must act, is no error: the intent says so.
    func charge(_ order: ChargeOrder) async throws(CardProcessorError) -> PaymentIntent

    /// The present state of a payment intent.
    func intent(_ id: String) async throws(CardProcessorError) -> PaymentIntent

    /// What came of an order whose answer was not heard; `nil` when the processor never took it.
    ///
    /// Makes nothing and charges nothing.
    func intent(of order: ChargeOrder) async throws(CardProcessorError) -> PaymentIntent?
}

/// The processors that there are.
public enum CardProvider: String, Sendable, CaseIterable {
    /// Stripe.
    case stripe
    /// The one that is built in and moves no money.
    case mock
}

/// A charge that a processor is asked for.
public struct ChargeOrder: Sendable, Equatable {
    /// The order's own key: the same key is charged once.
    public let key: String
    /// The price, more than zero.
    public let amount: Money
    /// The processor's id of the card.
    public let paymentMethod: String
    /// The processor's id of the customer who has the card; `nil` where there are no customers.
    public let customer: String?
    /// When it was recorded.
    public let orderedAt: Timestamp

    /// Makes an order.
    public init(
        key: String,
        amount: Money,
        paymentMethod: String,
        customer: String?,
        orderedAt: Timestamp
    ) {
        self.key = key
        self.amount = amount
        self.paymentMethod = paymentMethod
        self.customer = customer
        self.orderedAt = orderedAt
    }
}

/// What a processor says of a charge.
public struct PaymentIntent: Sendable, Equatable {
    /// What came of it.
    public enum Outcome: String, Sendable, CaseIterable {
        /// The money was taken.
        case succeeded
        /// The money may still be taken.
        case processing
        /// The holder of the card must act first.
        case requiresAction
        /// The money will not be taken.
        case failed
    }

    /// The processor's id.
    public let id: String
    /// What came of it.
    public let outcome: Outcome
    /// The processor's own word, such as `requires_payment_method`.
    public let status: String
    /// With what an app lets the holder of the card act.
    public let clientSecret: String?
    /// The key of the order it was made for, where the processor tells it.
    public let orderKey: String?

    /// Makes an intent.
    public init(
        id: String,
        outcome: Outcome,
        status: String,
        clientSecret: String? = nil,
        orderKey: String? = nil
    ) {
        self.id = id
        self.outcome = outcome
        self.status = status
        self.clientSecret = clientSecret
        self.orderKey = orderKey
    }
}

/// Why a processor did not do what it was asked for.
public enum CardProcessorError: Error, Sendable, Equatable {
    /// It refused the request as such; `code` is its own word, such as `resource_missing`.
    case refused(code: String)
    /// It was not reached, did not answer in time, or failed itself: what it did is not known.
    case unavailable(reason: String)
}
